"""Rendering: one function for all pages, with what every page shows."""

from flask import render_template

from pbem.web.house import house
from pbem.web.readers import reader
from pbem.web.sessions import current_player
from pbem.web.troubles import own_troubles


def screen(template: str, **values: object) -> str:
    """Return a page. `me` is who is signed in, `reader` for whom it is worded."""
    return render_template(
        template,
        me=current_player(),
        reader=reader(),
        own_troubles=own_troubles(),
        settings=house().settings,
        policy=house().services.policy,
        **values,
    )
