"""Mistakes in a design that the benches of its bundle have to notice."""

from pathlib import Path

import pytest

from export.conftest import Made, make, needs_perl, spoil
from samples import first

pytestmark = [pytest.mark.sim, pytest.mark.synth, needs_perl]

_STORED, _LATENCY = "AES128ED-UF1-PP0N-STORED", 11
_STORE, _ENGINE = "rtl/key/aesculus_key_store.sv", "rtl/core/aesculus_engine.sv"
_CLEAR_TIME = "a reset or a clear takes another number of cycles"
_NO_KEY = "a block is taken without a key"
_OF_CORES = [
    (_STORE, "ready_q <= 1'b0;", "ready_q <= ready_q;", _NO_KEY),
    (_STORE, "phase_q <= WipeLoad;", "phase_q <= Idle;", _CLEAR_TIME),
    (_ENGINE, "cleared_o = live && wiped", "cleared_o = live", _CLEAR_TIME),
    (
        _ENGINE,
        "in_ready_o = slot_empty && enable && admit",
        "in_ready_o = slot_empty && enable && admit && in_valid_i",
        "in_ready_o depends on in_valid_i",
    ),
]

_AXIS = "CTR.AXIS64.UF1-PP0N"
_BLOCKS, _ERRORS = "rtl/modes/aesculus_block_mode.sv", "rtl/modes/aesculus_mode_errors.sv"
_WRONG, _SHOWS = "wrong result", "error_o shows something else"
_WRAP = "faults[ErrWrap]   = spent && beat.bytes != '0;"
_OF_MODES = [
    (
        "CCM.UF1-PP0N",
        "rtl/ccm/aesculus_ccm.sv",
        "wrong      = out_note.decrypt && !out_note.fault && sum != '0;",
        "wrong = 1'b0;",
        _WRONG,
    ),
    (
        "GCM-H4.UF1-PP0N",
        "rtl/gcm/aesculus_gcm.sv",
        "right: h_decrypt_q && !h_fault_q && h_wrong_q == '0",
        "right: h_decrypt_q && !h_fault_q",
        _WRONG,
    ),
    (
        "KW.AES128D-UF1-PP0N",
        "rtl/kw/aesculus_kw.sv",
        "silent_q <= !right;",
        "silent_q <= 1'b0;",
        _WRONG,
    ),
    (_AXIS, _ERRORS, "(clear_i ? '0 : error_q) | met_i", "clear_i ? '0 : error_q", _SHOWS),
    (_AXIS, _ERRORS, "(clear_i ? '0 : error_q)", "error_q", _SHOWS),
    (_AXIS, _BLOCKS, "out_error_o  = out_note.fault;", "out_error_o  = 1'b0;", _WRONG),
    (_AXIS, _BLOCKS, "beat.bytes > BytesW'(b) && !fault", "beat.bytes > BytesW'(b)", _WRONG),
    ("CTR-W8.UF1-PP0N", _BLOCKS, _WRAP, "faults[ErrWrap] = 1'b0;", _WRONG),
]


def _spoilt(made: Made, folder: Path, label: str, file: str, right: str, wrong: str) -> Path:
    folder.mkdir()
    made(label, latency=_LATENCY).write(folder)
    spoil(folder / file, right, wrong)
    return folder


def _told(folder: Path, target: str) -> str:
    done = make(folder, target)
    assert done.returncode != 0, done.stdout[-2000:]
    return done.stdout + done.stderr


@pytest.mark.parametrize(("file", "right", "wrong", "told"), first(1, _OF_CORES))
def test_the_bench_of_a_core_notices(
    made: Made, tmp_path: Path, file: str, right: str, wrong: str, told: str
) -> None:
    folder = _spoilt(made, tmp_path / "core", _STORED, file, right, wrong)
    assert told in _told(folder, "test")


@pytest.mark.long
def test_the_assertions_notice_a_block_without_a_key(made: Made, tmp_path: Path) -> None:
    file, right, wrong, told = _OF_CORES[0]
    folder = _spoilt(made, tmp_path / "core", _STORED, file, right, wrong)
    # So that the bench does not look, and the assertions do.
    (bench,) = folder.glob("sim/*_tb.sv")
    spoil(bench, "if (!failed) begin\n        failed", "if (1'b0) begin\n        failed")
    assert told in _told(folder, "test")


@pytest.mark.long
@pytest.mark.parametrize("target", ["test", "cocotb"])
def test_the_latency_of_both_directions_is_compared(
    made: Made, tmp_path: Path, target: str
) -> None:
    folder = tmp_path / "core"
    folder.mkdir()
    made(_STORED, latency=_LATENCY + 1).write(folder)
    assert "a lone block took another time" in _told(folder, target)


@pytest.mark.parametrize(("label", "file", "right", "wrong", "told"), first(1, _OF_MODES))
def test_the_bench_of_a_mode_notices(
    made: Made, tmp_path: Path, label: str, file: str, right: str, wrong: str, told: str
) -> None:
    folder = _spoilt(made, tmp_path / "core", label, file, right, wrong)
    assert told in _told(folder, "test")


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "told"), [(0, "wrong out_auth_o"), (3, "error_o shows something else")]
)
def test_cocotb_notices(made: Made, tmp_path: Path, place: int, told: str) -> None:
    label, file, right, wrong, _ = _OF_MODES[place]
    folder = _spoilt(made, tmp_path / "core", label, file, right, wrong)
    assert told in _told(folder, "cocotb")


@pytest.mark.long
def test_cocotb_notices_what_a_clear_leaves(made: Made, tmp_path: Path) -> None:
    for number, (file, right, wrong, told) in enumerate(_OF_CORES):
        folder = _spoilt(made, tmp_path / f"core{number}", _STORED, file, right, wrong)
        assert told in _told(folder, "cocotb")
