"""Choosing any rules by form: what the fields are, what goes together, and what is wrong."""
