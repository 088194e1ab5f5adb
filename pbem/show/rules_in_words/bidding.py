"""Who bids when and what, in words (catalogue, section 6)."""

from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines, other_side, side


def bidding(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the order of the bids, the hook, and what else binds or frees a bidder."""
    return lines(
        (
            _mode(reader, rules),
            hook(reader, rules),
            _change(reader, rules),
            _announced(reader, rules),
            _zeros(reader, rules),
            _exempt(reader, rules),
            _forehead(reader, rules),
            _premium(reader, rules),
        )
    )


def _mode(reader: Reader, rules: Rules) -> str:
    match rules.bid_mode:
        case "in_turn":
            what = reader._(
                "Everybody says how many tricks they will take, from (0) to all of them."
            )
            return f"{what} {_order(reader, rules)}"
        case "simultaneous":
            return reader._(
                "Everybody says how many tricks they will take, from (0) to all of them, and all "
                "at the same time: a bid is secret until the last is in."
            )
        case "bid_cards":
            return reader._(
                "Everybody lays (3) cards aside face down. Their suits are the bid, whatever "
                "their ranks: a club counts (3), a heart (2), a spade (1), a diamond (0). The "
                "other cards are played. Bids stay secret until the deal is over. Then all are "
                "shown, as the hands are."
            )


def _order(reader: Reader, rules: Rules) -> str:
    if rules.first_bidder == "dealer":
        return reader._(
            "The dealer bids first, and whoever sits to the dealer's {side} bids last.",
            side=other_side(reader, rules),
        )
    return reader._(
        "Whoever sits to the dealer's {side} bids first, and the dealer bids last.",
        side=side(reader, rules),
    )


def hook(reader: Reader, rules: Rules) -> str:
    """Return what binds the last bidder, and whether that holds in one-card deals too."""
    match rules.hook:
        case "not_equal":
            return _not_equal(reader, rules)
        case "must_equal":
            return f"{_must_equal(reader)} {_in_one_card_deals(reader, rules)}"
        case "free":
            return f"{_free(reader, rules)} {_in_one_card_deals(reader, rules)}"


def hook_in_short(reader: Reader, rules: Rules) -> str:
    """Return the same in half a line; `never`, `always` and `every` hold in one-card deals too."""
    match rules.hook:
        case "must_equal":
            return reader._("Bids always add up to the tricks.")
        case "not_equal" if rules.hook_min_cards > 1:
            return reader._(
                "From ({n}) cards on bids never add up to the tricks.", n=rules.hook_min_cards
            )
        case "not_equal":
            return reader._("Bids never add up to the tricks.")
        case "free":
            return reader._("Every bid is free in every deal.")


def _must_equal(reader: Reader) -> str:
    return reader._(
        "The bids must add up to the tricks: nobody may bid more than is left, and the last "
        "bidder has to bid the rest."
    )


def _free(reader: Reader, rules: Rules) -> str:
    if rules.bid_mode == "in_turn":
        return reader._("The last bidder is free like the others, whatever the bids add up to.")
    return reader._("The bids may add up to anything.")


def _not_equal(reader: Reader, rules: Rules) -> str:
    least = rules.hook_min_cards
    beyond = reader._("If the others have bid more already, any bid is allowed.")
    if least == 1:
        told = reader._("The last bidder may not make the bids add up to the tricks.")
        return f"{told} {_in_one_card_deals(reader, rules)} {beyond}"
    told = reader._(
        "In deals of ({n}) tricks or more the last bidder may not make the bids add up to the "
        "tricks.",
        n=least,
    )
    if least > max(_sizes(rules)):
        told += " " + reader._("This game has none so large.")
    if has_one_card_deal(rules):
        free = reader._("With fewer tricks, and so in one-card deals, the last bid is free.")
    else:
        free = reader._("With fewer tricks the last bid is free. One-card deals do not occur.")
    return f"{told} {free} {beyond}"


def _in_one_card_deals(reader: Reader, rules: Rules) -> str:
    if has_one_card_deal(rules):
        return reader._("That holds in one-card deals too.")
    return reader._("One-card deals do not occur.")


def has_one_card_deal(rules: Rules) -> bool:
    """Tell whether a deal with a single trick may come."""
    return 1 in _sizes(rules)


def _sizes(rules: Rules) -> set[int]:
    return set(range(1, 14)) if rules.sequence == "upcard" else set(deal_sizes(rules))


def _change(reader: Reader, rules: Rules) -> str:
    match rules.bid_change:
        case "never":
            return reader._("A bid that is made stands.")
        case "until_next_bid":
            return reader._(
                "A bid may be changed until the next player has bid. The last bid stands."
            )
        case "until_reveal":
            return reader._("A bid may be changed until the last bid is in.")


def _announced(reader: Reader, rules: Rules) -> str:
    if not rules.announce_total:
        return ""
    return reader._(
        "After the last bid all are told how the bids compare with the tricks: over, under or "
        "even with them."
    )


def _zeros(reader: Reader, rules: Rules) -> str:
    most = rules.max_zero_bids_in_row
    if most is None:
        return ""
    if most == 1:
        return reader._(
            "Who bid (0) in the deal before may not bid (0), unless nothing else is allowed."
        )
    return reader._(
        "Who bid (0) in each of the last ({n}) deals may not bid (0), unless nothing else is "
        "allowed.",
        n=most,
    )


def _exempt(reader: Reader, rules: Rules) -> str:
    if rules.no_bid_at_score is None:
        return ""
    return reader._(
        "Who has ({n}) points or more before a deal does not bid in it, and gets a point for "
        "each trick. The last of the others is then the last bidder. If nobody bids, the deal is "
        "played all the same.",
        n=rules.no_bid_at_score,
    )


def _forehead(reader: Reader, rules: Rules) -> str:
    match rules.forehead:
        case "never":
            return ""
        case "all_one_card":
            return reader._(
                "In one-card deals everybody sees the cards of all the others but not their own, "
                "and bids on that. The cards then play themselves."
            )
        case "final_one_card":
            return reader._(
                "In the last one-card deal everybody sees the cards of all the others but not "
                "their own, and bids on that. The cards then play themselves."
            )


def _premium(reader: Reader, rules: Rules) -> str:
    if not rules.premium_bids:
        return ""
    return reader._(
        "One player may show what is laid aside to all before play, which is called to "
        "(declare), or that and all other cards, which is called to (reveal). If more than one "
        "want to, a (reveal) goes first, and then whoever sits nearest to the dealer's {side}.",
        side=side(reader, rules),
    )
