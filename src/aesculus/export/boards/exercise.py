"""What a board is put through: known answers, random blocks, runs, zeroise; and its rate."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from random import Random

from aesculus.design import Build
from aesculus.design.cipher import Shape, Vector
from aesculus.design.kinds import KeySchedule
from aesculus.export.boards.fit import drivable
from aesculus.export.boards.host import About, LineError, Link, successor, summed
from aesculus.export.boards.top import DIGEST_DIGITS

_ANY_KEY = 8
"""Random blocks under one key, where the key can change."""

_MOST_OFF = Fraction(1, 100)


@dataclass(frozen=True)
class Amount:
    """How much of it.

    Attributes:
        known: known answers of each direction, evenly spaced; `None` for all.
        random: random blocks of each direction.
        stream: blocks sent without a pause, to measure the line.
        run: blocks of a run, to measure the core.
    """

    known: int | None = None
    random: int = 256
    stream: int = 512
    run: int = 20_000


SHORT = Amount(known=8, random=8, stream=4, run=60)
"""What a simulation can do in seconds."""


@dataclass(frozen=True)
class Findings:
    """What a board did right.

    Attributes:
        about: what it tells of itself.
        known: known answers that came out right.
        random: random blocks that did.
        run: blocks of the runs that did.
        latency_cycles: measured cycles of a lone block, the larger one of both directions.
        blocks_per_cycle: measured in a long run.
        line_blocks_per_s: blocks a second over the serial line.
    """

    about: About
    known: int
    random: int
    run: int
    latency_cycles: int
    blocks_per_cycle: float
    line_blocks_per_s: float

    @property
    def core_gbps(self) -> float:
        """What the core itself does at its clock, in Gbit/s."""
        return self.blocks_per_cycle * self.about.clock_mhz * 128 / 1000


def exercise(
    link: Link,
    point: Build,
    *,
    latency_cycles: int,
    blocks_per_cycle: Fraction,
    amount: Amount = Amount(),
    now: Callable[[], float] = time.monotonic,
    seed: int = 1,
) -> Findings:
    """Put a board through all of it.

    Args:
        link: the board.
        point: the design that it should have.
        latency_cycles: what a lone block must take.
        blocks_per_cycle: what a long run must reach.
        amount: how much.
        now: a clock in seconds.
        seed: of random blocks.

    Raises:
        LineError: it does not answer, or something is wrong; the message names the block.
    """
    shape = drivable(point)
    link.settle()
    about = _same(link.about(), point, shape)
    random = Random(seed)  # noqa: S311 - repeatable, and no secret
    known = _answers(link, shape, _chosen(shape, amount.known))
    blocks = _answers(link, shape, _drawn(shape, random, amount.random))
    latency, rate, run = 0, 0.0, 0
    for decrypt in shape.direction.decrypts:
        one = _run(link, shape, random, decrypt, (1, amount.run, 2 * amount.run))
        latency = max(latency, one[0])
        if one[2] <= one[1]:
            raise LineError(f"twice as many blocks take {one[2]} cycles, and half as many {one[1]}")
        rate = amount.run / (one[2] - one[1])
        run += 1 + 3 * amount.run
        if abs(rate / blocks_per_cycle - 1) > _MOST_OFF:
            raise LineError(
                f"the core passes {rate:.5f} blocks a cycle; the simulation passed "
                f"{float(blocks_per_cycle):.5f}"
            )
    if latency != latency_cycles:
        raise LineError(f"a block takes {latency} cycles; in the simulation {latency_cycles}")
    per_second = _stream(link, shape, random, amount.stream, now)
    _cleared(link, shape)
    return Findings(about, known, blocks, run, latency, rate, per_second)


def _same(about: About, point: Build, shape: Shape) -> About:
    wanted = point.design.digest[:DIGEST_DIGITS]
    if about.digest != wanted:
        raise LineError(f"the board has the design {about.digest}, not {wanted} ({point.label})")
    decrypts = shape.direction.decrypts
    told = (about.key_bytes * 8, about.encrypts, about.decrypts, about.fixed, about.stored)
    fixed, stored = (shape.schedule is each for each in (KeySchedule.FIXED, KeySchedule.STORED))
    if told != (shape.key_bits, False in decrypts, True in decrypts, fixed, stored):
        raise LineError(f"the board tells {told}, which is not {point.label}")
    return about


def _chosen(shape: Shape, most: int | None) -> list[Vector]:
    if shape.schedule is KeySchedule.FIXED:
        every = shape.cipher.answers_under(shape.fixed_key, shape.direction)
    else:
        every = shape.cipher.known_answers(shape.key_bits, shape.direction)
    found: list[Vector] = []
    for decrypt in shape.direction.decrypts:
        of_it = [vector for vector in every if vector.decrypt is decrypt]
        step = 1 if most is None else max(1, len(of_it) // most)
        found += of_it[::step]
    return found


def _drawn(shape: Shape, random: Random, count: int) -> list[Vector]:
    found = []
    for decrypt in shape.direction.decrypts:
        for number in range(count):
            if number % _ANY_KEY == 0:
                key = _key(shape, random)
            data = random.randbytes(16)
            expected = shape.cipher.reference(key, data, decrypt=decrypt)
            found.append(Vector(key, data, expected, decrypt, "random", f"block {number}"))
    return found


def _key(shape: Shape, random: Random) -> bytes:
    fixed = shape.schedule is KeySchedule.FIXED
    return shape.fixed_key if fixed else random.randbytes(shape.key_bits // 8)


def _load(link: Link, shape: Shape, key: bytes) -> None:
    if shape.schedule is not KeySchedule.FIXED:
        link.load_key(key)


def _answers(link: Link, shape: Shape, vectors: Sequence[Vector]) -> int:
    for (key, decrypt), group in groupby(vectors, key=lambda each: (each.key, each.decrypt)):
        together = list(group)
        _load(link, shape, key)
        found = link.blocks(b"".join(each.data for each in together), decrypt=decrypt)
        for number, vector in enumerate(together):
            result = found[16 * number : 16 * number + 16]
            if result != vector.expected:
                raise LineError(f"{vector}: {result.hex()}, not {vector.expected.hex()}")
    return len(vectors)


def _run(
    link: Link, shape: Shape, random: Random, decrypt: bool, counts: Sequence[int]
) -> list[int]:
    """Return the cycles of runs, each checked."""
    key, block = _key(shape, random), random.randbytes(16)
    _load(link, shape, key)
    link.blocks(block, decrypt=decrypt)
    cycles = []
    for count in counts:
        results = []
        for _ in range(count):
            block = successor(block)
            results.append(shape.cipher.reference(key, block, decrypt=decrypt))
        found = link.run(count)
        if found.total != summed(results):
            raise LineError(f"a run of {count} blocks has the sum {found.total.hex()}, a wrong one")
        cycles.append(found.cycles)
    return cycles


def _stream(
    link: Link, shape: Shape, random: Random, count: int, now: Callable[[], float]
) -> float:
    decrypt = shape.direction.decrypts[0]
    key, data = _key(shape, random), random.randbytes(16 * count)
    _load(link, shape, key)
    parts = [data[at : at + 16] for at in range(0, len(data), 16)]
    expected = b"".join(shape.cipher.reference(key, part, decrypt=decrypt) for part in parts)
    start = now()
    found = link.blocks(data, decrypt=decrypt)
    seconds = now() - start
    if found != expected:
        raise LineError(f"of {count} blocks without a pause some are wrong")
    return count / seconds


def _cleared(link: Link, shape: Shape) -> None:
    link.zeroise()
    if shape.schedule is KeySchedule.FIXED:
        return
    command = b"D" if shape.direction.decrypts[0] else b"E"
    if not link.refuses(command + bytes(16)):
        raise LineError("after a zeroise the board takes a block without a key")
