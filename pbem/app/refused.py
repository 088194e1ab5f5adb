"""What the service refuses about addresses, as values."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Replaced:
    """A reply address that was replaced by a new one, in the newest mail of table `code`."""

    code: str


@dataclass(frozen=True, slots=True)
class DoneLately:
    """Something was done as often as an hour allows (`times`)."""

    times: int


@dataclass(frozen=True, slots=True)
class CannotChange:
    """Why an address of one's own cannot be added, removed or made the main one.

    `last`: somebody has to be reached somewhere. `have`: it is among them already. `not_yours`,
    `unproven`: it is not, or not yet. `limit`: there are enough, or enough wait for a yes.
    `day`: enough were asked today. `service`: it is the address of this service. `barred`: who
    reads there wants no mail that they have not asked for.
    """

    email: str
    why: Literal["last", "have", "not_yours", "unproven", "limit", "day", "service", "barred"]
