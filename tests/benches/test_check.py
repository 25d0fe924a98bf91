"""The checker on traces made by hand, and on trace files that are not whole."""

import struct
from pathlib import Path
from random import Random

import pytest

from aesculus.benches.check import Event, Kind, Mismatch, Unfinished, check, read_trace
from aesculus.benches.draws import random_vectors
from aesculus.benches.stimulus import KeyLoad, Phase, Stimulus
from aesculus.ciphers.aes.cipher import CIPHER
from aesculus.ciphers.aes.reference import cipher_block
from aesculus.ciphers.aes.space import Direction, KeySchedule

BLOCKS = random_vectors(Random(1), 4, CIPHER, key_bits=128, direction=Direction.ENCRYPT)
PHASE = Phase("only", [(block,) for block in BLOCKS], [1, 2, 3, 0], [False] * 4)
STIMULUS = Stimulus(CIPHER, 128, [PHASE], stall_limit=50)
MAGIC = 0x32544541


def _in(index: int, cycle: int) -> Event:
    return Event(Kind.ACCEPT, 0, cycle, index, 0, (bytes(16),))


def _out(index: int, cycle: int, kind: Kind = Kind.OUTPUT) -> Event:
    tag = STIMULUS.phases[0].tags[index]
    return Event(kind, 0, cycle, 0, tag, (BLOCKS[index].expected,))


def _end(kind: Kind, cycle: int) -> Event:
    return Event(kind, 0, cycle, 0, 0, (bytes(16),))


def test_a_right_trace_passes() -> None:
    events = [_in(0, 5), _in(1, 6), _out(0, 9), _in(2, 9), _out(1, 10), _out(2, 13)]
    result = check(STIMULUS, [*events, _end(Kind.DONE, 20)])
    assert [p.cycles for p in result.passages] == [4, 4, 4]
    assert result.sources == {"random": 3}
    assert result.cycles == 20


def test_blocks_inside_at_a_reset_are_not_asked_for() -> None:
    events = [_in(0, 5), _in(1, 6), _out(0, 9), _end(Kind.RESET, 10), _in(2, 12), _out(2, 16)]
    result = check(STIMULUS, [*events, _end(Kind.DONE, 20)])
    assert len(result.passages) == 2
    assert result.dropped == 1


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([_in(0, 5), _in(1, 6), _out(1, 9)], "lost or overtaken by random block 1"),
        ([_in(0, 5), _in(1, 6), _out(0, 9), _out(0, 10)], "random block 0 .* came out twice"),
        ([_in(0, 5), _out(2, 9)], "wrong block in phase 'only'"),
        ([_in(0, 5), _end(Kind.RESET, 6), _in(1, 8), _out(0, 9)], "from before the reset"),
        ([_out(0, 9, Kind.SURPLUS)], "never went in"),
        ([_in(0, 5), _out(0, 9), _out(0, 9, Kind.SURPLUS)], "came out twice"),
        ([_in(0, 5), _out(0, 9, Kind.UNSTABLE)], "changed while out_ready_i was low"),
        ([_in(0, 5), _end(Kind.STALLED, 60)], "1 blocks inside, oldest random block 0"),
        ([_end(Kind.STALLED, 60)], "in_ready_o stays low"),
        ([_in(0, 5), _end(Kind.DONE, 60)], "1 blocks never came out"),
        ([_end(Kind.STRAY_KEY, 7)], "key_ready_o is high in cycle 7, phase 'only'"),
    ],
)
def test_each_wrong_trace_is_explained(events: list[Event], said: str) -> None:
    with pytest.raises(Mismatch, match=said):
        check(STIMULUS, events)


KEYS = [BLOCKS[0].key, bytes(range(16))]


def _stored(schedule: KeySchedule = KeySchedule.STORED) -> Stimulus:
    loads = [KeyLoad(key, 0, None) for key in KEYS]
    phase = Phase("only", [(BLOCKS[0],)] * 3, [1, 2, 3], [False] * 3, keys=loads)
    return Stimulus(CIPHER, 128, [phase], stall_limit=50, schedule=schedule)


def _key(index: int, cycle: int) -> Event:
    return Event(Kind.KEY, 0, cycle, index, 0, (bytes(16),))


def _answer(key: int, tag: int, cycle: int) -> Event:
    block = cipher_block(KEYS[key], BLOCKS[0].data)
    return Event(Kind.OUTPUT, 0, cycle, 0, tag, (block,))


def test_a_block_is_asked_for_under_the_key_of_its_acceptance() -> None:
    events = [_key(0, 1), _in(0, 5), _in(1, 6), _key(1, 6), _in(2, 7)]
    right = [*events, _answer(0, 1, 9), _answer(0, 2, 10), _answer(1, 3, 11), _end(Kind.DONE, 12)]
    result = check(_stored(), right)
    # Under another key than the one that the answer is known for, the answer is our own.
    assert result.sources == {"random": 3}
    for wrong in ([_answer(1, 1, 9)], [_answer(0, 1, 9), _answer(0, 2, 10), _answer(0, 3, 11)]):
        with pytest.raises(Mismatch, match="in phase 'only': random block 0"):
            check(_stored(), [*events, *wrong])


def test_a_block_without_a_key_is_an_error() -> None:
    with pytest.raises(Mismatch, match="accepted before any key, in cycle 5"):
        check(_stored(), [_in(0, 5)])
    reset = [_key(0, 1), _in(0, 5), _end(Kind.RESET, 6), _in(1, 9)]
    with pytest.raises(Mismatch, match="accepted before any key, in cycle 9"):
        check(_stored(), reset)
    # Round keys at a port outlive a reset.
    answer = [_answer(0, 2, 12), _end(Kind.DONE, 20)]
    assert check(_stored(KeySchedule.EXTERNAL), [*reset, *answer]).dropped == 1


def test_lanes_are_told_apart() -> None:
    beat = (BLOCKS[0], BLOCKS[1])
    stimulus = Stimulus(CIPHER, 128, [Phase("only", [beat], [1], [False])], stall_limit=50, lanes=2)
    got = (BLOCKS[0].expected, BLOCKS[1].expected)
    start, end = Event(Kind.ACCEPT, 0, 5, 0, 0, got), Event(Kind.DONE, 0, 20, 0, 0, got)
    result = check(stimulus, [start, Event(Kind.OUTPUT, 0, 9, 0, 1, got), end])
    assert result.sources == {"random": 2}
    assert len(result.passages) == 1
    with pytest.raises(Mismatch, match="blocks in the wrong lanes"):
        check(stimulus, [start, Event(Kind.OUTPUT, 0, 9, 0, 1, got[::-1])])
    with pytest.raises(Mismatch, match=r"wrong block .* in lane 1: key"):
        check(stimulus, [start, Event(Kind.OUTPUT, 0, 9, 0, 1, (got[0], bytes(16)))])


def _file(tmp_path: Path, *rows: tuple[int, int], cut: int = 0) -> Path:
    raw = struct.pack("<2I", MAGIC, 40)
    for kind, cycle in rows:
        raw += struct.pack("<2IQ2I", kind, 0, cycle, 0, 3) + bytes(range(16))
    path = tmp_path / "trace.bin"
    path.write_bytes(raw[: len(raw) - cut])
    return path


def test_a_trace_file_is_read_with_byte_0_on_top(tmp_path: Path) -> None:
    events = read_trace(_file(tmp_path, (Kind.OUTPUT, 2**40), (Kind.DONE, 2**40 + 1)), 16)
    assert events[0] == Event(Kind.OUTPUT, 0, 2**40, 0, 3, (bytes(range(16))[::-1],))
    assert events[1].kind is Kind.DONE


def test_a_trace_that_is_cut_short_is_no_verdict(tmp_path: Path) -> None:
    with pytest.raises(Unfinished, match="stopped early, after 1 events"):
        read_trace(_file(tmp_path, (Kind.OUTPUT, 5), (Kind.DONE, 6), cut=1), 16)
    with pytest.raises(Unfinished, match="stopped early, after 0 events"):
        read_trace(tmp_path / "none.bin", 16)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "trace.bin"
    path.write_bytes(b"something else entirely")
    with pytest.raises(Unfinished, match="not a trace"):
        read_trace(path, 16)
    with pytest.raises(Unfinished, match="no event"):
        read_trace(_file(tmp_path, (99, 5), (Kind.DONE, 6)), 16)
