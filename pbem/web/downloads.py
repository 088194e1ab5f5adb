"""Files that a page offers for download."""

from flask import Response

from pbem.show.names import one_line


def download(content: str | bytes, mimetype: str, name: str) -> Response:
    """Return a file to be saved under a plain name."""
    answer = Response(content, mimetype=mimetype)
    plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in one_line(name))
    ending = "pdf" if mimetype == "application/pdf" else "csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="{plain}.{ending}"'
    return answer
