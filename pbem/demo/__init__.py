"""The demo: the whole service with a mailbox to play from."""
