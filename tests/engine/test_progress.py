"""Every stage has words for what is run, and for what came of it."""

import pytest

from aesculus.engine.progress import _NAMES, State
from aesculus.records import Stage


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage_has_a_name(stage: Stage) -> None:
    assert _NAMES[stage.value]


def test_a_budget_that_ends_first_is_not_told_as_the_end_of_the_work() -> None:
    assert State(4, 172, 65.0).told == "4/172, about 1 min 05 s left"
    assert State(4, 172, 65.0, bounded=True).told == "4/172, the budget ends in 1 min 05 s"
