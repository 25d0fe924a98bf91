"""Outputs beside a low out_valid_o hold zeros or a result that was delivered: proved for all time.

The properties are in `formal/quiet.v`. What rounds, key steps and S-boxes compute is left open
(`formal/no_data.sv`), so whatever the data path could hold is tried.
"""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import KeySchedule, parse
from proofs import FLOWS, PROVED, REFUTED, Question, ask
from rtl_sources import spoilt
from samples import sampled


def prove(folder: Path, label: str, files: list[Path] | None = None) -> str:
    """Return what is said of the point."""
    point = parse(label)
    stored = point.key_schedule is KeySchedule.STORED
    values = {"TAG_BITS": point.tag_bits, "FLOW": FLOWS[point.flow], "STORED": int(stored)}
    return ask(Question("quiet", values, models="no_data.sv"), point, folder, files)


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP0L-TAG4",
            "UF1-PP1L",
            "UF1-PP2B-STALL-TAG4",
            "UF1-PP1L-CREDIT-TAG4",
            "UF3-PP1L-TAG5",
            "UF10-PP0F-IN2-STORED",
            "UF10-C1DE9-TAG3",
            "UF10-C1LE9-FIXED-STALL",
            "UF1-PP1W-EXT-STALL",
            "UF1-PP1D-FIXED",
            "AES128D-UF1-PP0D-TAG4",
            "AES128ED-UF1-PP0D-STALL",
            "AES128ED-UF2-PP1L-LAST-CREDIT",
            "UF1-PP1B-STORED-CREDIT",
            "UF1-PP0D-W8-TAG2",
            "UF1-PP0D-W8-KL-STALL",
            "UF1-PP0D-W32-STALL",
            "AES192-UF1-PP0D-W32-TAG2",
            "AES256-UF1-PP0D-W8-TAG2",
            "RF2S-UF1-PP1L-STALL",
            "UF10-C1LE9-CREDIT-TAG4",
            "AES128D-UF1-PP0D-CREDIT-TAG4",
            "AES192ED-UF12-PP1L-IN2-CREDIT-ISO-TAG2",
        ),
        {
            "AES128ED-UF2-PP1L-LAST-CREDIT",
            "UF10-PP0F-IN2-STORED",
            "UF1-PP0D-W32-STALL",
            "AES256-UF1-PP0D-W8-TAG2",
            "UF1-PP0D-W8-KL-STALL",
            "RF2S-UF1-PP1L-STALL",
            "UF10-C1LE9-CREDIT-TAG4",
            "AES128D-UF1-PP0D-CREDIT-TAG4",
            "AES192ED-UF12-PP1L-IN2-CREDIT-ISO-TAG2",
            "UF1-PP1D-FIXED",
            "UF10-C1LE9-FIXED-STALL",
            "UF1-PP2B-STALL-TAG4",
            "AES128D-UF1-PP0D-TAG4",
            "UF1-PP1L-CREDIT-TAG4",
        },
    ),
)
def test_proved(tmp_path: Path, label: str) -> None:
    assert prove(tmp_path, label) == PROVED


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "file", "right", "wrong"),
    [
        pytest.param(
            "UF1-PP1L",
            "aesculus_result_reg.sv",
            "end else if (load_i[p] && (Prompt || !clear_i)) begin",
            "end else begin",
            id="a result at the edge of a clear",
        ),
        pytest.param(
            "UF1-PP1L",
            "aesculus_cipher_path.sv",
            ".load_i({LaneParts{en_i}} & leave[l])",
            ".load_i({LaneParts{en_i}})",
            id="each round's State",
        ),
        pytest.param(
            "UF10-C1DE9-TAG3",
            "aesculus_slots.sv",
            ".d_i(branch[c/Branch])",
            ".d_i(1'b1)",
            id="what runs through an open ring",
        ),
        pytest.param(
            "UF1-PP0D-W32-TAG2",
            "aesculus_narrow.sv",
            ".load_i(done)",
            ".load_i(1'b1)",
            marks=pytest.mark.long,
            id="shift registers",
        ),
        pytest.param(
            "UF1-PP1L-CREDIT-TAG4",
            "aesculus_fifo.sv",
            "valid_o ? mem[rd_q[AddrW-1:0]] : '0",
            "mem[rd_q[AddrW-1:0]]",
            marks=pytest.mark.long,
            id="words of an empty buffer",
        ),
        pytest.param(
            "UF1-PP1L",
            "aesculus_kept_reg.sv",
            "always_ff @(posedge clk_i or negedge rst_ni)",
            "always_ff @(posedge clk_i)",
            id="a result during a reset",
        ),
    ],
)
def test_a_core_that_shows_more_is_refuted(
    tmp_path: Path, label: str, file: str, right: str, wrong: str
) -> None:
    assert REFUTED in prove(tmp_path, label, spoilt(tmp_path, file, right, wrong))
