"""The mailbox page of the demo: `python -m pbem.demo.mailbox PORT SMTP_PORT FOLDER`."""

import sys
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Response as AnyResponse

from pbem.demo.letterbox import DemoMail, mail_numbered, mails_in
from pbem.demo.place import SERVICE_ADDRESS, YOUR_ADDRESS
from pbem.demo.replying import new_mail, reply_to, send

_HOST: Final = "127.0.0.1"
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
# The mail's own HTML: no scripts, no forms, nothing loaded; links open outside.
_MAIL_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self';"
    " sandbox allow-popups allow-popups-to-escape-sandbox"
)
_LONGEST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Mailbox:
    """What the page shows and sends."""

    folder: Path
    smtp_port: int

    def show(self) -> str:
        """The list, with the newest mail open."""
        mails = mails_in(self.folder)
        return self._page(mails, mails[0] if mails else None)

    def show_one(self, number: int) -> str:
        return self._page(mails_in(self.folder), self._mail(number))

    def show_html(self, number: int) -> Response:
        """A mail's HTML part alone, for the frame; its links open in a window of their own."""
        html = self._mail(number).html.replace("<head>", '<head><base target="_blank">', 1)
        response = Response(html, mimetype="text/html")
        response.headers["Content-Security-Policy"] = _MAIL_POLICY
        return response

    def reply(self, number: int) -> AnyResponse | str:
        mail = self._mail(number)
        return self._sent(reply_to(mail, _typed()), mail)

    def write(self) -> AnyResponse | str:
        return self._sent(new_mail(YOUR_ADDRESS, SERVICE_ADDRESS, _typed()), None)

    def wait(self) -> AnyResponse | str:
        """Look for a newer mail each second, and open it."""
        mails = mails_in(self.folder)
        after = request.args.get("after", 0, int)
        if mails and mails[0].number > after:
            return redirect(url_for("show_one", number=mails[0].number))
        return render_template("waiting.html", newest=after)

    def _sent(self, message: EmailMessage, mail: DemoMail | None) -> AnyResponse | str:
        mails = mails_in(self.folder)
        newest = mails[0].number if mails else 0
        fault = send(message, _HOST, self.smtp_port)
        if fault:
            return self._page(mails, mail, fault=fault, typed=_typed())
        return redirect(url_for("wait", after=newest), 303)

    def _page(
        self, mails: list[DemoMail], mail: DemoMail | None, *, fault: str = "", typed: str = ""
    ) -> str:
        values = {"fault": fault, "typed": typed, "service": SERVICE_ADDRESS, "you": YOUR_ADDRESS}
        return render_template("mailbox.html", mails=mails, mail=mail, **values)

    def _mail(self, number: int) -> DemoMail:
        return mail_numbered(self.folder, number) or abort(404)


def _typed() -> str:
    return request.form.get("text", "")[:_LONGEST].replace("\r\n", "\n")


def create_mailbox(folder: Path, smtp_port: int) -> Flask:
    """Return the application. It answers to this machine only."""
    app = Flask("pbem.demo")
    box = Mailbox(folder, smtp_port)
    app.add_url_rule("/", "show", box.show)
    app.add_url_rule("/mail/<int:number>", "show_one", box.show_one)
    app.add_url_rule("/mail/<int:number>/html", "show_html", box.show_html)
    app.add_url_rule("/mail/<int:number>/reply", "reply", box.reply, methods=["POST"])
    app.add_url_rule("/write", "write", box.write, methods=["POST"])
    app.add_url_rule("/wait", "wait", box.wait)
    app.before_request(_refuse_strangers)
    app.after_request(_guard)
    return app


def _refuse_strangers() -> None:
    """Refuse what another site has a browser do: other names of this host, other origins."""
    host = urlsplit(f"//{request.host}").hostname
    if host not in {_HOST, "localhost"}:
        abort(400)
    if request.method == "POST" and request.headers.get("Origin", "") not in {
        "",
        request.host_url.rstrip("/"),
    }:
        abort(403)


def _guard(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", _POLICY)
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "no-store"
    return response


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        """Log no requests."""


def main(port: int, smtp_port: int, folder: Path) -> None:
    """Serve until the process is ended."""
    app = create_mailbox(folder, smtp_port)
    make_server(_HOST, port, app, threaded=True, request_handler=_Quiet).serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
