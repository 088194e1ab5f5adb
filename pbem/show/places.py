"""Where templates and catalogues of translations lie, installed or in a work tree."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def templates_dir() -> Path:
    """Return the folder that holds `mail/` and `pages/`.

    In an installed package it lies inside of it, in a work tree beside it.
    """
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def translations_dir() -> Path:
    """Return the folder of the gettext catalogues; it need not exist."""
    return _PACKAGE / "show" / "translations"
