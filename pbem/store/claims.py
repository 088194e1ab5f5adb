"""Which letter is read next: the statements that claim one of those that wait."""

from sqlalchemy import BigInteger, bindparam, case, cast, exists, func, not_, or_, select, true

from pbem.app.incoming import SEAT_LANE
from pbem.store.columns import UtcTime, word
from pbem.store.games import COLUMNS
from pbem.store.schema import games, letters, seats

_asked = letters.alias("asked")
_first = letters.alias("first")
_LANE = select(_asked.c.lane).where(_asked.c.id == bindparam("letter_id")).scalar_subquery()
_OLDEST_OF_LANE = (
    select(func.min(_first.c.id))
    .where(_first.c.lane == _LANE, _first.c.state == word("new"))
    .scalar_subquery()
)
# A letter without a lane has no others before it, and is its own lane.
NEXT_IN_LANE = (
    select(letters)
    .where(
        letters.c.id == func.coalesce(_OLDEST_OF_LANE, bindparam("letter_id")),
        letters.c.state == word("new"),
    )
    .with_for_update(skip_locked=True, of=letters)
)

# An unread letter that no unread one of its lane came before.
_IS_FIRST = letters.c.id == func.coalesce(
    select(func.min(_first.c.id))
    .where(_first.c.lane == letters.c.lane, _first.c.state == word("new"))
    .correlate(letters)
    .scalar_subquery(),
    letters.c.id,
)
_NOW = bindparam("now", type_=UtcTime())
# What came too often waits for its time, and what came after it in its lane with it.
IS_DUE = or_(letters.c.not_before.is_(None), letters.c.not_before <= _NOW)
_IS_HELD_BACK = (
    exists()
    .where(
        _first.c.lane == letters.c.lane,
        _first.c.state == word("new"),
        _first.c.id < letters.c.id,
        _first.c.not_before > _NOW,
    )
    .correlate(letters)
)
BEHIND = (
    select(letters.c.id)
    .where(letters.c.state == word("new"), not_(_IS_FIRST), IS_DUE, not_(_IS_HELD_BACK))
    .limit(1)
)

_IS_OF_SEAT = func.substr(letters.c.lane, 1, len(SEAT_LANE)) == word(SEAT_LANE)
_SEAT = case((_IS_OF_SEAT, cast(func.substr(letters.c.lane, len(SEAT_LANE) + 1), BigInteger)))
_claimed = (
    select(
        *(column for column in letters.c if column.name not in {"game_id", "trace"}),
        _SEAT.label("seat_id"),
        exists()
        .where(
            _asked.c.state == word("new"),
            _asked.c.id != letters.c.id,
            or_(_asked.c.not_before.is_(None), _asked.c.not_before <= _NOW),
        )
        .correlate(letters)
        .label("are_more"),
    )
    .where(letters.c.state == word("new"), letters.c.id > bindparam("after"), _IS_FIRST, IS_DUE)
    .order_by(letters.c.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=letters)
    .cte("claimed")
)
_game_of_seat = (
    select(seats.c.game_id)
    .where(seats.c.id == select(_claimed.c.seat_id).scalar_subquery())
    .scalar_subquery()
)
# Whoever claims a letter does not wait: the table may be in other hands for long, and
# others are to know by then which letter is held up by it.
_held = (
    select(*(column.label("held_id") if column is games.c.id else column for column in COLUMNS))
    .where(games.c.id == _game_of_seat)
    .with_for_update(key_share=True, skip_locked=True, of=games)
    .cte("held")
)
NEXT_WAITING = select(_claimed, _held).select_from(_claimed.join(_held, true(), isouter=True))
