"""Of all that was in a core nothing is left after a reset or a clear: proved with two copies.

`studies/mutation/left.py` says how. Data, keys and memories are all in the model; the start is any
state at all, so what is proved holds however long the core ran, and whatever it did.
"""

from pathlib import Path

import pytest

from aesculus.studies.mutation.left import CLEAR, RESET, left
from rtl_sources import spoilt
from samples import sampled
from two_copies import model


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP0P-TAG3",
            "UF1-PP2B-STALL",
            "UF1-PP1P-CREDIT-TAG4",
            "UF3-PP1P-STALL",
            "UF1-PPXT",
            "UF10-PP0P-IN2",
            "UF10-PP0P-IN1-STALL",
            "UF10-PP1P",
            "AES128D-UF1-PP0P",
            "AES128ED-UF1-PP1P-CREDIT",
            "AES128D-UF1-PP0P-LAST",
            "UF1-PP1T-STORED",
            "AES128ED-UF1-PP1P-STORED",
            "UF1-PP0P-STORED-CREDIT",
            "UF1-PP1P-EXT",
            "RF2S-UF1-PP0P",
            "UF1-PP0P-W32",
            "AES192-UF1-PP0P-W32-STALL",
            "UF1-PP0P-W8",
            "UF1-PP0P-W8-STALL",
            "UF1-PP0P-W8-KS-STALL",
            "AES256-UF1-PP0P-W8-STALL",
        ),
        {
            "AES128D-UF1-PP0P",
            "RF2S-UF1-PP0P",
            "UF1-PP0P-STORED-CREDIT",
            "UF10-PP0P-IN1-STALL",
            "UF10-PP0P-IN2",
            "UF10-PP1P",
            "AES128ED-UF1-PP1P-STORED",
            "UF1-PP0P-W8-STALL",
            "UF1-PP1T-STORED",
            "UF1-PP2B-STALL",
            "UF3-PP1P-STALL",
            "AES128ED-UF1-PP1P-CREDIT",
            "UF1-PPXT",
            "AES128D-UF1-PP0P-LAST",
            "AES192-UF1-PP0P-W32-STALL",
            "UF1-PP0P-W8",
            "AES256-UF1-PP0P-W8-STALL",
            "UF1-PP1P-EXT",
        },
    ),
)
def test_nothing_is_left(tmp_path: Path, label: str) -> None:
    whole = model(tmp_path, label)
    for begin in ([RESET], [CLEAR]):
        found = left(whole, begin, tmp_path)
        assert (found.state, found.outputs) == ([], [])


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "file", "right", "wrong", "where"),
    [
        pytest.param(
            "UF1-PP0P-TAG3",
            "aesculus_slots.sv",
            "!clear_i && !wipe_i && (en_i ? last : last_q)",
            "en_i ? last : last_q",
            "u_ring",
            id="slots go on",
        ),
        pytest.param(
            "UF1-PP1P-CREDIT-TAG4",
            "aesculus_fifo.sv",
            "assign write = push_i || wipe_i;",
            "assign write = push_i;",
            "u_fifo.mem",
            marks=pytest.mark.long,
            id="words of the FIFO",
        ),
        pytest.param(
            "UF1-PP1P-STORED",
            "aesculus_key_store.sv",
            "phase_d = wiped_q ? Idle : WipeLoad;",
            "phase_d = Idle;",
            "mem",
            marks=pytest.mark.long,
            id="one bank",
        ),
        pytest.param(
            "UF1-PP0P-W8",
            "aesculus_pkg.sv",
            "cfg.key_bits / 8 + 40",
            "cfg.key_bits / 8 + 10",
            "state_q",
            id="the end of a shift register",
        ),
        pytest.param(
            "UF10-PP0P-IN2",
            "aesculus_pkg.sv",
            "    return turn_cycles(cfg);",
            "    return turn_cycles(cfg) - 1;",
            "u_ring",
            marks=pytest.mark.long,
            id="a cycle less",
        ),
    ],
)
def test_what_is_left_is_named(
    label: str, file: str, right: str, wrong: str, where: str, tmp_path: Path
) -> None:
    whole = model(tmp_path, label, spoilt(tmp_path, file, right, wrong))
    found = left(whole, [CLEAR], tmp_path)
    assert any(where in name for name in found.state)


@pytest.mark.synth
def test_what_is_shown_on_the_way_is_named(tmp_path: Path) -> None:
    files = spoilt(
        tmp_path,
        "aesculus_result_reg.sv",
        ".d_i(clear_i || (wipe_q && wipe_i))",
        ".d_i(1'b0)",
    )
    found = left(model(tmp_path, "UF1-PP1P", files), [CLEAR], tmp_path)
    assert (1, "out_block_o[0]") in found.outputs
