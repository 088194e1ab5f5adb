"""The Flask application."""

import logging
from datetime import timedelta
from traceback import extract_tb
from types import TracebackType

from flask import Flask, request
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from pbem.app.services import Services
from pbem.show.places import templates_dir, translations_dir
from pbem.signing import Keys
from pbem.web.account import account
from pbem.web.addresses import addresses
from pbem.web.answering import answering
from pbem.web.errors import handle_errors
from pbem.web.finding import finding
from pbem.web.forms import refuse_foreign_posts
from pbem.web.front import front
from pbem.web.games import games
from pbem.web.headers import guard
from pbem.web.hooks import hooks
from pbem.web.house import Again, CheckHook, House, Receive, TakeCall, no_provider, once
from pbem.web.house_rules.pages import house_rules
from pbem.web.keeper import keeper
from pbem.web.limits import limiter
from pbem.web.links import links
from pbem.web.machine import machine
from pbem.web.odds import odds
from pbem.web.readers import locale
from pbem.web.settings import WebSettings
from pbem.web.sheets import sheets
from pbem.web.starts import starts
from pbem.web.stopping import stopping
from pbem.web.teaching import teach
from pbem.web.troubles import troubles

_FORM_BYTES = 64 * 1024
_Crash = tuple[type, BaseException, TracebackType | None]

log = logging.getLogger(__name__)


_PAGES = (
    front,
    finding,
    odds,
    keeper,
    sheets,
    account,
    addresses,
    starts,
    house_rules,
    links,
    answering,
    games,
    stopping,
    troubles,
    machine,
    hooks,
)


class Pages(Flask):
    """The application; what it logs of a crash holds no address, since addresses hold tokens."""

    def log_exception(self, exc_info: _Crash | tuple[None, None, None]) -> None:
        kind, _, trace = exc_info
        frames = "".join(f"\n  {at.filename}:{at.lineno} {at.name}" for at in extract_tb(trace))
        name = kind.__name__ if kind else "nothing"
        log.error("%s on %s (%s)%s", name, request.endpoint, request.method, frames)


def create_app(  # noqa: PLR0913 - what the house gives to its pages
    services: Services,
    settings: WebSettings,
    keys: Keys,
    receive: Receive,
    check_hook: CheckHook,
    take_call: TakeCall = no_provider,
    *,
    again: Again = once,
) -> Flask:
    """Return the web side of the house.

    `check_hook` judges the signature of a call of the mail hook, `receive` stores its letter.
    `take_call` takes the calls of mail providers; `again` repeats what nobody would repeat by hand.
    """
    app = Pages("pbem.web", template_folder=str(templates_dir() / "pages"))
    app.config.update(
        MAX_CONTENT_LENGTH=_FORM_BYTES,
        MAX_FORM_PARTS=50,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
        RATELIMIT_STORAGE_URI=settings.limits_url,
        BABEL_TRANSLATION_DIRECTORIES=str(translations_dir()),
        BABEL_DOMAIN="pbem",
    )
    app.extensions["pbem"] = House(services, settings, keys, receive, check_hook, take_call, again)
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count)  # type: ignore[method-assign]
    limiter.init_app(app)
    Babel(app, locale_selector=locale)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    teach(app)
    app.before_request(refuse_foreign_posts)
    app.after_request(guard)
    handle_errors(app)
    for pages in _PAGES:
        app.register_blueprint(pages)
    return app
