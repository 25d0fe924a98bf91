"""The time that a mode takes depends on lengths and kinds, never on a key or on data."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from aesculus.design import Design, parse
from aesculus.products.common import plan as plans
from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.common.messages import Fault, Kind, Message
from aesculus.stages.simulation import verify_rtl
from products.faults import keep_phases
from rtl_sources import with_mistake
from samples import first

_TAG_BYTES = 16
_SIZES = (16, 17, 31, 64, 100, 333, 16, 48, 0, 5)
_LABELS = [
    "CCM-S2.UF1-PP0L",
    "GCM-H2-D64.UF1-PP0L",
    "KWP.AES128ED-UF1-PP0L",
    "CMAC-S2.UF1-PP0L",
    "XTS-S2.AES128ED-UF1-PP0L",
    "GCM.UF10-PP1D",
    "GMAC.UF1-PP2L",
    "CBC-S2.UF1-PP0P-W8",
    "CFB8.UF1-PP0L",
    "CFB1.UF1-PP0L",
    "CTR.AXIS32.UF1-PP0L",
    "OFB.AXIL32.UF1-PP0L",
]


class _Twin(Random):
    """Choices of one seed, bytes of another: messages of the same shape with other contents."""

    def __init__(self, shape: int, contents: int) -> None:
        super().__init__(shape)
        self._contents = Random(contents)

    def randbytes(self, n: int) -> bytes:
        return self._contents.randbytes(n)


def _times(
    design: Design,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    sizes: Sequence[Sequence[int]] = (_SIZES,) * 3,
) -> list[list[str]]:
    """Return, for twins with messages of some sizes each, what moved at which cycle of theirs."""

    def drawn(mode: AroundCore) -> list[list[Message]]:
        twins = [(_Twin(7, contents), each) for contents, each in enumerate(sizes)]
        return [[mode.answers.drawn(mode, twin, size) for size in each] for twin, each in twins]

    return _times_of(design, folder, monkeypatch, drawn)


def _times_of(
    design: Design,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    batches: Callable[[AroundCore], Sequence[Sequence[Message]]],
) -> list[list[str]]:
    """Return what moved at which cycle of each batch of messages."""
    design.check()
    keep_phases(monkeypatch)
    kept, count_of = plans.plan, 0

    def plan(driven: Driven, *, seed: int, count: int) -> list[plans.Phase]:
        nonlocal count_of
        found = [plans.phase(plans.RANDOM, driven, each) for each in batches(driven.mode)]
        count_of = len(found)
        return [*kept(driven, seed=seed, count=count), *found]

    monkeypatch.setattr(plans, "plan", plan)
    assert verify_rtl(design, workdir=folder).reason == ""
    (trace,) = folder.rglob("trace.txt")
    phases: list[list[str]] = []
    for line in trace.read_text("ascii").splitlines():
        what, *words = line.split()
        if what == "P":
            phases.append([])
            begin = None
        elif what in {"I", "O"}:
            begin = int(words[0]) if begin is None else begin
            phases[-1].append(f"{what} {int(words[0]) - begin}")
    return phases[-count_of:]


def _wrong_unwraps(mode: AroundCore) -> list[list[Message]]:
    """Return what does not unwrap, in each way in which it can be wrong, a message each."""
    found = mode.answers.misused(mode, Random(1))
    wrong = [each for each in found if Fault.TAG in each.faults]
    return [[each] for each in sorted(wrong, key=lambda each: each.length_of(Kind.TEXT))]


def _tells_what_was_wrong(
    design: Design, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """Return the lengths of which messages that do not unwrap take different times."""
    lengths = [each.length_of(Kind.TEXT) for (each,) in _wrong_unwraps(cast("AroundCore", design))]
    times = _times_of(design, folder, monkeypatch, _wrong_unwraps)
    assert len(set(lengths)) < len(lengths)
    by_length: dict[int, set[tuple[str, ...]]] = {}
    for length, each in zip(lengths, times, strict=True):
        by_length.setdefault(length, set()).add(tuple(each))
    return [length for length, each in by_length.items() if len(each) > 1]


@pytest.mark.sim
@pytest.mark.parametrize(
    "label", first(2, ["KWP-H2.AES128ED-UF1-PP0T", "KW-H2.AES128ED-UF1-PP0L", "KWP-INV.UF1-PP1T"])
)
def test_the_time_does_not_tell_why_a_key_did_not_unwrap(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong check value, a wrong length and a wrong padding are told apart by nothing."""
    assert not _tells_what_was_wrong(parse(label), tmp_path, monkeypatch)


@pytest.mark.sim
def test_a_time_that_does_tell_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = parse("KWP-H2.AES128ED-UF1-PP0T")
    right = "LeftW'(a_q[31:0]) : LeftW'(bytes);\n          at_q     <= AtRead;"
    half = "(a_q[63:32] == 32'ha65959a6 && !right && !half_q)"
    wrong = right.replace("<= AtRead", f"<= {half} ? AtHold : AtRead")
    files = with_mistake(
        design.sources(),
        tmp_path,
        right,
        f"{wrong}\n          half_q <= {half};",
        among=lambda path: path.name == "aesculus_kw.sv",
    )
    monkeypatch.setattr(type(design), "sources", lambda _self: files)
    assert _tells_what_was_wrong(design, tmp_path, monkeypatch)


def _wrong_tags(mode: AroundCore) -> list[list[Message]]:
    """Return one message with its tag wrong in the first, a middle and the last byte."""
    drawn = [mode.answers.drawn(mode, Random(seed), 40) for seed in range(200)]
    back = [
        each
        for each in drawn
        if each.decrypt and each.parts and len(each.parts[-1][1]) == _TAG_BYTES
    ]
    right = next(each for each in back if each.auth)
    refused = next(each for each in back if Fault.TAG in each.faults)
    tag = right.parts[-1][1]
    changed = [
        bytes(b ^ (at == place) for at, b in enumerate(tag)) for place in (0, _TAG_BYTES // 2, 15)
    ]
    return [
        [
            replace(
                right,
                parts=(*right.parts[:-1], (Kind.TAG, wrong)),
                expect=refused.expect,
                auth=False,
                faults=refused.faults,
            )
        ]
        for wrong in changed
    ]


@pytest.mark.sim
@pytest.mark.parametrize("label", ["GCM-D8.UF1-PP0P-W8", "CCM-H2.UF1-PP0L", "CMAC.UF1-PP0L"])
def test_the_time_does_not_tell_where_a_tag_is_wrong(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_byte, middle, last = _times_of(parse(label), tmp_path, monkeypatch, _wrong_tags)
    assert len(first_byte) > 3
    assert first_byte == middle == last


@pytest.mark.sim
@pytest.mark.parametrize("label", first(2, _LABELS))
def test_other_keys_and_data_take_the_same_time(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = _times(parse(label), tmp_path, monkeypatch)
    assert len(times[0]) > len(_SIZES)
    assert all(each == times[0] for each in times)


@pytest.mark.sim
@pytest.mark.long
def test_another_length_takes_another_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (_SIZES, _SIZES, (*_SIZES[:-1], _SIZES[-1] + 32))
    one, other, longer = _times(parse("CTR.UF1-PP0L"), tmp_path, monkeypatch, sizes)
    assert one == other != longer
