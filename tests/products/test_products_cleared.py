"""Of keys, IVs and text nothing is left in a mode or a bus after a clear: two copies show it."""

from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.resources import rtl_files
from two_copies import CLEAR, RESET, left, model

_LABELS = [
    "CTR.UF1-PP0P",
    "CBC-S3.UF1-PP0P-CREDIT",
    "OFB.AXIS32.UF1-PP0P",
    "XTS-S3.UF1-PP0P-CREDIT",
]


@pytest.mark.synth
@pytest.mark.parametrize("label", _LABELS)
def test_nothing_is_left(tmp_path: Path, label: str) -> None:
    whole = model(tmp_path, label)
    for begin in ([RESET], [CLEAR]):
        found = left(whole, begin, tmp_path)
        assert (found.state, found.outputs) == ([], [])


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "right", "wrong"),
    [
        ("CTR.UF1-PP0P", "own_live && core_cleared_i", "core_cleared_i"),
        ("OFB.AXIS32.UF1-PP0P", "else if (clear_i) begin", "else if (1'b0) begin"),
    ],
)
def test_what_is_left_is_found(label: str, right: str, wrong: str, tmp_path: Path) -> None:
    files, changed = rtl_files(), 0
    for path in (each for each in parse(label).sources() if each not in rtl_files()):
        text = path.read_text(encoding="utf-8")
        changed += text.count(right)
        (tmp_path / path.name).write_text(text.replace(right, wrong), encoding="utf-8")
        files.append(tmp_path / path.name)
    assert changed, "the RTL has changed: choose another place"
    found = left(model(tmp_path, label, files), [CLEAR], tmp_path)
    assert found.state
