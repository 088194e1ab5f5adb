"""How often one address of the net may ask for what sends mail or tries secrets."""

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# Counters fall back to this process while the shared ones cannot be reached: a
# lost Redis neither closes the house nor lifts its limits.
limiter = Limiter(
    get_remote_address,
    strategy="moving-window",
    in_memory_fallback_enabled=True,
    headers_enabled=False,
)

ASKS = "5 per minute; 30 per hour"
TRIES = "20 per minute; 200 per hour"
LETTERS = "1200 per minute"
# A link of a mail needs no guard against guessing (82 bits), and a whole company may
# come from one address.
LINKS = "600 per minute"
FILES = "120 per minute"
