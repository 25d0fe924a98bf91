"""The two engines of GCM answer messages alike, however malformed these are."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from aesculus.design import parse
from aesculus.products.common import bench
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.products.common.messages import BLOCK, Beat, Kind, Message
from aesculus.products.modes.gcm.answers import opened, sealed
from aesculus.stages.simulation import verify_rtl

pytestmark = pytest.mark.sim

_PHASES, _EACH = 120, 3
_GAPS = ((0, 0, 0), (30, 30, 30), (0, 0, 80))
_SIZES = (0, 1, 5, 15, 16, 17, 31, 32, 33, 48)


class _Answer(NamedTuple):
    """What came of a message."""

    parts: tuple[tuple[int, str], ...]
    auth: bool
    error: bool


def _cut(kind: Kind, data: bytes) -> list[Beat]:
    return [Beat(kind, data[at : at + BLOCK], last=False) for at in range(0, len(data), BLOCK)]


def _message(random: Random, number: int) -> Message:
    """Return a message that is right, but for what `_spoilt` does to half of them."""
    key, decrypt = random.randbytes(16), random.random() < 0.5
    iv = random.randbytes(random.choice((12, 12, 12, 0, 1, 4, 15, 16, 17)))
    tag_bytes = random.choice((16, 16, 16, 4, 12, 15, 0, 3, 17))
    longer = random.randbytes(random.choice(_SIZES)) if not iv else b""
    aad, text = (random.randbytes(random.choice(_SIZES)) for _ in range(2))
    beats = [*_cut(Kind.IV, longer), *_cut(Kind.AAD, aad), *_cut(Kind.TEXT, text)]
    if decrypt:
        nonce, tag = iv or longer, random.randbytes(16)
        if len(nonce) >= 8 and random.random() < 0.8:
            tag = sealed(key, nonce, aad, opened(key, nonce, text))[1]
        beats.append(Beat(Kind.TAG, tag[:tag_bytes], last=False))
    if random.random() < 0.5:
        beats = _spoilt(random, beats)
    beats = beats or [Beat(random.choice(list(Kind)), b"", last=False)]
    ended = tuple(
        Beat(beat.kind, beat.data, place == len(beats) - 1, beat.claimed)
        for place, beat in enumerate(beats)
    )
    return Message(
        "drawn", str(number), key, iv, decrypt, (), (), beats=ended, tag_bytes=tag_bytes
    )  # fmt: skip


def _spoilt(random: Random, beats: Sequence[Beat]) -> list[Beat]:
    found = list(beats)
    for _ in range(random.choice((1, 1, 2))):
        if not found:
            break
        place = random.randrange(len(found))
        beat = found[place]
        match random.randrange(6):
            case 0:
                found[place] = Beat(beat.kind, beat.data[: random.randrange(BLOCK)], last=False)
            case 1:
                data = random.randbytes(random.choice((0, 0, 1, 12, 16)))
                found.insert(place, Beat(random.choice(list(Kind)), data, last=False))
            case 2:
                found[place] = Beat(random.choice(list(Kind)), beat.data, last=False)
            case 3:
                del found[place]
            case 4:
                found.insert(place + 1, Beat(beat.kind, b"", last=False))
            case _:
                full, claimed = beat.data.ljust(BLOCK, b"\1"), random.randrange(17, 32)
                found[place] = Beat(beat.kind, full, last=False, claimed=claimed)
    return found


def _answered(trace: Sequence[str], driven: Driven) -> list[tuple[list[_Answer], int]]:
    """Return for each phase the answers in order, and what stood on `error_o`."""
    found: list[tuple[list[_Answer], int]] = []
    answers: list[_Answer] = []
    parts: dict[int, bytes] = {}
    for line in trace:
        what, *words = line.split()
        if what == "P":
            answers, parts = [], {}
        elif what == "O":
            _, _, kind, size, last, auth, error = map(int, words[:7])
            if size:
                parts[kind] = parts.get(kind, b"") + driven.driver.bytes_of(words[7])[:size]
            if last:
                shown = tuple((kind, data.hex()) for kind, data in parts.items())
                answers.append(_Answer(shown, bool(auth), bool(error)))
                parts = {}
        elif what == "E":
            found.append((answers, int(words[0])))
        elif what == "V":
            raise AssertionError(line)
    return found


def test_a_large_and_a_small_engine_answer_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(0xA6C)
    groups = [[_message(random, _EACH * n + k) for k in range(_EACH)] for n in range(_PHASES)]
    traces: list[list[tuple[list[_Answer], int]]] = []

    class Recorder:
        def __init__(self, design: Driven, phases: Sequence[plans.Phase]) -> None:
            self._design = design

        def judged(self, lines: Sequence[str]) -> dict[str, Any]:
            traces.append(_answered(lines, self._design))
            return {}

    def plan(driven: Driven, *, seed: int, count: int) -> list[plans.Phase]:
        return [
            plans.phase(plans.MISUSE, driven, group, gaps=_GAPS[n % len(_GAPS)])
            for n, group in enumerate(groups)
        ]

    monkeypatch.setattr(bench, "Judge", Recorder)
    monkeypatch.setattr(plans, "plan", plan)
    for label in ("GCM-H2.UF1-PP0L", "GCM-H2-D8.UF1-PP0P-W8"):
        folder = tmp_path / label
        folder.mkdir()
        assert verify_rtl(parse(label), workdir=folder).reason == ""
    large, small = traces
    assert len(large) == len(small) == _PHASES
    for group, one, other in zip(groups, large, small, strict=True):
        assert one == other, [str(message) for message in group]
    every = [answer for answers, _ in large for answer in answers]
    assert len(every) == _PHASES * _EACH
    # Neither all of them right nor all of them wrong.
    assert 30 < sum(answer.error for answer in every) < len(every) - 60
    assert sum(answer.auth for answer in every) > 20
