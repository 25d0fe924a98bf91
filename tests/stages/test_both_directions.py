"""What both directions cost beside encryption alone."""

from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.records import Status
from aesculus.stages.synth import synthesise


def _tables(text: str, workdir: Path) -> int:
    device = devices.load("LFE5U-85F-8")
    outcome = synthesise(parse_build(text), device, workdir=workdir, timeout_s=600)
    assert outcome.status is Status.OK, outcome.reason
    return int(outcome.metrics["lut_count"]) + int(outcome.metrics["lutram_count"])


@pytest.mark.long
@pytest.mark.synth
@pytest.mark.parametrize(
    ("encrypts", "both"),
    [
        ("UF1-PP1T", "AES128ED-UF1-PP1T-LAST"),
        ("UF1-PP1B-STORED", "AES128ED-UF1-PP1B-STORED"),
    ],
)
def test_both_directions_cost_little_more_than_one(
    encrypts: str, both: str, tmp_path: Path
) -> None:
    # Järvinen et al. (FPGA 2003), section 6, give 55 % for their fastest design.
    one = _tables(encrypts, tmp_path / "one")
    assert one < _tables(both, tmp_path / "both") < 1.55 * one
