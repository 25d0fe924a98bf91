"""Of keys, IVs and text nothing is left in a mode or a bus after a clear: two copies show it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation.left import CLEAR, RESET, left
from rtl_sources import with_mistake
from samples import first
from two_copies import model

_LABELS = [
    "CTR.UF1-PP0P",
    "CBC-S3.UF1-PP0P-CREDIT",
    "OFB.AXIS32.UF1-PP0P",
    "XTS-S3.UF1-PP0P-CREDIT",
    "CCM-H2.UF1-PP0P",
    "GCM-H2-D4.UF1-PP2P",
    # Text that is held, in a small one and with the widest digits.
    "GCM-H2-D1.UF1-PP0P-W8",
    "GCM-H2-D64.UF1-PP0P-STALL",
    "GMAC-D4.AES256-UF1-PP0P",
    "CMAC-S3.UF1-PP0P",
    "CMAC.UF1-PP0P-W8",
    "CBC.AES128ED-UF1-PP0P",
    "KW-H1.UF1-PP0P",
    # Headers are overwritten one by one, and the core has two rounds behind them.
    "OFB-S9.UF2-PP2P",
    # What a fast core has beside it.
    "CTR-S3.UF10-PP1D",
    "CTR.UF10-PP1D",
    "XTS.UF10-PP1D",
    # GHASH of whole blocks, and room for results that wait.
    "GCM-H2-L8-M1-K1.UF10-PP1D-STALL",
    "GCM-H2-L8-M1-K1.UF10-PP1D",
    # Blocks that wait for a whole beat, and powers of H for two.
    "GCM-H2-L8-M1-K1.RF2-UF1-PP0P",
]


@pytest.mark.synth
@pytest.mark.parametrize("label", first(1, _LABELS))
def test_nothing_is_left(tmp_path: Path, label: str) -> None:
    whole = model(tmp_path, label)
    for begin in ([RESET], [CLEAR]):
        found = left(whole, begin, tmp_path)
        assert (found.state, found.outputs) == ([], [])


_AXIL, _WB = "CTR.AXIL32.UF1-PP0P", "CTR.WB32.UF1-PP0P"
_DONE = 60
"""Cycles in which a clear is over."""
_RUN = {"rst_ni": 1, "clear_i": 0}
_QUIET = {
    _AXIL: {
        **_RUN,
        "s_axil_bready_i": 1,
        "s_axil_rready_i": 1,
        **{f"s_axil_{channel}valid_i": 0 for channel in ("aw", "w", "ar")},
    },
    _WB: {**_RUN, "s_wb_cyc_i": 0},
}
"""No access begins, and those on their way come to their end."""
_WORD = 32


def _left_in_registers(folder: Path, label: str, files: Sequence[Path] | None = None) -> list[int]:
    """Return how many bits are left behind a reset, and behind a clear."""
    whole, quiet = model(folder, label, files), _QUIET[label]
    runs = ([{**quiet, **begin}, *[quiet] * _DONE] for begin in (RESET, CLEAR))
    return [len(left(whole, run, folder).state) for run in runs]


@pytest.mark.synth
@pytest.mark.long
@pytest.mark.parametrize("label", [_AXIL, _WB])
def test_no_word_is_left_in_registers(tmp_path: Path, label: str) -> None:
    behind_reset, behind_clear = _left_in_registers(tmp_path, label)
    assert behind_reset == 0
    # Addresses and answers of the last accesses, and what asks for interrupts: less than a word.
    assert behind_clear < _WORD


@pytest.mark.synth
@pytest.mark.long
def test_a_word_that_is_left_on_the_bus_is_found(tmp_path: Path) -> None:
    wrong = "w_strobe_q <= '0;\n        dropped_q "
    right = f"w_data_q   <= '0;\n        {wrong}"
    files = with_mistake(
        parse(_AXIL).sources(), tmp_path, right, wrong,
        among=lambda path: path.name == "aesculus_axil.sv",
    )  # fmt: skip
    assert _left_in_registers(tmp_path, _AXIL, files)[1] >= _WORD


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "right", "wrong"),
    [
        # The core is clear before the headers that reach its inputs.
        ("OFB-S9.UF2-PP2P", "assign core_clear_o = ask[Hops];", "assign core_clear_o = !rst_n;"),
        pytest.param(
            "OFB.AXIS32.UF1-PP0P",
            "else if (clear_i) begin",
            "else if (1'b0) begin",
            marks=pytest.mark.long,
        ),
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
