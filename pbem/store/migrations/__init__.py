"""How the tables came to be as they are.

Adjacent releases run side by side on one database, so a change takes two of
them: the first one expands (new tables, columns that may be empty, new indices),
and only the next one contracts (drops what no running release reads or writes).
"""
