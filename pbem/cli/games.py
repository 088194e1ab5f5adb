"""`pbem replay` and `pbem verify`: is what is kept what the log says, and were deals fair?"""

import sys
from collections.abc import Iterable

import click

from pbem.app import audit
from pbem.app.projections import Finding
from pbem.cli.house import opened
from pbem.wiring import House


@click.command("replay")
@click.argument("game", required=False)
@click.option("--all", "every", is_flag=True, help="Every game there is.")
def replay(*, game: str | None, every: bool) -> None:
    """Rebuild GAME (its code) from its first event and compare it with all that is kept."""
    if every == (game is not None):
        raise click.UsageError("name a game, or say --all")
    with opened() as house:
        if game is not None:
            _conclude([(game, audit.replay(house.services, _game_id(house, game)))])
        else:
            replayed = audit.replay_all(house.services)
            _conclude((f"game {game_id}", findings) for game_id, findings in replayed)


@click.command("verify")
@click.argument("game")
def verify(game: str) -> None:
    """Check every deal of GAME (its code) against the commitments its players hold."""
    with opened() as house:
        _conclude([(game, audit.verify(house.services, _game_id(house, game)))], says_all=True)


def _game_id(house: House, code: str) -> int:
    with house.services.uow() as uow:
        row = uow.games.by_code(code.upper())
    if row is None:
        raise click.ClickException(f"there is no game {code}")
    return row.id


def _conclude(games: Iterable[tuple[str, tuple[Finding, ...]]], *, says_all: bool = False) -> None:
    """Tell what does not hold, then how many hold and do not; exit 1 if any does not."""
    passed = failed = count = 0
    for name, findings in games:
        count += 1
        for finding in findings:
            passed, failed = passed + finding.holds, failed + (not finding.holds)
            if says_all or not finding.holds:
                verdict = "holds" if finding.holds else f"DOES NOT HOLD {finding.found}".rstrip()
                click.echo(f"{name}: {finding.what}: {verdict}")
    click.echo(f"{count} {'game' if count == 1 else 'games'}, {passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


COMMANDS = (replay, verify)
