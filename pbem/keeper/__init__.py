"""The score keeper for people at a real table: what was bid and taken, and what it comes to."""

from pbem.keeper.bidding import HookBroken, WrongSum, broken_hook, wrong_sum
from pbem.keeper.reckoning import NextDeal, Reckoned, reckon
from pbem.keeper.table import KeptDeal, KeptTable
from pbem.keeper.wording import query_of, table_of

__all__ = [
    "HookBroken",
    "KeptDeal",
    "KeptTable",
    "NextDeal",
    "Reckoned",
    "WrongSum",
    "broken_hook",
    "query_of",
    "reckon",
    "table_of",
    "wrong_sum",
]
