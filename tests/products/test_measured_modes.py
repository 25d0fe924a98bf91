"""What is measured of a mode from the cycles of its transfers, whose sizes may differ."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import cast

import pytest

from aesculus.benches.measure import MeasureError
from aesculus.design import parse
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.products.common.bench import Judge
from aesculus.products.common.messages import Kind, Message
from aesculus.products.common.plan import Phase, phase
from aesculus.stages.simulation import verify_rtl
from products.faults import keep_phases

_BLOCKS = 64
_WIDE = "XTS.AXIS256.AES256-UF1-PP0T-W8-STALL"
_LATENCY = 7


def _shown(cycle: int, data: bytes, *, last: bool) -> str:
    return (
        f"O {cycle} 0 {Kind.TEXT:d} {len(data)} {last:d} 0 0 {data.ljust(32, bytes(1))[::-1].hex()}"
    )


def _trace(
    phases: list[Phase], takes: Callable[[int], int], gives: Callable[[int], int]
) -> Iterator[str]:
    """Give the trace of a bus of 32 bytes whose last two blocks leave one by one.

    Args:
        phases: of one stream.
        takes: number of a transfer in a phase to the cycle in which it is taken.
        gives: the same of transfers that come out.
    """
    for number, each in enumerate(phases):
        yield f"P {number}"
        taken = given = 0
        for message in each.streams[0]:
            ((_, data),) = message.expect
            cuts = [
                *range(0, max(1, len(data) - 32), 32),
                *range(max(16, len(data) - 32), len(data), 16),
            ]
            alone = each.name == plans.LONE
            for _ in range(0, len(data), 32):
                yield f"I {takes(taken)}"
                taken += 1
            for at, end in zip(cuts, [*cuts[1:], len(data)], strict=True):
                cycle = takes(0) + _LATENCY if alone else gives(given)
                yield _shown(cycle, data[at:end], last=end == len(data))
                given += 1
        yield "E 0"
    yield "D 100000"


def _phases(driven: Driven) -> list[Phase]:
    answers, mode, random = driven.mode.answers, driven.mode, Random(1)

    def messages(count: int, blocks: int) -> list[Message]:
        return [answers.steady(mode, random, 16 * blocks) for _ in range(count)]

    return [
        phase(plans.LONE, driven, messages(1, 1)),
        phase(plans.STEADY, driven, messages(1, _BLOCKS)),
        phase(plans.PACKETS, driven, messages(24, 4)),
    ]


def _judged(takes: Callable[[int], int], gives: Callable[[int], int]) -> dict[str, object]:
    driven = cast("Driven", parse(_WIDE))
    phases = _phases(driven)
    return Judge(driven, phases).judged(list(_trace(phases, takes, gives)))


def test_a_rate_is_of_bytes_and_leaves_out_the_end() -> None:
    # Two blocks in ten cycles, and the last ones, a block at a time, at once behind each other.
    def gives(number: int) -> int:
        return 10 * number if number < _BLOCKS // 2 else 10 * (_BLOCKS // 2) + number

    found = _judged(lambda number: 10 * number, gives)
    assert found["blocks_per_cycle"] == "1/5"
    assert found["latency_cycles"] == _LATENCY


def test_short_messages_are_counted_in_blocks_too() -> None:
    # Each of them is a transfer of two blocks and two of one: four blocks in thirty cycles.
    found = _judged(lambda number: 10 * number, lambda number: 10 * number)
    assert found["packet_blocks_per_cycle"] == pytest.approx(4 / 30, rel=0.02)


def test_blocks_that_enter_at_another_rate_are_told() -> None:
    with pytest.raises(MeasureError, match="blocks enter at 2/9 a cycle and leave at 1/5"):
        _judged(lambda number: 9 * number, lambda number: 10 * number)


def test_the_end_of_a_message_of_single_bytes_is_short() -> None:
    # Eleven streams of twelve bytes: two blocks a stream would be more than there is.
    driven = cast("Driven", parse("CFB8-S11.UF10-PP1D"))
    messages = [driven.mode.answers.steady(driven.mode, Random(1), 192) for _ in range(11)]
    steady = phase(plans.STEADY, driven, messages)
    moved = [(cycle, 1) for cycle in range(sum(len(each.expect[0][1]) for each in messages))]
    assert Judge(driven, [steady])._rate(0, moved) == Fraction(1, 16)


_SLOW_BUS = "AXIS8.AES192ED-UF2-PP1L-STALL"
"""A beat of the bus takes sixteen transfers, and the ring stands still while one is given away."""


def _steady_blocks(text: str) -> int:
    driven = cast("Driven", parse(text))
    phases = plans.plan(driven, seed=1, count=2)
    (steady,) = [each for each in phases if each.name == plans.STEADY]
    return max(len(message.expect[0][1]) for each in steady.streams for message in each) // 16


def test_a_ring_behind_a_slow_bus_is_measured_when_it_is_full() -> None:
    assert _steady_blocks("CTR.UF1-PP0L") == 128
    assert _steady_blocks(f"CTR.{_SLOW_BUS}") > 500


def test_a_message_is_measured_when_all_is_full_in_front_of_the_powers_of_its_key() -> None:
    # The mode takes 158 blocks before it waits once, for the sixth power: a third is left out of
    # five sixths.
    assert _steady_blocks("GCM-M6.UF10-C5dfT-G5ac") > 158 * 3 * 6 / 5


@pytest.mark.sim
@pytest.mark.parametrize(
    ("label", "rate"),
    [
        # It waits once, behind 94 blocks.
        ("GCM-M6.UF10-PP3D", "1/1"),
        # No message is long enough: 254 blocks of it and one of AAD take 285 cycles, with what lies
        # between two.
        ("GCM-M6-L8.UF10-PP3D", "254/285"),
        # GHASH takes three cycles for a block and the core more, so that nothing waits for GHASH.
        ("GCM-H2-RAW-L8-D64.AXIS128.AES256ED-UF1-PP0L", "1/14"),
        ("GCM-M4-L8.UF1-PP0L", "1/10"),
        # A tag goes out behind each message, and a block of AAD went in: 4,080 transfers.
        ("GCM-M6-L8.AXIS8.UF2-PP1L", "127/2040"),
    ],
)
def test_a_rate_is_shown_however_short_messages_have_to_be(
    label: str, rate: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_phases(monkeypatch)
    found = verify_rtl(parse(label), workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == rate


@pytest.mark.parametrize(("mode", "most"), [("CTR-W8", 256), ("XTS-L8", 256), ("GCM-L8", 254)])
def test_no_message_is_longer_than_its_mode_takes(mode: str, most: int) -> None:
    assert _steady_blocks(f"{mode}.{_SLOW_BUS.replace('192', '128')}") == most
