"""Calls by which mail providers hand letters in: one file each, all ending in a raw letter.

What a call says is judged by its bytes, our keys and the time alone.
"""
