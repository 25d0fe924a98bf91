"""What `pick` and `close` tell of the time that is left, with stages that measure nothing."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from engine.fakes import ROUTED, Fakes

_SPACE = """
version = 1
name = "two"
doc = "some"
devices = ["LFE5U-85F-8"]
points = ["UF1-PP3T", "UF2-PP3T"]
"""
_PICK = ("pick", "--device", ROUTED, "--max", "throughput", "--space", "two.toml")
_CLOSE = ("close", "UF2-PP3T", "--device", ROUTED)


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ((*_CLOSE, "--mhz", "120", "--budget", "20m"), 19),
        ((*_CLOSE, "--mhz", "120"), 29),
        ((*_CLOSE, "--routes", "3"), None),
        ((*_PICK, "--budget", "20m"), 19),
        (_PICK, 29),
        ((*_PICK, "--evaluations", "2"), None),
    ],
)
def test_a_run_in_batches_tells_when_its_budget_ends(
    place: Path, fakes: Fakes, words: tuple[str, ...], minutes: int | None
) -> None:
    (place / "two.toml").write_text(_SPACE, encoding="utf-8")
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.stderr
    done = [line for line in result.stderr.splitlines() if " done  " in line]
    assert len(done) > 4
    assert "about 0 s left" not in result.stderr
    # The last of a batch is followed by the next one.
    assert [line for line in done if re.search(r"; (\d+)/\1\b", line)][:-1]
    ends = [re.search(r", the budget ends in (\d+) min \d\d s$", line) for line in done]
    if minutes is None:
        assert not any(ends)
    else:
        assert {match and int(match[1]) for match in ends} <= {minutes, minutes + 1}
