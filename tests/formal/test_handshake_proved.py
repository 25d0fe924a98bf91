"""Handshakes, slots and clears proved for all time by property-directed reachability (ABC's pdr).

The properties are in `formal/handshake.v`. Registers without reset start with any value. Blocks and
keys drop out of the model, so what is proved is the control: no beat lost, doubled or out of order,
an offer held until taken, the core drained, nothing taken or shown while it is cleared.
"""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import Direction, KeySchedule, clear_cycles, parse
from proofs import ENGINE, FLOWS, PROVED, REFUTED, Question, ask
from rtl_sources import spoilt

SEEN = (
    f"{ENGINE}.gen_prepare.u_prepare.out_valid_o",
    f"{ENGINE}.gen_ring.u_ring.in_ready_o",
)


FLUSHED = "AES192-UF12-PP1T-IN2-STORED-CREDIT-TAG6"
"""Its ring takes longer to clear than its keys, so that these are not what keeps a key out.

A wrong one is refuted; a proof of the right one does not end.
"""

ANY_TIME = 0
"""In the place of cycles to drain: in how many is not asked."""


def prove(
    folder: Path, label: str, drain: int, files: list[Path] | None = None, *, shorter: int = 0
) -> str:
    """Return what is said of the point, or of one whose clear takes so many edges less."""
    point = parse(label)
    prepares = point.key_schedule is KeySchedule.ONLINE and point.direction is not Direction.ENCRYPT
    values = {
        "TAG_BITS": point.tag_bits,
        "FLOW": FLOWS[point.flow],
        "DRAIN": drain,
        "CLEAR": clear_cycles(point) - shorter,
        "KEYED": int(point.key_schedule is KeySchedule.STORED),
    }
    question = Question(
        "handshake",
        values,
        seen=SEEN if prepares else (),
        defines=(*["PREPARES"] * prepares, *["ANY_TIME"] * (drain == ANY_TIME)),
    )
    return ask(question, point, folder, files, limit_s=600)


_LONG = pytest.mark.long


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "drain"),
    [
        pytest.param("UF1-PP0L-TAG4", 24, id="closed ring"),
        pytest.param("UF1-PP2L-STALL-TAG4", 30, id="stall"),
        pytest.param("UF1-PP0L-CREDIT-TAG3", 20, marks=_LONG, id="credit"),
        pytest.param("UF3-PP1L-TAG5", 24, marks=_LONG, id="freed in mid-ring"),
        pytest.param("UF3-PP1L-STALL-TAG5", 24, marks=_LONG, id="freed in mid-ring, stall"),
        pytest.param("UF10-PP0L-IN2-TAG3", 12, id="open ring with entry registers"),
        pytest.param("UF10-PP0L-IN1-STALL-TAG3", 12, marks=_LONG, id="entry registers, stall"),
        pytest.param("UF10-C1LE9-TAG3", 12, id="open ring with a pipelined exit"),
        pytest.param("UF10-C1LE9-STALL-TAG3", 12, marks=_LONG, id="pipelined exit, stall"),
        pytest.param("AES128D-UF1-PP0L-TAG4", 50, marks=_LONG, id="preparing ring"),
        pytest.param("AES128ED-UF1-PP0L-STALL-TAG4", 50, marks=_LONG, id="preparing ring, stall"),
        pytest.param("UF1-PP0L-STORED-TAG4", 24, marks=_LONG, id="stored keys"),
        pytest.param("UF1-PP0L-STORED-STALL-TAG4", 24, marks=_LONG, id="stored keys, stall"),
        pytest.param(
            "UF1-PP0L-STORED-CREDIT-TAG4", ANY_TIME, marks=_LONG, id="stored keys, credit"
        ),
        pytest.param("UF1-PP0L-W32-TAG2", 120, marks=_LONG, id="32 bits"),
        pytest.param("UF1-PP0L-W32-STALL-TAG2", 120, marks=_LONG, id="32 bits, stall"),
        pytest.param("UF1-PP0T-W8-TAG2", ANY_TIME, marks=_LONG, id="8 bits, no gap"),
        pytest.param("UF1-PP0T-W8-STALL-TAG2", ANY_TIME, marks=_LONG, id="the same, stall"),
        pytest.param("UF1-PP0P-W8-KS-TAG2", ANY_TIME, marks=_LONG, id="8 bits, two S-boxes"),
        pytest.param("AES256-UF1-PP0T-W8-TAG2", ANY_TIME, marks=_LONG, id="8 bits, one block"),
    ],
)
def test_proved(tmp_path: Path, label: str, drain: int) -> None:
    assert prove(tmp_path, label, drain) == PROVED


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "drain", "file", "right", "wrong"),
    [
        pytest.param(
            "UF3-PP1L-STALL-TAG5",
            24,
            "aesculus_slots.sv",
            "assign in_ready_o = !occupied;",
            "assign in_ready_o = 1'b1;",
            marks=_LONG,
            id="the exit tap of a ring with a non-divisor frees the slot no earlier",
        ),
        pytest.param(
            "UF1-PP2L-STALL-TAG4",
            30,
            "aesculus_flow.sv",
            "Cfg.flow == FlowNone || !ring_valid_i || out_ready_i",
            "Cfg.flow == FlowNone || out_ready_i",
            marks=_LONG,
            id="a result is offered before anyone is ready for it",
        ),
        pytest.param(
            "UF1-PP0L-TAG4",
            24,
            "aesculus_kept_reg.sv",
            "always_ff @(posedge clk_i or negedge rst_ni)",
            "always_ff @(posedge clk_i)",
            id="an offer ends with the reset, not with the next clock edge",
        ),
        pytest.param(
            "UF1-PP0L-TAG4",
            24,
            "aesculus_engine.sv",
            "assign admit      = admits && keys_ready && room;",
            "assign admit      = keys_ready && room;",
            id="nothing is taken in a reset",
        ),
        pytest.param(
            "AES128D-UF1-PP0L-TAG4",
            50,
            "aesculus_slots.sv",
            "pass_t'(NumPass - 1)",
            "pass_t'(NumPass - (Work == WorkPrepare ? 2 : 1))",
            marks=_LONG,
            id="a beat of the preparing ring finds its slot empty",
        ),
        pytest.param(
            "UF10-PP0L-IN2-TAG3",
            12,
            "aesculus_slots.sv",
            "aesculus_cut #(.Width(1), .Depth(EntryCuts)) u_entry_valid",
            "aesculus_cut #(.Width(1), .Depth(EntryCuts - 1)) u_entry_valid",
            id="a beat keeps its place in the entry registers",
        ),
        pytest.param(
            "UF1-PP0L-TAG4",
            24,
            "aesculus_slots.sv",
            "aesculus_cut #(.Width($bits(note_t)), .Depth(EntryCuts)) u_entry_note",
            "aesculus_cut #(.Width($bits(note_t)), .Depth(EntryCuts + 1)) u_entry_note",
            id="a beat has the tag that came with it",
        ),
        pytest.param(
            FLUSHED,
            30,
            "aesculus_key_store.sv",
            "count_q[!bank_q] == '0 && live_i;",
            "count_q[!bank_q] == '0;",
            marks=_LONG,
            id="no key is taken in a reset",
        ),
        pytest.param(
            "UF1-PP0T-W8-TAG2",
            ANY_TIME,
            "aesculus_narrow_seamless_control.sv",
            "turn && loading_o && old_q;",
            "turn && loading_o;",
            marks=_LONG,
            id="nothing is shown where a byte at a time had no block",
        ),
    ],
)
def test_a_core_that_is_wrong_is_refuted(
    tmp_path: Path, label: str, drain: int, file: str, right: str, wrong: str
) -> None:
    assert REFUTED in prove(tmp_path, label, drain, spoilt(tmp_path, file, right, wrong))


@pytest.mark.synth
def test_a_longer_clear_is_refuted(tmp_path: Path) -> None:
    assert REFUTED in prove(tmp_path, "UF1-PP0L-CREDIT-TAG3", 20, shorter=1)


def test_what_is_refuted_with_a_mistake_is_proved_without() -> None:
    proved, wrong = (
        {(*each.values[:2],) for each in vars(test)["pytestmark"][0].args[1]}
        for test in (test_proved, test_a_core_that_is_wrong_is_refuted)
    )
    assert {label for label, _ in wrong - proved} == {FLUSHED}
