"""Making a working server out of one ordinary mailbox."""
