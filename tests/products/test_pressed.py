"""What asks for no room is found where whole blocks press and the output hardly moves."""

from pathlib import Path

import pytest

from aesculus.products.common import plan as plans
from products.faults import assert_found_in, assert_right_in
from samples import first

_MISTAKES = [
    # Room for results, and for beats on their way to memory.
    ("XTS.UF10-PP1D", "aesculus_xts.sv", "assign ready = room;", "assign ready = 1'b1;"),
    ("XTS.UF10-PP1D", "aesculus_xts.sv", "int unsigned Unseen = 4;", "int unsigned Unseen = 1;"),
    ("XTS.UF10-PP1D", "aesculus_mode_flow.sv", "admit_q <= !room_q[AddrW+1]", "admit_q <= 1'b1"),
    ("XTS.UF10-PP1D", "aesculus_mode_deep.sv", "free_q > (NearW+1)'(2)", "1'b1"),
    ("CTR.UF10-PP1D", "aesculus_block_mode.sv", "!Open || core_room", "1'b1"),
    # Room for text, in a small memory and a large one; for blocks in front of GHASH.
    ("GCM.UF10-PP1D", "aesculus_gcm.sv", " && !text_free_q[TextW+1]", ""),
    ("GCM-H10.UF10-PP1D", "aesculus_gcm.sv", " && !text_free_q[TextW+1]", ""),
    ("GCM-M6.UF10-PP1D", "aesculus_gcm.sv", "!hash_free_q[HashW] && ", ""),
]
"""Label, file, what stands there, and the mistake."""


@pytest.mark.sim
@pytest.mark.parametrize("label", first(1, dict.fromkeys(label for label, *_ in _MISTAKES)))
def test_nothing_is_lost(label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_right_in(plans.PRESSED, label, tmp_path, monkeypatch)


@pytest.mark.sim
@pytest.mark.parametrize(("label", "file", "right", "wrong"), first(1, _MISTAKES))
def test_what_asks_for_no_room_is_found(
    label: str, file: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found_in(plans.PRESSED, label, file, right, wrong, tmp_path, monkeypatch)
