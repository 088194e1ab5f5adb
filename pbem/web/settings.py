"""What the pages need to know of how this house is run."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The web side of the configuration.

    `base_url` is the address of the home page without a closing slash. `hook_keys`
    sign calls of `/hooks/mail`; without one the hook is closed. `limits_url` is
    where the counters of the rate limits live (`memory://` or a Redis address).
    `proxies` is the number of trusted proxies in front. `metrics_token` opens
    `/metrics` to callers from elsewhere than this machine. `letter_bytes` is the
    size of the largest letter that the hook takes.
    """

    base_url: str
    service_address: str
    operator_name: str
    operator_email: str
    hook_keys: tuple[bytes, ...] = field(default=(), repr=False)
    secure_cookies: bool = True
    limits_url: str = "memory://"
    proxies: int = 0
    metrics_token: str | None = field(default=None, repr=False)
    letter_bytes: int = 10 * 1024 * 1024

    @property
    def is_https(self) -> bool:
        return self.base_url.startswith("https://")
