"""Points as people write them: `11`, `½`, `-1½`."""

from pbem.rules.scoring import Points

HALF = "\N{VULGAR FRACTION ONE HALF}"


def figure(points: Points) -> str:
    """Return a number of points; halves are told as such."""
    whole, rest = divmod(abs(points), 1)
    told = str(int(whole)) if whole or not rest else ""
    return ("-" if points < 0 else "") + told + (HALF if rest else "")


def signed(points: Points) -> str:
    """Return points with their sign: `+11`, `-½`."""
    return figure(points) if points < 0 else f"+{figure(points)}"
