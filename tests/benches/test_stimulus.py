import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.benches.stimulus import (
    ALWAYS,
    KNOWN_ANSWERS,
    LONE,
    SATURATED,
    KeyLoad,
    Pattern,
    Phase,
    Shape,
    Stimulus,
    plan,
)
from aesculus.ciphers.aes.space import TRAVELLING, DesignPoint, Direction, Flow, KeySchedule, parse
from aesculus.ciphers.aes.vectors import Vector, known_answers
from aesculus.stages.simulation import shape_of

MAGIC = 0x32534541
NEVER = 0xFFFFFFFF


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
    phase = Phase("p", [(vector,)], tags=[9], decrypts=[True], valid=Pattern(1, 2), seed=5, gap=3)
    raw = Stimulus(128, [phase], stall_limit=77, seed=6).encode()
    assert struct.unpack("<9I", raw[:36]) == (MAGIC, 1, 16, 0, 0, 1, 77, 2, 7)
    assert struct.unpack("<16I", raw[36:100]) == (
        *(1, 0, 1, 2, 65536, 0, 65536, 0, 5, 0, 3, 1, 0, NEVER, 0, 0),
    )
    assert raw[100:] == key[::-1] + data[::-1] + struct.pack("<2I", 9, 1)


@pytest.mark.parametrize("decrypt", [False, True])
def test_a_block_to_decrypt_brings_the_end_of_its_schedule(decrypt: bool) -> None:
    # FIPS 197, appendix A.2: words 46 to 51 of the schedule.
    key = bytes.fromhex("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b")
    end = bytes.fromhex("282d166abc3ce7b5e98ba06f448c773c8ecc720401002202")
    vector = Vector(key, bytes(16), b"", decrypt, "x", "y")
    phase = Phase("p", [(vector,)], tags=[9], decrypts=[not decrypt])
    raw = Stimulus(192, [phase], stall_limit=77, schedule=KeySchedule.LAST).encode()
    assert struct.unpack("<4I", raw[:16]) == (MAGIC, 1, 24, 0)
    assert raw[100:124][::-1] == (end if decrypt else key)


@pytest.mark.parametrize(("separate", "keys"), [(False, 1), (True, 2)])
def test_lane_0_goes_first(separate: bool, keys: int) -> None:
    beat = tuple(Vector(bytes([n]) * 16, bytes([n]) * 16, b"", False, "x", "y") for n in (1, 2))
    phase = Phase("p", [beat], tags=[9], decrypts=[True])
    raw = Stimulus(128, [phase], stall_limit=77, lanes=2, separate=separate).encode()
    assert struct.unpack("<3I", raw[:12]) == (MAGIC, 2, 16 * keys)
    blocks = beat[0].data + beat[1].data
    assert raw[100:-8] == (beat[0].key + beat[1].key)[: 16 * keys] + blocks


@pytest.mark.parametrize(
    ("schedule", "source", "width"),
    [(KeySchedule.STORED, 1, 16), (KeySchedule.EXTERNAL, 2, 176), (KeySchedule.FIXED, 3, 0)],
)
def test_keys_of_their_own_go_into_a_list(schedule: KeySchedule, source: int, width: int) -> None:
    key = bytes(range(16))
    vector = Vector(key, b"\1" * 16, b"", False, "x", "y")
    loads = [KeyLoad(key, 3, None, 7)] if width else []
    phase = Phase("p", [(vector,)], tags=[9], decrypts=[True], keys=loads)
    raw = Stimulus(128, [phase], stall_limit=77, schedule=schedule).encode()
    assert struct.unpack("<5I", raw[:20]) == (MAGIC, 1, 0, source, width)
    rest = raw[100:]
    if loads:
        assert struct.unpack("<3I", rest[:12]) == (3, NEVER, 7)
        assert rest[12 : 12 + width].endswith(key[::-1])  # round key 0 is the key, in the top bits
        rest = rest[12 + width :]
    assert rest == vector.data + struct.pack("<2I", 9, 1)


def test_the_plan_repeats_with_its_seed() -> None:
    assert plan(_shape(), seed=1, blocks=20).encode() == plan(_shape(), seed=1, blocks=20).encode()
    assert plan(_shape(), seed=1, blocks=20).encode() != plan(_shape(), seed=2, blocks=20).encode()


@given(
    key_bits=st.sampled_from([128, 192, 256]),
    direction=st.sampled_from(Direction),
    tag_bits=st.integers(1, 32),
    stallable=st.booleans(),
    slots=st.integers(1, 40),
    lanes=st.integers(1, 4),
    schedule=st.sampled_from(KeySchedule),
    separate=st.booleans(),
)
def test_every_plan_is_whole(
    key_bits: int,
    direction: Direction,
    tag_bits: int,
    stallable: bool,
    slots: int,
    lanes: int,
    schedule: KeySchedule,
    separate: bool,
) -> None:
    separate = separate and lanes > 1 and schedule in TRAVELLING
    fixed = schedule is KeySchedule.FIXED
    shape = _shape(
        key_bits=key_bits,
        direction=direction,
        tag_bits=tag_bits,
        stallable=stallable,
        slots=slots,
        lanes=lanes,
        schedule=schedule,
        separate=separate,
        fixed_key=bytes(range(key_bits // 8)) if fixed else b"",
        key_cycles=100 if schedule is KeySchedule.STORED else 0,
    )
    stimulus = plan(shape, seed=3, blocks=10)
    by_name = {phase.name: phase for phase in stimulus.phases}
    answers = known_answers(key_bits, direction)
    for lane in range(lanes):
        asked = [beat[lane] for beat in by_name[KNOWN_ANSWERS].beats]
        if fixed:
            assert {v for v in answers if v.key == shape.fixed_key} <= set(asked)
            assert {v.key for v in asked} == {shape.fixed_key}
        else:
            assert len(asked) == len(answers)
            assert set(asked) == set(answers)
    assert bool(stimulus.note) == fixed
    assert by_name[SATURATED].valid == by_name[SATURATED].ready == ALWAYS
    assert len(by_name[SATURATED].beats) >= 6 * slots
    assert by_name[LONE].lone
    assert sum(phase.reset is not None for phase in stimulus.phases) == 3
    listed = schedule in {KeySchedule.STORED, KeySchedule.EXTERNAL}
    assert any(phase.keys for phase in stimulus.phases) == listed
    assert stimulus.phases[-1].drain
    assert stimulus.phases[-1].idle > shape.lone_cycles
    if not stallable:
        assert all(phase.ready == ALWAYS for phase in stimulus.phases)
    for phase in stimulus.phases:
        assert all(0 <= tag < 1 << tag_bits for tag in phase.tags)
        vectors = [v for beat in phase.beats for v in beat]
        assert {len(v.key) * 8 for v in vectors} <= {key_bits}
        assert {len(beat) for beat in phase.beats} <= {lanes}
        if not separate:
            assert all(len({v.key for v in beat}) == 1 for beat in phase.beats)
        if direction is Direction.BOTH:
            assert phase.decrypts == [beat[0].decrypt for beat in phase.beats]
            assert all(len({v.decrypt for v in beat}) == 1 for beat in phase.beats)
        else:
            assert {v.decrypt for v in vectors} <= {direction is Direction.DECRYPT}
        if listed and phase.beats:
            assert phase.keys[0].start == 0
            assert phase.keys[0].key == phase.beats[0][0].key


def test_low_runs_never_look_like_a_dead_core() -> None:
    stimulus = plan(_shape(slots=100, lone_cycles=400), seed=1, blocks=10)
    longest = max(max(p.valid.mean_low, p.ready.mean_low) for p in stimulus.phases)
    assert stimulus.stall_limit > 24 * longest


def test_a_point_gives_its_shape() -> None:
    point = DesignPoint(unroll=4, cuts=0x101, flow=Flow.CREDIT, tag_bits=7)
    assert shape_of(point) == Shape(128, Direction.ENCRYPT, 7, True, slots=8, lone_cycles=28)
    twice = shape_of(parse("AES192D-RF2S-UF12-PP2D-IN2"))
    assert (twice.lanes, twice.separate, twice.direction) == (2, True, Direction.DECRYPT)
    assert (twice.slots, twice.lone_cycles) == (2 + 2 * 24 + 1, 2 * 24 + 2 + 4)
    stored = shape_of(parse("UF1-PP2D-STORED"))
    assert (stored.schedule, stored.fixed_key) == (KeySchedule.STORED, b"")
    assert stored.key_cycles >= 3 * 10 * 2
    fixed = shape_of(parse("UF1-PP2D-FIXED"))
    assert fixed.fixed_key == bytes(range(16))


def test_keys_change_while_blocks_are_in_flight() -> None:
    shape = _shape(schedule=KeySchedule.STORED, key_cycles=50, slots=12)
    phases = {phase.name: phase for phase in plan(shape, seed=1, blocks=400).phases}
    assert len(phases[SATURATED].keys) == 1
    flying = phases["keys in flight"].keys
    assert len(flying) > 10
    assert any(load.until is not None and load.until > load.start for load in flying)
    late = phases["after a reset"].keys
    assert [load.until for load in late] == [None]
    assert late[0].delay > 2 * shape.key_cycles
