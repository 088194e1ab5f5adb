"""How a message is marked for translation where it is not shown yet."""


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    """Mark a message for translation; it is translated where it is shown."""
    return message
