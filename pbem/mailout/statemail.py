"""Mails about a table at play: turn, reminder, answer, news, start, over."""

from pbem.app.answers import Answer
from pbem.app.sight import Said, Sight
from pbem.app.told import Told
from pbem.mailout.firstlines import first_line
from pbem.mailout.mail import Button, Mail, Standing
from pbem.mailout.outside import Outside
from pbem.mailout.scores import ScoreTable, score_table
from pbem.mailout.sections import sections
from pbem.mailout.state import company_of, state_words, table_link
from pbem.orders.orders import Desk
from pbem.rules.events import DealScored
from pbem.rules.view import View
from pbem.show import cards, happenings, matter, outcomes, proof, quoting, results, table
from pbem.show.hand import answers
from pbem.show.names import Company, one_line
from pbem.show.points import figure
from pbem.show.reader import Reader, place_of
from pbem.show.rules_in_words import summary
from pbem.show.sheet import coins_words, deal_lines, sheet
from pbem.show.unread import unread


def state_mail(reader: Reader, told: Told, outside: Outside, subject: str) -> Mail:
    """Return the words of a mail about a table that is at play, or was."""
    sight = told.sight
    if sight is None:
        raise ValueError("a state mail is about a table")
    company, link = company_of(told), table_link(told, outside)
    view = sight.view
    return Mail(
        lang=reader.locale,
        kind=told.kind,
        subject=subject,
        matter=first_line(reader, told, company),
        marker=marker(reader, sight.code),
        outcomes=answered(reader, told, company, "game"),
        state=state_words(reader, sight, company, link),
        how=_how(reader, view) if view and link else None,
        how_html=_how_html(reader, view) if view and link else None,
        link=Button(reader._("Open the table"), link) if link else None,
        files=_files(reader, told, view, link) if view and link else (),
        standing=standing(reader, view, company) if view and told.kind != "over" else (),
        stop=stop_button(reader, told, outside),
        otherwise=matter.otherwise(reader, view) if view else None,
        since_title=_since_title(reader, told),
        since=_since(reader, told, view, company) if view else (),
        totals=results.totals_line(reader, view, company) if view else None,
        aim=results.aim_line(reader, view) if view else None,
        talk=tuple(said(reader, one, told.reader) for one in told.talk),
        sections=sections(reader, told, told.answer, company, "game") if told.answer else (),
        sheet=_sheet(reader, told, view, company),
        paragraphs=_final_sheet(reader, told, view, company),
        rules=summary(reader, sight.rules) if told.kind == "start" else (),
        proof=_proof(reader, told, sight),
        check=check_link(reader, outside) if told.kind in {"start", "over"} else None,
        also=also(reader, told),
        last=last_line(reader, told),
    )


def marker(reader: Reader, code: str) -> str:
    """Return the line above which an answer is written."""
    return reader._("[Reply above this line. {code}]", code=code)


def last_line(reader: Reader, told: Told) -> str:
    """Return a line unlike that of any other mail, so that no program folds what is above it."""
    when = reader.when(told.now)
    if told.number is None:
        return reader._("Mail of {when}.", when=when)
    return reader._("Mail {n}, {when}.", n=told.number, when=when)


def check_link(reader: Reader, outside: Outside) -> Button:
    """Return the link to the page that tells how to check every deal."""
    return Button(reader._("How to check the deals, step by step"), outside.verify_link)


def stop_button(reader: Reader, told: Told, outside: Outside) -> Button | None:
    """Return the link that ends the mails of a game, for the HTML part."""
    if told.seat_id is None:
        return None
    return Button(
        reader._("End the mails of this game"), outside.stop_link(told.seat_id, told.generation)
    )


def _how(reader: Reader, view: View) -> str:
    example = _example(reader, view)
    if example is None:
        return reader._("The table, whenever you like:")
    return reader._("Reply, for example <{answer}>, or choose here:", answer=example)


def _how_html(reader: Reader, view: View) -> str | None:
    example = _example(reader, view)
    if example is None:
        return None
    match view.wants:
        case "card":
            return reader._(
                "Press a card, or reply with a line, for example <{answer}>.", answer=example
            )
        case "lay":
            return reader._(
                "Choose on the page of the table, or reply with a line, for example <{answer}>.",
                answer=example,
            )
        case _:
            return reader._(
                "Press a button, or reply with a line, for example <{answer}>.", answer=example
            )


def _example(reader: Reader, view: View) -> str | None:
    """Return an answer that may be given: a bid in the middle, the last card."""
    match view.wants:
        case "bid":
            return str(view.legal_bids[len(view.legal_bids) // 2])
        case "card":
            return answers(reader, view, view.legal_cards[-1])[-1]
        case "trump":
            return cards.named_trump(view.legal_trumps[0])
        case "lay":
            return matter.laying(view)
        case None:
            return None


def standing(reader: Reader, view: View, company: Company) -> tuple[Standing, ...]:
    """Return the players with tricks of bid in the running deal, and totals."""
    return tuple(
        Standing(
            company.who(reader, seat),
            _tricks(reader, view, seat, company),
            f"({figure(view.totals[seat])})",
        )
        for seat in company.round_table()
    )


def _tricks(reader: Reader, view: View, seat: int, company: Company) -> str:
    deal = view.deal
    if deal is None:
        return ""
    if not table.is_bidding(deal):
        return table.taken_words(reader, deal, seat, company)
    if seat not in deal.bid_order:
        return reader._("(without bid)")
    bid = deal.own_bid if seat == company.me else deal.bids[seat]
    if bid is not None:
        return reader._("({taken} of {bid})", taken=deal.taken[seat], bid=bid)
    return reader._("(a secret bid)") if seat in deal.ready else reader._("(not yet)")


def answered(reader: Reader, told: Told, company: Company, desk: Desk) -> tuple[str, ...]:
    """Return what became of the lines of a letter to a desk, and what else it brought about."""
    answer = told.answer
    if answer is None:
        return ()
    lines = outcomes.outcome_lines(reader, answer.lines, company)
    return (
        *lines,
        *_why_empty(reader, answer),
        *unread(reader, answer.unread, desk),
        *outcomes.silence(reader, answer.silence),
        *_zone(reader, answer.zone_guess),
    )


def _why_empty(reader: Reader, answer: Answer) -> tuple[str, ...]:
    """Return why nothing was taken from a letter, perhaps from one of several."""
    if answer.why_empty is None:
        return ()
    why = outcomes.why_empty(reader, answer.why_empty)
    if answer.lines:
        return (reader._("Nothing was taken from another of your mails: {why}", why=why),)
    return (reader._("Nothing was taken from your mail: {why}", why=why),)


def _zone(reader: Reader, guess: str | None) -> tuple[str, ...]:
    if guess is None:
        return ()
    return (
        reader._(
            "Times are told for {place}, after the clock of your mail. If that is wrong, "
            "write for example <zone Europe/Prague>.",
            place=place_of(guess),
        ),
    )


def _since_title(reader: Reader, told: Told) -> str | None:
    if told.last_number is None:
        return None
    return reader._("Since mail {n} this happened.", n=told.last_number)


def _since(reader: Reader, told: Told, view: View, company: Company) -> tuple[str, ...]:
    happened = told.since
    if told.kind == "over":
        # All deals stand in the sheet below.
        happened = tuple(one for one in happened if not isinstance(one.what, DealScored))
    return happenings.since(reader, happened, view, company)


def said(reader: Reader, talk: Said, me: str) -> str:
    """Return a player's words in brackets, or where they are to be read.

    `me` is the reader's name at the table, which nobody else there has.
    """
    name = one_line(talk.name)
    words = quoting.told(talk.text)
    if talk.name == me:
        return reader._("You wrote: {words}", words=words or reader._("it is on the page."))
    if words is None:
        return reader._("{name} wrote something that is read on the page only.", name=name)
    return reader._("{name} writes: {words}", name=name, words=words)


def _sheet(reader: Reader, told: Told, view: View | None, company: Company) -> ScoreTable | None:
    wants = told.kind == "over" or (told.answer is not None and "scores" in told.answer.sections)
    shown = sheet(reader, view, company) if wants and view is not None else None
    return None if shown is None else score_table(reader, shown)


def _final_sheet(
    reader: Reader, told: Told, view: View | None, company: Company
) -> tuple[str, ...]:
    """Return the deals and what is paid; the totals stand below them anyway."""
    shown = sheet(reader, view, company) if told.kind == "over" and view is not None else None
    if shown is None or view is None:
        return ()
    if view.rules.on_miss == "repeat_round":
        # Who plays together has no points.
        lines = [results.result_line(reader, row, view.rules, company) for row in view.sheet]
        return tuple(lines)
    coins = coins_words(reader, shown)
    return (*deal_lines(reader, shown), *([coins] if coins else []))


def _files(reader: Reader, told: Told, view: View, link: str) -> tuple[Button, ...]:
    """Return where the final sheet is as a file, to print and for a spreadsheet."""
    if told.kind != "over" or not view.sheet:
        return ()
    return (
        Button(reader._("The sheet to print (PDF)"), f"{link}/sheet.pdf"),
        Button(reader._("The sheet for a spreadsheet (CSV)"), f"{link}/sheet.csv"),
    )


def _proof(reader: Reader, told: Told, sight: Sight) -> tuple[str, ...]:
    if sight.root is None:
        return ()
    if told.kind == "start":
        seeds = [(place.name, place.seed) for place in sight.places]
        return proof.root_words(reader, sight.root, seeds)
    if told.kind == "over":
        return proof.final_words(reader, sight.root, sight.secret)
    return ()


def also(reader: Reader, told: Told) -> tuple[str, ...]:
    """Return the standing text at the end of a mail to a seat."""
    if told.kind == "start":
        return (
            reader._("Also <rules>, <history>, <scores>, <help>. Enough? <stop> ends these mails."),
            reader._("Do not forward: whoever has this mail can answer it."),
        )
    return (reader._("Also <rules>, <history>, <help>. Do not forward."),)
