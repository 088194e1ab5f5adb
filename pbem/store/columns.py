"""Columns and indices that mean the same on PostgreSQL and SQLite."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Index, Integer, Text, literal_column, text
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import TypeDecorator

# SQLite numbers rows by itself only in a column that is called INTEGER; it holds 64 bits too.
Id = BigInteger().with_variant(Integer(), "sqlite")


def word(value: str) -> ColumnElement[str]:
    """Return a fixed word of this program as it stands in SQL.

    As a parameter it would keep the database from using an index of the rows with
    just this word.
    """
    return literal_column(f"'{value}'", Text())


def index_where(condition: str, name: str, *columns: str) -> Index:
    """Return an index of the few rows that are looked for."""
    where = text(condition)
    return Index(name, *columns, postgresql_where=where, sqlite_where=where)


class UtcTime(TypeDecorator[datetime]):
    """An aware moment, kept in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the moment in UTC.

        Raises:
            ValueError: the moment has no offset.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without an offset from UTC")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the moment with UTC as its zone (SQLite keeps none)."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class SafeText(TypeDecorator[str]):
    """Text that came from outside: what a database cannot keep becomes U+FFFD.

    PostgreSQL refuses NUL, and a lone surrogate is no UTF-8.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else storable(value)


def storable(given: str) -> str:
    """Return the text without NUL and lone surrogates."""
    if given.isascii() and "\0" not in given:
        return given
    whole = given.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\N{REPLACEMENT CHARACTER}")
