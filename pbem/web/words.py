"""Words and symbols for templates, in the language of the page's reader."""

import hashlib
import re
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from flask import url_for

from pbem.app.answers import Done
from pbem.app.pages import SeatSight
from pbem.app.sight import Sight, What
from pbem.rules.events import DealRevealed, SecretRevealed
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, title_of
from pbem.rules.view import View
from pbem.show import cards, happenings, outcomes, rules_in_words, sheet
from pbem.show.held_back import held_back_line
from pbem.show.names import Company, capital, one_line
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import Chapter
from pbem.show.scoring_titles import scoring_title
from pbem.show.sheet import Sheet
from pbem.show.table import bids_line, heading
from pbem.web import figures
from pbem.web.flashes import Sealed
from pbem.web.readers import reader

_STATIC = Path(__file__).parent / "static"


def company(sight: Sight) -> Company:
    return Company(sight.names, sight.seat)


def days_of(page: SeatSight) -> list[tuple[str, list[tuple[datetime, str, str]]]]:
    """Return what happened by day, the newest first: moment, time of day, sentence."""
    who, names = reader(), company(page.sight)
    newest_first = reversed(page.happened)
    return [
        (
            day,
            [(one.at, who.clock(one.at), _happened(who, one.what, names)) for one in ones],
        )
        for day, ones in groupby(newest_first, key=lambda one: who.day(one.at))
    ]


def _happened(who: Reader, what: What, names: Company) -> str:
    """Return what happened, without the brackets of mails but where they part things in a row."""
    told = figures.unbracketed(happenings.sentence(who, what, names))
    return re.sub(r"[()]", "", told) if told.count("(") == 1 else told


def done(outcome: Done | Sealed, sight: Sight) -> str:
    """Return what was done; of a secret bid that it is in, since its own page shows it."""
    if isinstance(outcome, str):
        return reader()._("Your bid is in. The others do not see it yet.")
    if outcome.did == "stopped":
        return reader()._("A stand-in plays for you until you come back.")
    if outcome.did == "revoked":
        return reader()._(
            "What stands in your mails so far is void. A mail with the new is coming."
        )
    return capital(figures.without_brackets(outcomes.done(reader(), outcome, company(sight))))


def outcome_words(outcome: Done) -> str:
    """Return what a line did that was not about a table at play."""
    return capital(figures.without_brackets(outcomes.done(reader(), outcome, Company((), None))))


def table_heading(view: View, sight: Sight) -> str:
    return heading(reader(), view, company(sight)) or ""


def bids_words(view: View, sight: Sight) -> str:
    """Return who bid what and who bids later; nothing once all have bid."""
    return figures.unbracketed(bids_line(reader(), view, company(sight)) or "")


def held_back_words(view: View) -> str:
    """Return why only some cards may be played, where it is more than following suit."""
    return held_back_line(reader(), view) or ""


def score_sheet(sight: Sight) -> Sheet | None:
    """Return the sheet of a table, the reader's column first; None before the first scored deal."""
    return None if sight.view is None else sheet.sheet(reader(), sight.view, company(sight))


def named_sheet(sight: Sight) -> Sheet | None:
    """Return it with all names, since a file goes from hand to hand: `you` would be anybody."""
    shown, order = score_sheet(sight), company(sight).round_table()
    if shown is None:
        return None
    return replace(shown, heads=tuple(one_line(sight.names[seat]) for seat in order))


def suit_words(suit: str) -> str:
    return cards.suit(reader(), suit)


def rules_chapters(rules: Rules) -> list[Chapter]:
    """Return all rules in plain words, by chapters."""
    title = scoring_title(reader(), rules.scoring)
    return [
        replace(told, lines=tuple(_rule_words(line, title) for line in told.lines))
        for told in rules_in_words.chapters(reader(), rules)
    ]


def _rule_words(line: str, title: str) -> str:
    return figures.rule_words(line.replace(f"({title})", title))


def rules_summary(rules: Rules) -> list[str]:
    """Return the rules in short."""
    return [figures.rule_words(line) for line in rules_in_words.introduction(reader(), rules)]


def preset_name(preset_id: str) -> str:
    """Return a version's name, without the other names that follow it."""
    return title_of(preset_id)


def preset_rest(preset_id: str) -> str:
    """Return what follows the name: other names, or where the version is from."""
    rest = PRESETS[preset_id].name.removeprefix(preset_name(preset_id))
    told = re.sub(r"[)\"]", "", re.sub(r"\s*\(", ", ", rest)).lstrip(",; ")
    return f"{told} – " if told else ""


def waited_names(sight: Sight) -> list[str]:
    return [_name(sight, seat) for seat in sight.view.on_turn] if sight.view else []


def winner_names(sight: Sight) -> list[str]:
    return [_name(sight, seat) for seat in sight.view.winners] if sight.view else []


def other_winners(sight: Sight) -> list[str]:
    """Return who has won besides the reader."""
    winners = sight.view.winners if sight.view else ()
    return [_name(sight, seat) for seat in winners if seat != sight.seat]


def _name(sight: Sight, seat: int) -> str:
    return one_line(sight.names[seat])


def secrets_of(page: SeatSight) -> list[tuple[str, str]]:
    """Return the secrets that were shown so far, each with what it is of."""
    named = []
    for one in page.happened:
        match one.what:
            case DealRevealed(deal, secret):
                named.append((reader()._("Deal {deal}", deal=deal), secret))
            case SecretRevealed(secret):
                named.append((reader()._("The whole game"), secret))
            case _:
                pass
    return named


@lru_cache(maxsize=32)
def _stamp(name: str) -> str:
    return hashlib.sha256((_STATIC / name).read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """Return the address of a static file, new whenever its bytes are."""
    return url_for("static", filename=name, v=_stamp(name))
