"""The paths between registers, in parts of known kind: the columns of the clock model.

`mix` is half of MixColumns, an S-box counts as the share of it that the path holds, and
`bram_register` is a read behind the output register.
"""

from collections.abc import Iterator
from functools import lru_cache

from aesculus.ciphers.aes.space import (
    Cut,
    DesignPoint,
    SboxKind,
    estimated_passes,
    inner_cuts,
    members,
)

Path = dict[str, float]
"""Part to how often it lies on the path."""


@lru_cache(maxsize=100_000)
def paths(point: DesignPoint) -> tuple[Path, ...]:
    """Return the different paths between registers of a point's ring."""
    found = {tuple(sorted(_merged(path).items())) for path in _segments(point)}
    return tuple(dict(path) for path in sorted(found))


def _merged(path: list[tuple[str, float]]) -> Path:
    total: Path = {}
    for name, share in path:
        total[name] = total.get(name, 0.0) + share
    return total


def _segments(point: DesignPoint) -> Iterator[list[tuple[str, float]]]:
    """Yield what lies between registers, for the state and for the key."""
    for steps in (_state_round(point), _key_round(point)):
        ring: list[str | tuple[str, float]] = [("loop", 1.0)] if estimated_passes(point) > 1 else []
        for number in range(point.unroll):
            held = number % point.cut_every == 0
            # A round without registers is logic only.
            ring += [step for step in steps if held or not isinstance(step, str)]
        yield from _cut(ring, closed=estimated_passes(point) > 1)


def _cut(ring: list[str | tuple[str, float]], *, closed: bool) -> Iterator[list[tuple[str, float]]]:
    """Yield the runs of logic between cuts; in a closed ring the last run goes on in the first."""
    runs: list[list[tuple[str, float]]] = [[]]
    for step in ring:
        if isinstance(step, str):
            runs.append([])
        else:
            runs[-1].append(step)
    if closed and len(runs) > 1:
        runs[0] = runs.pop() + runs[0]
    yield from (run for run in runs if run)


def _state_round(point: DesignPoint) -> list[str | tuple[str, float]]:
    return _placed(
        point,
        [
            (Cut.START, _sbox(point, point.sbox)),
            (Cut.SUB, [("mix", 1.0)]),
            (Cut.M1, [("mix", 1.0)]),
            (Cut.MIX, [("add", 1.0)]),
        ],
    )


def _key_round(point: DesignPoint) -> list[str | tuple[str, float]]:
    return _placed(
        point,
        [
            (Cut.START, _sbox(point, point.key_sbox)),
            (Cut.SUB, [("key_add", 1.0)]),
            (Cut.M1, []),
            (Cut.MIX, []),
        ],
    )


def _placed(
    point: DesignPoint, parts: list[tuple[Cut, list[str | tuple[str, float]]]]
) -> list[str | tuple[str, float]]:
    steps: list[str | tuple[str, float]] = []
    for cut, logic in parts:
        if point.cuts & cut:
            steps.append(str(cut.name))
        steps += logic
    return steps


def _sbox(point: DesignPoint, kind: SboxKind) -> list[str | tuple[str, float]]:
    """Return an S-box, cut where it has inner positions that hold a register."""
    if members("sbox_e")[kind].address_register and point.cuts & Cut.SUB:
        return [("bram_register", 1.0)]
    have = inner_cuts(kind)
    places = [cut for cut in Cut if have & cut]
    share = 1.0 / (len(places) + 1)
    steps: list[str | tuple[str, float]] = [(f"sbox_{kind}", share)]
    for cut in places:
        if point.cuts & cut:
            steps.append(str(cut.name))
        steps.append((f"sbox_{kind}", share))
    return steps
