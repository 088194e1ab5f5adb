"""Pages, signed links and hooks."""

from pbem.web.factory import create_app
from pbem.web.settings import WebSettings

__all__ = ["WebSettings", "create_app"]
