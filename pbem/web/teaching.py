"""What the templates of the pages may call: filters and functions, by what they speak of."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask

from pbem.orders.house_rules import OPTION_WORDS
from pbem.orders.verbs import usages
from pbem.show import cards, finding_words, rules_in_words, setting_words, sheet
from pbem.show.help import summary
from pbem.show.names import capital
from pbem.show.proof import grouped
from pbem.show.special_titles import special_title
from pbem.web import figures, moments, refusing, table, words
from pbem.web.answers import answer_text
from pbem.web.readers import locale, reader
from pbem.web.troubles import trouble_token, trouble_words

Functions = Mapping[str, Callable[..., Any]]

_FILTERS: Final[Functions] = {
    "card_words": figures.card_words,
    "card_class": figures.card_class,
    "suit_words": words.suit_words,
    "suit_symbol": cards.suit_symbol,
    "rank_figure": figures.rank_figure,
    "pip": figures.pip,
    "points": figures.points,
    "trump_words": figures.trump_words,
    "trump_symbol": figures.trump_symbol,
    "call_words": figures.call_words,
    "call_figure": figures.call_figure,
    "preset_name": words.preset_name,
    "preset_rest": words.preset_rest,
    "capital": capital,
    "grouped": grouped,
    "when": lambda moment: reader().when(moment),
    "weekday": lambda moment: reader().weekday(moment),
}

_OF_A_TABLE: Final[Functions] = {
    "days_of": words.days_of,
    "table_heading": words.table_heading,
    "bids_words": words.bids_words,
    "held_back_words": words.held_back_words,
    "ring": table.ring,
    "held": table.held,
    "asking": table.asking,
    "columns": table.columns,
    "open_hands": table.open_hands,
    "last_trick": table.last_trick,
    "deal_count": moments.deal_count,
    "deal_notes": moments.deal_notes,
    "trump_state": moments.trump_state,
    "turned_words": moments.turned_words,
    "waited_names": words.waited_names,
    "winner_names": words.winner_names,
    "other_winners": words.other_winners,
    "secrets_of": words.secrets_of,
}

_OF_ANSWERS: Final[Functions] = {
    "refusal": refusing.refusal,
    "line_refusal": refusing.line_refusal,
    "done_words": words.done,
    "outcome_words": words.outcome_words,
    "answer_text": answer_text,
    "move_words": moments.move_words,
    "said_words": moments.said_words,
    "sure_words": moments.sure_words,
    "usages": usages,
    "usage_words": lambda usage: summary(reader(), usage),
    "setting_words": lambda setting, words: setting_words.meaning(reader(), setting, words),
}

_OF_SHEETS: Final[Functions] = {
    "signed_points": figures.signed_points,
    "score_sheet": words.score_sheet,
    "best_words": lambda shown: sheet.best_words(reader(), shown),
    "special_title": lambda rule: special_title(reader(), rule),
    "payment_words": lambda coins: sheet.payment_words(reader(), coins),
    "mark_words": lambda mark: sheet.mark_words(reader(), mark),
    "total_words": moments.total_words,
}

_OF_RULES: Final[Functions] = {
    "rules_chapters": words.rules_chapters,
    "rules_summary": words.rules_summary,
    "size_rows": lambda preset: rules_in_words.size_rows(reader(), preset),
    "find_fits": lambda match: figures.unbracketed(finding_words.fits(reader(), match)),
    "find_differs": lambda match: figures.unbracketed(finding_words.differs(reader(), match)),
}


_OF_ADDRESSES: Final[Functions] = {
    "trouble_token": trouble_token,
    "trouble_words": trouble_words,
}


def teach(app: Flask) -> None:
    """Give the templates their filters and functions."""
    app.jinja_env.filters.update(_FILTERS)
    for functions in (_OF_A_TABLE, _OF_ANSWERS, _OF_SHEETS, _OF_RULES, _OF_ADDRESSES):
        app.jinja_env.globals.update(functions)
    app.jinja_env.globals.update(asset=words.asset, locale=locale, option_words=OPTION_WORDS)
