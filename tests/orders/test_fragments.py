"""What re-wrapping could leave of a mail of ours, or of a player's words."""

import textwrap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.orders.reading import clean_line, fragments_that_read_as_orders, is_order

HARMLESS = """\
Anna, your bid: <0>, <2> or <3>, by Wed 4 March, 21:00 Berlin.
[Reply above this line. K7Q2]

Hand: hearts, trumps (queen), spades (ace, 7).
Bids: Ben (1), Carol (0), Dan (1). Ben leads.
Not <1>: you bid last, and bids may not add up to (3).
Reply, for example <2>, or choose here:
https://cards.example.org/t/kqrtmwxzbnfgpjvytrml
If you cannot, a stand-in bids.

Deal 4: you (1 of 1), Carol (0 of 0), Dan (2 of 2), Ben (1 of 2).
Totals: you (37), Carol (34), Dan (27), Ben (24).

Also <rules>, <history>, <help>. Away? <vacation 12-20 July>
Do not forward. Mail 41, Tue 3 March, 08:14.
"""

WORDS = [
    "<QS>", "(2)", "2", "two", "play", "QS", "queen", "of", "spades", "the", "a", "trick,", "no",
    "help", "all", '"bid', '2"', '"', "Ben", "leads.", "history", "rules", "blackout", "say",
    "possibly", "unfortunately", "*", "bid", "for", "good", "resign", "\u200b2",
]  # fmt: skip


def by_wrapping(text: str) -> set[str]:
    """The same by brute force: really wrap every tail of every line and paragraph."""
    units = text.splitlines() + ["\n".join(part) for part in paragraphs(text)]
    found = set()
    for unit in units:
        words = unit.split()
        for first in range(len(words)):
            for width in range(10, 101):
                wrapped = textwrap.wrap(
                    " ".join(words[first:]), width, break_long_words=False, break_on_hyphens=False
                )
                found.update(line for line in wrapped if is_order(line))
    return found


def paragraphs(text: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.split():
            parts[-1].append(line)
        else:
            parts.append([])
    return [part for part in parts if part]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from([*WORDS, "\n", "\n\n"]), max_size=24).map(" ".join))
@example("the queen of spades is what Ben led to the first trick")
@example("possibly\nunfortunately 2\nof them")
def test_the_fragments_are_those_of_real_wrapping(text):
    found = fragments_that_read_as_orders(text)
    assert len(set(found)) == len(found)
    assert set(found) == by_wrapping(text)


def test_a_model_mail_is_harmless():
    assert fragments_that_read_as_orders(HARMLESS) == ()


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("Dan led the queen of spades to the third trick of this deal", "queen of spades"),
        ("Totals: Carol 37, Ben 24.", "24."),
        ("Your hand: diamonds 9, clubs 4.", "diamonds 9,"),
        ("On the 8 your order plays, but in this unlikely\ncase,\ntwo\n", "two"),
        ("Ben\u00a0says\u00a0say\u00a0hello", "say hello"),
        ("you reply as Ben\nwrites", "as Ben"),
        ("this costs you no\nanswer whatsoever", "no"),
    ],
)
def test_a_trap_is_found(text, fragment):
    assert fragment in fragments_that_read_as_orders(text)


def test_a_narrow_line_is_as_wide_as_the_narrowest_screen():
    # At ten columns "4 March" stays together, so "4" is never alone.
    assert fragments_that_read_as_orders("by Wed 4 March, noon") == ()


def test_a_fragment_is_an_order_once_cleaned():
    for fragment in fragments_that_read_as_orders('He wrote "bid 2" and "QS" or help.\n'):
        assert is_order(clean_line(fragment))
