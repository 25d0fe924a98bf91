"""Stored keys that change while blocks are in flight, proved coherent for all time.

The properties are in `formal/key_coherence.v`: every block uses the newest key in all its rounds,
no bank is written while it is read, both banks are overwritten after a reset or a clear. Round and
key step are the models in `formal/key_marks.sv`, all other modules those of the core.
"""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import parse
from proofs import ENGINE, FLOWS, PROVED, REFUTED, WAYS, Question, ask
from rtl_sources import spoilt
from samples import sampled

_LONG = pytest.mark.long
SEEN = (
    *(f"{ENGINE}.{name}" for name in ("bank", "key_we", "key_bank", "key_index", "enable")),
    *(f"{ENGINE}.gen_ring.u_ring.{name}" for name in ("out_valid_o", "out_bank_o")),
)


def prove(folder: Path, label: str, settle: int, files: list[Path] | None = None) -> str:
    """Return what is said of the point."""
    point = parse(label)
    values = {"FLOW": FLOWS[point.flow], "WAYS": WAYS[point.direction], "SETTLE": settle}
    question = Question("key_coherence", values, models="key_marks.sv", seen=SEEN)
    return ask(question, point, folder, files)


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP0L-STORED",
            "AES128ED-UF1-PP0L-STORED-STALL",
            "UF2-PP1L-STORED",
            "AES128ED-UF2-PP1L-STORED",
            "UF1-PP0L-STORED-CREDIT",
            "UF10-PP0L-IN1-STORED",
        ),
        {
            "UF1-PP0L-STORED",
            "AES128ED-UF1-PP0L-STORED-STALL",
            "UF2-PP1L-STORED",
            "AES128ED-UF2-PP1L-STORED",
            "UF1-PP0L-STORED-CREDIT",
        },
    ),
)
def test_proved(tmp_path: Path, label: str) -> None:
    assert prove(tmp_path, label, 60) == PROVED


@pytest.mark.synth
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        pytest.param("count_q[!bank_q] == '0", "1'b1", id="bank in use is overwritten"),
        pytest.param(
            "ready_q && phase_q == Idle;", "ready_q;", marks=_LONG, id="block enters too early"
        ),
        pytest.param(
            "phase_d = wiped_q ? Idle : WipeLoad;",
            "phase_d = Idle;",
            marks=_LONG,
            id="one bank wiped",
        ),
        pytest.param("ready_q <= 1'b0;", "ready_q <= 1'b1;", marks=_LONG, id="ready without a key"),
        pytest.param(
            ".d_i(feed)",
            ".d_i(1'b1)",
            marks=_LONG,
            id="bank is written on when its key is done",
        ),
        pytest.param("bank_d  = !bank_q;", "bank_d  = bank_q;", marks=_LONG, id="old bank is kept"),
    ],
)
def test_a_wrong_key_store_is_refuted(tmp_path: Path, right: str, wrong: str) -> None:
    files = spoilt(tmp_path, "aesculus_key_store.sv", right, wrong)
    assert REFUTED in prove(tmp_path, "UF1-PP0L-STORED-STALL", 60, files)
