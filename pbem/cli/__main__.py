"""`python -m pbem.cli` is `pbem`; the service starts its own parts this way."""

from pbem.cli import main

main()
