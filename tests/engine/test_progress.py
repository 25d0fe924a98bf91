"""Every stage has words for what is run, and for what came of it."""

import pytest

from aesculus.engine.progress import _NAMES
from aesculus.records import Stage


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage_has_a_name(stage: Stage) -> None:
    assert _NAMES[stage.value]
