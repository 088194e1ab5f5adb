"""Turns a letter into a test case that holds nothing of whoever wrote it."""
