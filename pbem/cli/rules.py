"""`pbem rules`: the presets, and one of them in plain words."""

import click

from pbem.rules.options import RulesRefused
from pbem.rules.presets import PRESETS, Preset, find_preset, near_presets, preset_rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words import effort, plain

_WIDTH = 72


@click.group("rules")
def rules() -> None:
    """The rules that can be played here."""


@rules.command("list")
def list_rules() -> None:
    """List the presets: id, name, and for how many players."""
    width = max(len(preset_id) for preset_id in PRESETS)
    for preset in PRESETS.values():
        click.echo(f"{preset.id:<{width}}  {preset.name}, {_span(preset)} players")


@rules.command("show")
@click.argument("preset")
@click.option("--players", type=int, help="For how many; the default is 4, or the nearest.")
def show(*, preset: str, players: int | None) -> None:
    """Tell the rules of PRESET in plain words, with its number of deals and tricks."""
    found = _found(preset)
    count = players or min(found.players, key=lambda number: (abs(number - 4), number))
    built = preset_rules(found.id, count)
    if isinstance(built, RulesRefused):
        raise click.ClickException(f"{found.name} is for {_span(found)} players, not for {count}")
    click.echo(f"{found.name}, for {count} players")
    reader = Reader("en")
    for line in (*plain(reader, built), effort(reader, built)):
        click.echo(click.wrap_text(line, _WIDTH))


def _span(preset: Preset) -> str:
    """Return for how many it is: `4`, or `3 to 7`."""
    least, most = min(preset.players), max(preset.players)
    return f"{least}" if least == most else f"{least} to {most}"


def _found(text: str) -> Preset:
    found = find_preset(text)
    if found is None:
        near = ", ".join(near_presets(text))
        hint = f"did you mean {near}?" if near else "`pbem rules list` lists them"
        raise click.ClickException(f"no rules are called {text}; {hint}")
    return found


COMMANDS = (rules,)
