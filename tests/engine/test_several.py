"""A search on several devices within one budget."""

from typing import Any

import pytest

from aesculus.engine import several
from aesculus.engine.engine import Summary
from aesculus.engine.session import Effort, Options
from aesculus.families import devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import loads

_SPACE = """
version = 1
name = "tiny"
devices = ["LFE5U-25F-6", "XC2V4000"]
axes = {{ unroll = [1, 2] }}
{budget}
"""


@pytest.mark.parametrize(
    ("budget", "given", "expected"),
    [
        ("", None, [None, None]),
        ("", 100.0, [50.0, 90.0]),
        ("[budget]\nhours = 0.5", None, [900.0, 1790.0]),
        ("[budget]\nhours = 0.5", 100.0, [50.0, 90.0]),
    ],
)
def test_the_budget_of_a_space_holds_where_none_is_given(
    monkeypatch: pytest.MonkeyPatch,
    budget: str,
    given: float | None,
    expected: list[float | None],
) -> None:
    budgets: list[float | None] = []

    def searched(_store: Any, _space: Any, _device: Any, options: Options, **_: Any) -> Summary:
        budgets.append(options.budget_s)
        return Summary(2, 1, 3, 4, 5, 10.0, ["why"])

    monkeypatch.setattr(several, "search_space", searched)
    space = DesignSpace(loads(_SPACE.format(budget=budget)))
    targets = [devices.load(name) for name in space.file.devices]
    store: Any = None
    options = Options(budget_s=given)
    total = several.search_devices(store, space, targets, options, strategy="", effort=Effort())
    assert budgets == expected
    assert total == Summary(4, 2, 6, 8, 10, 20.0, ["why", "why"])
