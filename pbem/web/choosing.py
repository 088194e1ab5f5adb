"""Which of several people at one address it is, as a form says."""

from flask import abort, request

from pbem.app.people import Choice

_LONGEST_NAME = 60


def choice_sent() -> Choice:
    """Return the choice of the form: the player whose button was pressed, else the name typed."""
    player = request.form.get("player", "")
    if not player:
        return Choice(name=request.form.get("name", "").strip()[:_LONGEST_NAME])
    if not (player.isascii() and player.isdigit() and len(player) < 12):
        abort(400)
    return Choice(player_id=int(player))
