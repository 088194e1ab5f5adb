"""`pbem keys status` and `pbem keys reseal`: bringing a change of keys to its end."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import click

from pbem.cli.house import opened

if TYPE_CHECKING:
    from pbem.store.resealing import Step
    from pbem.wiring.key_health import Standing

_BATCHES_A_LINE = 20


@click.command("status")
def status() -> None:
    """Tell what each key has sealed, and until when the older ones are needed.

    Exits 1 if something is sealed with a key that is not in PBEM_KEYS.
    """
    from pbem.wiring.key_health import standing

    with opened() as house:
        found = standing(house)
    _print(found)
    sys.exit(1 if found.missing else 0)


@click.command("reseal")
@click.option("--batch", default=100, show_default=True, help="Rows in a transaction.")
@click.option(
    "--restarted", is_flag=True, help="All parts of the service were started anew with the key."
)
def reseal(*, batch: int, restarted: bool) -> None:
    """Seal everything anew with the current key, the first of PBEM_KEYS.

    The service may run, once all its parts were started anew with that key. Broken off,
    it is run again. Exits 1 if something could not be sealed anew.
    """
    from pbem.store.resealing import reseal as resealed
    from pbem.wiring.key_health import may_be_unknown, note_current, standing

    with opened() as house:
        before = standing(house)
        if not restarted and may_be_unknown(house, before.sealed):
            raise click.ClickException(_may_be_unknown(before.keys.newest))
        note_current(house)
        told = _Told()
        for step in resealed(house.engine, house.settings.keys, max(1, batch)):
            told.see(step)
        found = standing(house)
    _print(found)
    for line in told.left():
        click.echo(line)
    sys.exit(1 if found.missing or told.shut or told.busy else 0)


def _may_be_unknown(key_id: int) -> str:
    return (
        f"The service is running and has sealed nothing with key {key_id} yet. Parts that do not"
        " know it cannot read what is sealed anew. Start all of them anew with PBEM_KEYS as it is"
        " now, and then say so: `pbem keys reseal --restarted`."
    )


@dataclass(slots=True)
class _Told:
    """Prints how far it is, and counts what could not be sealed anew."""

    shut: int = 0
    busy: int = 0
    _steps: int = field(default=0)

    def see(self, step: "Step") -> None:
        self._steps += 1
        if step.is_last or self._steps % _BATCHES_A_LINE == 0:
            click.echo(f"{step.column}: {step.looked} looked at, {step.changed} sealed anew")
        if step.is_last:
            self.shut += step.shut
            self.busy += step.busy

    def left(self) -> Iterator[str]:
        if self.shut:
            yield (
                f"{self.shut} values do not open with the key of their number: they were altered,"
                " or another key stands under that number in PBEM_KEYS. They are left as they are."
            )
        if self.busy:
            yield f"{self.busy} rows were in other hands all the time: run it again."


def _print(found: "Standing") -> None:
    for line in (*_of_order(found), *_of_seals(found), *_of_mails(found), *_of_end(found)):
        click.echo(line)


def _of_order(found: "Standing") -> Iterator[str]:
    highest = max(found.keys.ids())
    if highest != found.keys.newest:
        yield (
            f"Key {found.keys.newest} stands first in PBEM_KEYS, so it is the current one. If key"
            f" {highest} is the new one, put it first, and start all parts of the service anew."
        )


def _of_seals(found: "Standing") -> Iterator[str]:
    newest = found.keys.newest
    yield f"key {newest}, the current one: has sealed {_values(found.sealed.get(newest, 0))}"
    for key_id in found.older:
        count = found.sealed.get(key_id, 0)
        if count:
            what = f"{_values(count)}; `pbem keys reseal` seals them anew"
        else:
            what = "nothing that is kept"
        yield f"key {key_id}: has sealed {what}"
    for key_id, count in sorted(found.missing.items()):
        yield (
            f"key {key_id}: NOT IN PBEM_KEYS, and has sealed {_values(count)}, which nobody can"
            " read now. Put it back behind the current one, start all parts of the service anew,"
            " and run `pbem keys reseal`."
        )


def _of_mails(found: "Standing") -> Iterator[str]:
    """Say what mails from before hang on the older keys."""
    over = found.overlap
    if not found.older:
        return
    yield f"In mails from before {_moment(over.changed)} older keys have signed:"
    yield f"  the reply addresses of {over.seats} seats which had no mail since"
    yield f"  {over.invitations} open invitations{_until(over.invitations_until)}"
    yield f"  {over.questions} questions{_until(over.questions_until)}"
    yield "  links that end mails, and the addresses of delivery reports"
    if over.barred:
        yield (
            f"{over.barred} addresses are never to be invited. Who said so under an older key is"
            " known by that key alone, and could be invited again without it."
        )


def _of_end(found: "Standing") -> Iterator[str]:
    for key_id in found.older:
        yield f"key {key_id}: {_end_of(found, key_id)}"


def _end_of(found: "Standing", key_id: int) -> str:
    if found.sealed.get(key_id):
        return "has to stay: what it has sealed cannot be read without it"
    if found.now < found.until:
        return f"should stay until {_moment(found.until)}, for links and answers to older mails"
    if found.overlap.seats:
        return f"may go; answers to the newest mail of {found.overlap.seats} seats are lost by that"
    return "may go"


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"


def _until(moment: datetime | None) -> str:
    return "" if moment is None else f", until {_moment(moment)}"


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


COMMANDS = (status, reseal)
