"""What mails say of the world around the game: addresses, links, the operator."""

import hmac
from dataclasses import dataclass, field

from pbem.app.addresses import ascii_domain
from pbem.rules.moves import Position
from pbem.signing import BounceKind, Keys, ReplyKind, page_token, reply_token, short_token, signed

_NOWHERE = Position(0, 0)


@dataclass(frozen=True, slots=True)
class Outside:
    """How this house is reached.

    `service` is the one address that all mail comes from (`play@cards.example.org`);
    `delimiter` stands between its local part and a token. `base_url` is the home
    page without a closing slash; with 36 characters at most the short link of a mail
    stays within 60. Of a domain that is not ours (`owns_domain`) only that address and
    its sub-addresses are.
    """

    service: str
    base_url: str
    operator_name: str
    operator_email: str
    keys: Keys = field(repr=False)
    delimiter: str = "+"
    owns_domain: bool = True

    @property
    def domain(self) -> str:
        """The service's domain in its ASCII form."""
        return with_ascii_domain(self.service).rpartition("@")[2]

    @property
    def sender(self) -> str:
        """The one address in From, in its ASCII form."""
        return with_ascii_domain(self.service)

    @property
    def _local(self) -> str:
        return self.service.rpartition("@")[0]

    @property
    def home(self) -> str:
        return f"{self.base_url}/"

    def reply_address(
        self, kind: ReplyKind, row_id: int, position: Position | None, generation: int
    ) -> str:
        """Return the address that an answer to a mail goes to."""
        token = reply_token(self.keys, kind, row_id, position or _NOWHERE, generation)
        return f"{self._local}{self.delimiter}{token}@{self.domain}"

    def bounce_address(self, whose: tuple[BounceKind, int, int] | None) -> str:
        """Return the envelope sender of a mail, to which its delivery reports go.

        `whose`: the kind, row and generation that a report is to be noted at. Reports
        about other mails come to the service address, which reads them and does nothing.
        """
        if whose is None:
            return self.sender
        kind, row_id, generation = whose
        token = reply_token(self.keys, kind, row_id, _NOWHERE, generation)
        if self.owns_domain:
            return f"bounce{self.delimiter}{token}@{self.domain}"
        return f"{self._local}{self.delimiter}bounce.{token}@{self.domain}"

    def move_link(self, seat_id: int, position: Position, generation: int) -> str:
        """Return the short link of a seat's position; an answer may be appended."""
        token = short_token(self.keys, seat_id, position, generation)
        return f"{self.base_url}/t/{token}"

    def stop_link(self, seat_id: int, generation: int) -> str:
        """Return the link that ends the mails of a seat's game (one-click)."""
        return f"{self.base_url}/stop/{page_token(self.keys, 'stop', seat_id, generation)}"

    def stop_all_link(self, player_id: int, generation: int = 0) -> str:
        """Return the link that ends the mails of all games of a player (one-click)."""
        token = page_token(self.keys, "stop_all", player_id, generation)
        return f"{self.base_url}/stop-all/{token}"

    def confirm_link(self, pending_id: int) -> str:
        """Return the page that shows what waits for a yes."""
        return f"{self.base_url}/confirm/{page_token(self.keys, 'confirm', pending_id)}"

    def invitation_link(self, invitation_id: int) -> str:
        """Return the page on which an invitation is answered."""
        return f"{self.base_url}/come/{page_token(self.keys, 'invitation', invitation_id)}"

    def never_link(self, invitation_id: int) -> str:
        """Return the link that bars invitations to an address (one-click)."""
        return f"{self.base_url}/never/{page_token(self.keys, 'invitation', invitation_id)}"

    @property
    def verify_link(self) -> str:
        """The page that says how to check every deal."""
        return f"{self.base_url}/verify"

    def sign_in_link(self, pending_id: int) -> str:
        return f"{self.base_url}/in/{signed(self.keys, 'sign-in', pending_id)}"

    def mark(self, purpose: str, text: str) -> str:
        """Return 20 hex digits that stand for a text and do not tell it."""
        key = self.keys.current(f"mail/{purpose}")
        return hmac.digest(key, text.encode(), "sha256").hex()[:20]


def with_ascii_domain(email: str) -> str:
    """Return an address as mail servers take it: its domain in ASCII (punycode)."""
    local, _, domain = email.rpartition("@")
    if domain.isascii():
        return email
    return f"{local}@{ascii_domain(domain)}"
