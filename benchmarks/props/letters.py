"""Letters as a mail program makes them of an answer: the whole mail quoted, in text and HTML."""

from email.message import EmailMessage
from email.policy import SMTP

from benchmarks.props.games import Table, Turn
from pbem.app.ports import Uow
from pbem.signing import Keys, reply_token

_SERVICE = "play@cards.example.org"

_QUOTED = """\
Your card, please: write one of <4D> <9D> <KD> (by Tue 3 Mar, 09:00, Europe/Berlin).
[Reply above this line; everything below is left out.]

Hand: <3C> <10C> <4D> <9D> <KD> <7H> <QS>
Trump: spades (5S was turned up)

Table, deal 4 of 13, trick 2 of 4
  Alice   bid 1, has 0
  Bob     bid 0, has 1   led 6D
  Carol   bid 2, has 0   played JD
  Dan     bid 0, has 0   to play

What happened since
  Alice took trick 1 with the ace of hearts.
  Bob led the six of diamonds.
  Carol played the jack of diamonds.

Scores
  Alice 33, Bob 41, Carol 20, Dan 31

http://127.0.0.1:1/t/bfgjklmnpqrtvwxyzbfg
"""


def letter(table: Table, turn: Turn, number: int, keys: Keys) -> tuple[bytes, str]:
    """Return the raw answer that makes a move, and the address it is sent to."""
    seat = table.seats[turn.seat]
    token = reply_token(keys, "seat", seat.id, turn.at, seat.generation)
    mailbox, _, domain = _SERVICE.partition("@")
    recipient = f"{mailbox}+{token}@{domain}"
    return _message(table, turn, number, recipient).as_bytes(policy=SMTP), recipient


def _message(table: Table, turn: Turn, number: int, recipient: str) -> EmailMessage:
    email = table.emails[turn.seat]
    mail = EmailMessage()
    mail["From"] = f"{table.seats[turn.seat].name} <{email}>"
    mail["To"] = recipient
    mail["Subject"] = f"Re: Your card in {table.row.code}, deal {turn.at.deal}"
    mail["Date"] = "Mon, 02 Mar 2026 09:00:00 +0100"
    mail["Message-ID"] = f"<{table.row.id}.{number}@home.example>"
    mail["In-Reply-To"] = f"<{table.row.id}.{number}@cards.example.org>"
    mail["User-Agent"] = "Mozilla Thunderbird"
    quoted = "".join(f"> {line}\n" for line in _QUOTED.splitlines())
    wrote = "On 02/03/2026 08:12, Oh Hell by mail wrote:"
    mail.set_content(f"{turn.line}\n\n{wrote}\n{quoted}")
    html = f"<p>{turn.line}</p><div>{wrote}<blockquote><pre>{_QUOTED}</pre></blockquote></div>"
    mail.add_alternative(html.replace("<4D>", "4D"), subtype="html")
    return mail


def stored(uow: Uow, table: Table, turn: Turn, number: int, keys: Keys) -> int:
    """Store a letter as the doorstep does, without a ring; return its id."""
    raw, recipient = letter(table, turn, number, keys)
    seat = table.seats[turn.seat]
    return uow.letters.add(
        raw=raw,
        recipient=recipient,
        recipients=(recipient,),
        lane=f"seat:{seat.id}",
        transport="smtp",
        key=f"{recipient}/{number}",
        at=table.row.created_at,
    )
