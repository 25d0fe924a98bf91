"""A clear and a reset take as many edges as the point says, in any state and with any inputs.

One copy of the core runs with registers and inputs that may be anything, till `cleared_o` is high
whatever they are. So it is asked of points, too, whose handshakes are beyond the solver.
"""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import clear_cycles, parse
from aesculus.studies.mutation.left import CLEAR, RESET, NotClearedError, cycles
from rtl_sources import spoilt
from samples import sampled
from two_copies import model


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "AES128D-UF1-PP0P-CREDIT-TAG4",
            "AES128ED-UF2-PP1P-CREDIT",
            "UF3-PP1P-STALL",
            "UF1-PP2P-CREDIT",
            "UF10-PP1P-IN2",
            "UF10-PP1P-IN1-STALL",
            "AES256ED-UF1-PP0P-STORED",
            "AES192-UF12-PP1P-IN2-STORED-CREDIT",
            "AES128D-UF1-PP1P-LAST",
            "RF2S-UF1-PP1P-CREDIT",
            "UF1-PP1P-EXT",
            "AES192-UF1-PP0P-W32-STALL",
            "AES256-UF1-PP0P-W8",
            "UF1-PP0P-W8-KS-STALL",
        ),
        {
            "AES128ED-UF2-PP1P-CREDIT",
            "AES256ED-UF1-PP0P-STORED",
            "UF3-PP1P-STALL",
            "UF1-PP2P-CREDIT",
            "UF10-PP1P-IN2",
            "UF10-PP1P-IN1-STALL",
            "AES192-UF12-PP1P-IN2-STORED-CREDIT",
            "AES128D-UF1-PP1P-LAST",
            "RF2S-UF1-PP1P-CREDIT",
            "UF1-PP1P-EXT",
            "AES192-UF1-PP0P-W32-STALL",
            "UF1-PP0P-W8-KS-STALL",
        },
    ),
)
def test_it_takes_what_the_point_says(tmp_path: Path, label: str) -> None:
    graph = model(tmp_path, label).graph
    assert cycles(graph, RESET) == cycles(graph, CLEAR) == clear_cycles(parse(label))


@pytest.mark.synth
def test_another_number_is_found(tmp_path: Path) -> None:
    label = "AES128D-UF1-PP0P-CREDIT-TAG4"
    right = "return 2 ** fifo_address_bits(cfg) + 1;"
    wrong = right.replace(";", " + (prepares(cfg) ? 40 : 0);")
    files = spoilt(tmp_path, "aesculus_pkg.sv", right, wrong)
    assert cycles(model(tmp_path, label, files).graph, CLEAR) != clear_cycles(parse(label))


@pytest.mark.synth
def test_one_that_never_ends_is_told(tmp_path: Path) -> None:
    right = "live_q      <= done;"
    graph = model(
        tmp_path, "UF1-PP0P-W8", spoilt(tmp_path, "aesculus_clear.sv", right, "live_q <= 1'b0;")
    ).graph
    with pytest.raises(NotClearedError, match="cleared_o is low for 90 cycles"):
        cycles(graph, CLEAR, limit=90)
