"""What a page's buttons may send: a bid or a card, and no other order."""

import re

ANSWER = re.compile(r"\d{1,2}|[2-9TJQKA][CDHS]", re.ASCII)
