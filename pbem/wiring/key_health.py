"""Which keys are needed still: by what is sealed, and by mails that went out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Engine

from pbem.signing import Keys
from pbem.store.overlap import Overlap, note_key, overlap
from pbem.store.resealing import sealed_with
from pbem.wiring.house import House

# So long the link in a mail has to end the mails at least, where laws say a time.
_LINKS_LAST: Final = timedelta(days=30)
_ALIVE: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Standing:
    """How many values each key has sealed (by id), and what mails still hang on older keys."""

    keys: Keys
    sealed: Mapping[int, int]
    overlap: Overlap
    now: datetime

    @property
    def older(self) -> tuple[int, ...]:
        """The keys behind the current one."""
        return tuple(key_id for key_id in self.keys.ids() if key_id != self.keys.newest)

    @property
    def missing(self) -> Mapping[int, int]:
        """How many values keys have sealed that are not in PBEM_KEYS."""
        return missing(self.keys, self.sealed)

    @property
    def until(self) -> datetime:
        """Until when links and reply addresses of older keys are of use, seats left aside."""
        late = self.overlap.invitations_until, self.overlap.questions_until
        links = self.overlap.changed + _LINKS_LAST
        return max(links, *(moment for moment in late if moment is not None), links)


def standing(house: House) -> Standing:
    """Return how the keys stand. Nothing is changed."""
    keys, now = house.settings.keys, house.services.clock.now()
    lasts = house.services.policy.question_lasts
    sealed = sealed_with(house.engine)
    return Standing(keys, sealed, overlap(house.engine, keys.newest, now, lasts), now)


def note_current(house: House) -> None:
    """Note that the current key is in use by now, unless that is noted."""
    note_key(house.engine, house.settings.keys.newest, house.services.clock.now())


def may_be_unknown(house: House, sealed: Mapping[int, int]) -> bool:
    """Tell whether the service runs and may not know the current key: it has sealed nothing."""
    keys = house.settings.keys
    if sealed.get(keys.newest) or not any(sealed.values()):
        return False
    with house.services.uow() as uow:
        tick = uow.beats.last("tick")
    return tick is not None and house.services.clock.now() - tick < _ALIVE


def missing(keys: Keys, sealed: Mapping[int, int]) -> Mapping[int, int]:
    """Return how many values are sealed with keys that are not among these."""
    return {key_id: count for key_id, count in sealed.items() if key_id not in keys.ids()}


def sick_keys(engine: Engine, keys: Keys) -> Iterator[tuple[str, str]]:
    """Yield what is sealed with a key that is missing, or is not the current one."""
    sealed = sealed_with(engine)
    for key_id, count in sorted(missing(keys, sealed).items()):
        yield (
            f"{count} values are sealed with key {key_id}, which is not in PBEM_KEYS.",
            "Put it back behind the current one, start all anew, and run `pbem keys reseal`.",
        )
    older = sum(sealed.get(key_id, 0) for key_id in keys.ids() if key_id != keys.newest)
    if older:
        yield (
            f"{older} values are sealed with older keys than the current one, key {keys.newest}.",
            "Bring the change of keys to its end: `pbem keys reseal`.",
        )
