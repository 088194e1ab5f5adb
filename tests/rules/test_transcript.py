"""One game of Nomination Whist, move by move, is as it was written down."""

from pathlib import Path

from tests.rules.transcript import transcript

GOLDEN = Path(__file__).parents[1] / "golden" / "nomination_whist.txt"


def test_a_game_of_nomination_whist_goes_as_it_was_written_down():
    assert list(transcript()) == GOLDEN.read_text(encoding="utf-8").splitlines()
