"""Who takes mail for an address: large providers take it for many domains."""

from collections.abc import Mapping
from typing import Final

_GROUPS: Final[Mapping[str, str]] = {
    "google": "gmail.com googlemail.com google.com",
    "microsoft": "outlook hotmail live msn.com passport.com windowslive.com",
    "yahoo": "yahoo ymail.com rocketmail.com myyahoo.com aol.com aim.com verizon.net netscape.net",
    "apple": "icloud.com me.com mac.com",
    "gmx": "gmx web.de mail.com email.com 1und1.de",
    "t-online": "t-online.de magenta.de",
    "proton": "proton.me protonmail.com protonmail.ch pm.me",
    "mail.ru": "mail.ru bk.ru inbox.ru list.ru internet.ru",
    "yandex": "yandex ya.ru",
    "orange": "orange.fr wanadoo.fr",
    "comcast": "comcast.net xfinity.com",
    "zoho": "zoho.com zohomail.com zohomail.eu",
    "fastmail": "fastmail.com fastmail.fm messagingengine.com",
    "qq": "qq.com foxmail.com",
    "netease": "163.com 126.com yeah.net",
}
# What has no dot is the name before any ending: hotmail.com, hotmail.co.uk.
_BY_NAME: Final = {name: group for group, names in _GROUPS.items() for name in names.split()}

PROVIDERS: Final = frozenset(_GROUPS)


def provider_of(email: str) -> str:
    """Return the name of the provider that takes mail for an address, else its domain."""
    domain = email.rpartition("@")[2].lower().rstrip(".")
    return _BY_NAME.get(domain) or _BY_NAME.get(_name(domain)) or domain


def _name(domain: str) -> str:
    """Return the name that was registered below a country's or other ending; else nothing."""
    name, *ending = domain.split(".")
    is_ending = len(ending) == 1 or (len(ending) == 2 and len(ending[0]) <= 3)
    return name if is_ending else ""
