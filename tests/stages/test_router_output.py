"""A router that ends well without what it should write is told of by its name, not by a path."""

import math
import time
from pathlib import Path
from typing import Any

import pytest

from aesculus.engine import engine as engine_module
from aesculus.families import devices
from aesculus.stages import route
from aesculus.tools import Failure, ToolError, ToolRun, nextpnr

DEVICE = devices.load("LFE5U-85F-8")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "wrote no report.json"),
        ("{", "its report.json is none"),
        ("[" * 100_000, "its report.json is none"),
        ("[]", "its report.json is none: it is no object of JSON"),
    ],
    ids=["none", "cut", "deep", "list"],
)
def test_no_report(
    content: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def well(
        tool: str, args: list[str], *, workdir: Path, timeout_s: float, sound: object
    ) -> ToolRun:
        assert callable(sound)
        assert math.isfinite(timeout_s)
        if content is not None:
            (workdir / "report.json").write_text(content)
        return ToolRun((tool, *args), 0.1, 1.0, "all is well")

    monkeypatch.setattr(nextpnr, "run_router", well)
    router = DEVICE.router
    assert router is not None
    with pytest.raises(ToolError) as caught:
        route.read_report(
            tmp_path,
            router,
            route.run_placer(DEVICE, tmp_path, 1, time.monotonic() + 60),
        )
    assert caught.value.kind is Failure.ENVIRONMENT
    assert caught.value.reason.startswith("nextpnr-ecp5 ended well, but ")
    assert said in caught.value.reason
    assert str(tmp_path) not in caught.value.reason
    assert caught.value.log == "all is well"


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ({}, "it has no 'fmax'"),
        ({"fmax": {}}, "another form"),
        ({"fmax": {"clk": {"achieved": 1.0}}}, "it has no 'utilization'"),
        ({"fmax": {"clk": {"achieved": "fast"}}, "utilization": {}}, "another form"),
        ({"fmax": [], "utilization": {}}, "another form"),
        ({"fmax": {"clk": {"achieved": 1.0}}, "critical_paths": [{}]}, "it has no 'from'"),
    ],
)
def test_a_report_that_lacks_something(report: dict[str, Any], said: str) -> None:
    router = DEVICE.router
    assert router is not None
    with pytest.raises(ToolError) as caught:
        route.metrics_of(report, router, "all is well")
    assert caught.value.kind is Failure.ENVIRONMENT
    assert caught.value.reason.startswith("nextpnr-ecp5 ended well, but its report.json is none: ")
    assert said in caught.value.reason
    assert caught.value.log == "all is well"


def test_a_whole_report() -> None:
    router = DEVICE.router
    assert router is not None
    found = route.metrics_of(
        {
            "fmax": {"clk": {"achieved": 12.3456}},
            "utilization": {"LUT4": {"used": 3, "available": 9}},
        },
        router,
        "",
    )
    assert found["fmax_routed_mhz"] == 12.346
    assert found["used"] == {"LUT4": [3, 9]}


@pytest.mark.parametrize(("count", "headed"), [(1, True), (1, False), (3, False), (5000, True)])
def test_a_route_that_violates_hold_is_no_result(count: int, headed: bool) -> None:
    router = DEVICE.router
    assert router is not None
    report = {"fmax": {"clk": {"achieved": 12.0}}, "utilization": {}}
    # As nextpnr words it, which tells how many there are and shows ten.
    log = f"Info: {count} Hold/min time violations (showing 10 worst paths):\n" * headed
    log += "Warning: Hold/min time violation for path 'a' to 'b':\n" * min(count, 10)
    with pytest.raises(ToolError, match=rf"hold is violated on {count:,} paths?, at") as caught:
        route.metrics_of(report, router, log)
    assert not caught.value.kind.of_machine
    # The same seed would come to the same: it is not tried once more.
    assert caught.value.kind not in engine_module._MAY_PASS
