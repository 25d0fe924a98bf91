import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.space import DesignPoint, Direction, Flow, KeySchedule
from aesculus.verify.stages import shape_of
from aesculus.verify.stimulus import (
    ALWAYS,
    KNOWN_ANSWERS,
    LONE,
    SATURATED,
    Pattern,
    Phase,
    Shape,
    Stimulus,
    plan,
)
from aesculus.verify.vectors import Vector, known_answers


def _shape(**changes: object) -> Shape:
    fields: dict[str, object] = {
        "key_bits": 128,
        "direction": Direction.ENCRYPT,
        "tag_bits": 4,
        "stallable": True,
        "slots": 3,
        "lone_cycles": 30,
    }
    return Shape(**{**fields, **changes})  # type: ignore[arg-type]


def test_the_binary_form_is_the_one_the_bench_reads() -> None:
    key, data = bytes(range(16)), bytes(range(16, 32))
    vector = Vector(key, data, b"\0" * 16, False, "x", "y")
    phase = Phase("p", [vector], tags=[9], decrypts=[True], valid=Pattern(1, 2), seed=5, gap=3)
    raw = Stimulus(128, [phase], stall_limit=77, seed=6).encode()
    assert struct.unpack("<6I", raw[:24]) == (0x31534541, 16, 1, 77, 2, 7)
    never = 0xFFFFFFFF
    assert struct.unpack("<13I", raw[24:76]) == (1, 1, 2, 65536, 0, 5, 0, 3, 1, 0, never, 0, 0)
    assert raw[76:] == key[::-1] + data[::-1] + struct.pack("<2I", 9, 1)


def test_the_plan_repeats_with_its_seed() -> None:
    assert plan(_shape(), seed=1, blocks=20).encode() == plan(_shape(), seed=1, blocks=20).encode()
    assert plan(_shape(), seed=1, blocks=20).encode() != plan(_shape(), seed=2, blocks=20).encode()


@given(
    key_bits=st.sampled_from([128, 192, 256]),
    direction=st.sampled_from(Direction),
    tag_bits=st.integers(1, 32),
    stallable=st.booleans(),
    slots=st.integers(1, 40),
)
def test_every_plan_is_whole(
    key_bits: int, direction: Direction, tag_bits: int, stallable: bool, slots: int
) -> None:
    shape = _shape(
        key_bits=key_bits,
        direction=direction,
        tag_bits=tag_bits,
        stallable=stallable,
        slots=slots,
    )
    stimulus = plan(shape, seed=3, blocks=10)
    by_name = {phase.name: phase for phase in stimulus.phases}
    assert by_name[KNOWN_ANSWERS].blocks == known_answers(key_bits, direction)
    assert by_name[SATURATED].valid == by_name[SATURATED].ready == ALWAYS
    assert len(by_name[SATURATED].blocks) >= 6 * slots
    assert by_name[LONE].lone
    assert sum(phase.reset is not None for phase in stimulus.phases) == 3
    assert stimulus.phases[-1].drain
    assert stimulus.phases[-1].idle > shape.lone_cycles
    if not stallable:
        assert all(phase.ready == ALWAYS for phase in stimulus.phases)
    for phase in stimulus.phases:
        assert all(0 <= tag < 1 << tag_bits for tag in phase.tags)
        assert {len(v.key) * 8 for v in phase.blocks} <= {key_bits}
        if direction is Direction.BOTH:
            assert phase.decrypts == [v.decrypt for v in phase.blocks]
        else:
            assert {v.decrypt for v in phase.blocks} <= {direction is Direction.DECRYPT}


def test_low_runs_never_look_like_a_dead_core() -> None:
    stimulus = plan(_shape(slots=100, lone_cycles=400), seed=1, blocks=10)
    longest = max(max(p.valid.mean_low, p.ready.mean_low) for p in stimulus.phases)
    assert stimulus.stall_limit > 24 * longest


def test_a_point_gives_its_shape() -> None:
    point = DesignPoint(unroll=4, cuts=0x101, flow=Flow.CREDIT, tag_bits=7)
    assert shape_of(point) == Shape(128, Direction.ENCRYPT, 7, True, slots=8, lone_cycles=28)


def test_a_key_schedule_without_stimulus_is_refused() -> None:
    with pytest.raises(ValueError, match="key_schedule=stored cannot be verified"):
        shape_of(DesignPoint(key_schedule=KeySchedule.STORED))
