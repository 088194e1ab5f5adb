"""What is trumps in a deal, and whether a card is turned for it (catalogue, section 5)."""

from pbem.rules.cards import NO_TRUMP, Card
from pbem.rules.ruleset import Rules


def turns_card(rules: Rules, sizes: tuple[int, ...], deal: int) -> bool:
    """Tell whether a card is turned in this deal, if one is left."""
    return rules.trump_method == "turn_up" and not _is_largest(rules, sizes, deal)


def trump_of(rules: Rules, sizes: tuple[int, ...], deal: int, turned: Card | None) -> str:
    """Return the trumps of a deal (numbered from 1), given the card turned for it, if any.

    Only the methods that can be played are known here: `rules_of` refuses others.
    """
    if _is_largest(rules, sizes, deal):
        return NO_TRUMP
    if rules.trump_cycle is not None:
        return rules.trump_cycle[(deal - 1) % len(rules.trump_cycle)]
    if rules.fixed_trump is not None:
        return rules.fixed_trump
    if turned is None or turned.rank in rules.no_trump_upcards:
        return NO_TRUMP
    return turned.suit


def _is_largest(rules: Rules, sizes: tuple[int, ...], deal: int) -> bool:
    return rules.largest_hand_no_trump and sizes[deal - 1] == max(sizes)
