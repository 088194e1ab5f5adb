"""Letters fetched from an ordinary mailbox by IMAP."""
