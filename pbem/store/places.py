"""Where a sealed value belongs: what is sealed for one of these places opens there only."""

from pbem.store.columns import storable


def event(game_id: int, seq: int) -> str:
    return f"events/{game_id}/{seq}"


def state(game_id: int, deal: int) -> str:
    return f"deal_starts/{game_id}/{deal}"


def secret(code: str) -> str:
    return f"games/{code}/secret"


def words(game_id: int, seat: int) -> str:
    return f"talks/{game_id}/{seat}"


def question(purpose: str, email: str) -> str:
    return f"pending/{purpose}/{storable(email)}"


def notice_facts(key: str) -> str:
    return f"outbox/{key}/facts"


def mail(key: str) -> str:
    return f"outbox/{key}/rendered"


def raw(mark: str) -> str:
    return f"letters/{mark}/raw"


def trace(mark: str) -> str:
    return f"letters/{mark}/trace"


def origin(mark: str) -> str:
    return f"letters/{mark}/origin"
