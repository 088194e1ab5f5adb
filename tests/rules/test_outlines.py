"""A game of each version, trick by trick, is as it was written down."""

import pytest

from pbem.rules.presets import PRESETS
from tests.rules.outline import FOLDER, outline

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_of_every_version_goes_as_it_was_written_down(preset):
    assert outline(preset) == (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")


def test_no_version_is_written_down_that_there_is_not():
    assert {path.stem for path in FOLDER.iterdir()} == set(PRESETS)
