"""Points that show every legal pair of axis values: a covering array of strength two.

Values are taken as they are where an axis has few; the others fall into classes: each cut position
is there or not, bases count by their family, lanes and tags by size, a fixed key is the example or
another. A pair of classes is legal if some legal point shows both, which `count_legal` decides; the
array has each such pair in at least one point. Recipes are of synthesis and left aside.

allpairspy makes most rows from the pairs that are legal. A row that no point can have, as three of
its values do not go together, is dropped, and for the pairs that are then missing points are drawn.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from allpairspy import AllPairs  # type: ignore[import-untyped]

from aesculus.ciphers.aes.fields import families
from aesculus.ciphers.aes.space.canonical import canonical, key_kind
from aesculus.ciphers.aes.space.cuts import Cut
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.keys import example_key
from aesculus.ciphers.aes.space.kinds import EXPANDING, Direction, KeySchedule, SboxKind
from aesculus.ciphers.aes.space.parameters import sbox_member
from aesculus.ciphers.aes.space.rules import available, is_legal
from aesculus.ciphers.aes.space.whole import count_legal, draw

Value = tuple[str, Any]
"""An axis or a cut position, and a value or class of it."""

Pair = frozenset[Value]
"""Two values of different axes."""

_DIRECT = (
    "unroll",
    "cut_every",
    "sbox",
    "key_sbox",
    "key_schedule",
    "direction",
    "key_bits",
    "width",
    "entry_cuts",
    "flow",
    "lane_keys",
    "whole",
    "isolate",
)
_LANES = {"1": (1,), "2": (2,), "3": (3,), "more": tuple(range(4, 17))}
_TAGS = {"1": (1,), "a few": tuple(range(2, 9)), "many": tuple(range(9, 32)), "32": (32,)}
_DEFAULT = "default"
_NO_KEY, _EXAMPLE, _OTHER = "none", "example", "other"
_CUT = "cut "
_FEW: Mapping[str, tuple[Any, ...]] = {
    "flow": ("none",),
    "isolate": (False,),
    "cut_every": (1,),
    "lanes": (1, 2),
    "unroll": (1, 10, 12, 14),
    "basis": (0,),
}
"""What is enough to tell whether a pair is legal that says nothing of these axes."""

_DRAWN = 4000
_TRIES = 2000
_BATCH = 40
_LARGEST = 28
"""Physical rounds in all lanes of a point with more than three lanes, where it has a choice."""


@lru_cache(maxsize=1)
def _bases() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for basis in families():
        found.setdefault(f"{basis.family}{', short' * basis.is_short}", []).append(basis.number)
    return {_DEFAULT: (0,), **{name: tuple(numbers) for name, numbers in found.items()}}


@lru_cache(maxsize=1)
def _family_of() -> dict[int, str]:
    return {number: name for name, numbers in _bases().items() for number in numbers}


def values() -> dict[str, tuple[Any, ...]]:
    """Return the values, or classes of values, that each axis can have in a canonical point."""
    found: dict[str, tuple[Any, ...]] = {name: available(name) for name in _DIRECT}
    kinds = dict.fromkeys(key_kind(SboxKind(str(kind))) for kind in available("sbox"))
    found["key_sbox"] = tuple(kinds)
    found["basis"] = tuple(_bases())
    found["lanes"] = tuple(name for name, some in _LANES.items() if _known("lanes", some))
    found["tag_bits"] = tuple(name for name, some in _TAGS.items() if _known("tag_bits", some))
    found["fixed_key"] = (_NO_KEY, _EXAMPLE, _OTHER)
    found |= {f"{_CUT}{cut.name}": (False, True) for cut in Cut}
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def _known(field: str, some: Sequence[int]) -> tuple[int, ...]:
    return tuple(value for value in some if value in available(field))


def shown(point: DesignPoint) -> frozenset[Value]:
    """Return the values and classes of a canonical point, one of each axis."""
    found: dict[str, Any] = {name: getattr(point, name) for name in _DIRECT}
    found["basis"] = _family_of()[point.basis]
    found["lanes"] = _class_of(_LANES, point.lanes)
    found["tag_bits"] = _class_of(_TAGS, point.tag_bits)
    found["fixed_key"] = _NO_KEY
    if point.key_schedule is KeySchedule.FIXED:
        own = point.fixed_key in {"", example_key(point.key_bits)}
        found["fixed_key"] = _EXAMPLE if own else _OTHER
    found |= {f"{_CUT}{cut.name}": bool(point.cuts & cut) for cut in Cut}
    return frozenset(found.items())


def _class_of(classes: Mapping[str, tuple[int, ...]], value: int) -> str:
    return next(name for name, some in classes.items() if value in some)


def pairs(point: DesignPoint) -> set[Pair]:
    """Return the pairs that a canonical point shows."""
    return set(map(frozenset, combinations(shown(point), 2)))


def is_legal_pair(pair: Pair) -> bool:
    """Tell whether a legal point shows both values."""
    return any(count_legal({**_FEW, **limits}) > 0 for limits in _limits(pair))


@lru_cache(maxsize=1)
def legal_pairs() -> frozenset[Pair]:
    """Return every pair that a legal point shows."""
    found: set[Pair] = set()
    for point in draw(_DRAWN, 1):
        found |= pairs(point)
    for (one, some), (other, others) in combinations(values().items(), 2):
        for pair in (frozenset({(one, a), (other, b)}) for a, b in product(some, others)):
            if pair not in found and is_legal_pair(pair):
                found.add(pair)
    return frozenset(found)


def covering(
    seed: int = 0, cost: Callable[[DesignPoint], float] | None = None
) -> list[DesignPoint]:
    """Return canonical points that show every legal pair between them, the same for the same seed.

    Args:
        seed: of what a class stands for, and of the points for pairs that rows do not have.
        cost: of a point, if costly ones are to give way to cheaper ones that show the same.
    """
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    wanted = set(legal_pairs())
    axes = values()
    names = list(axes)

    def fits(row: Sequence[Any]) -> bool:
        *before, last = zip(names, row, strict=False)
        return all(frozenset({each, last}) in wanted_always for each in before)

    wanted_always = frozenset(wanted)
    found: dict[DesignPoint, None] = {}
    for row in AllPairs(list(axes.values()), filter_func=fits):
        point = _point(rng, dict(zip(names, row, strict=True)))
        new = pairs(point) & wanted if is_legal(point) else set()
        if new:
            found[point] = None
            wanted -= new
    while wanted:
        pair = min(wanted, key=lambda each: sorted(map(str, each)))
        point = max(_witnesses(rng, pair), key=lambda each: len(pairs(each) & wanted))
        found[point] = None
        wanted -= pairs(point)
    return list(found) if cost is None else _cheaper(rng, found, cost)


def _cheaper(
    rng: random.Random, found: Iterable[DesignPoint], cost: Callable[[DesignPoint], float]
) -> list[DesignPoint]:
    """Return points that show the same pairs, several in the place of a costlier one."""
    kept = {point: pairs(point) for point in found}
    times = Counter(pair for own in kept.values() for pair in own)
    for point in sorted(kept, key=cost, reverse=True)[: len(kept) // 2]:
        alone = {pair for pair in kept[point] if times[pair] == 1}
        others: dict[DesignPoint, set[Pair]] = {}
        price = 0.0
        while alone and price < cost(point):
            pair = min(alone, key=lambda each: sorted(map(str, each)))
            some = {each: pairs(each) for each in _witnesses(rng, pair)}
            best = max(some, key=lambda each: len(some[each] & alone) / cost(each) ** 2)
            others[best] = some[best]
            alone -= some[best]
            price += cost(best)
        if price < cost(point):
            times.subtract(kept.pop(point))
            new = {each: own for each, own in others.items() if each not in kept}
            times.update(pair for own in new.values() for pair in own)
            kept |= new
    return list(kept)


def _limits(pair: Pair) -> Iterator[dict[str, tuple[Any, ...]]]:
    """Yield limits on axes under which the points are those that show a pair, as alternatives."""
    bits = {name: value for name, value in pair if name.startswith(_CUT)}
    masks = _masks(bits)
    for some in product(*(_alternatives(value) for value in pair)):
        limits: dict[str, tuple[Any, ...]] = {"cuts": masks}
        for each in some:
            for name, legal in each.items():
                known = limits.get(name, available(name) if name != "cuts" else masks)
                limits[name] = tuple(value for value in legal if value in known)
        if all(limits.values()):
            yield limits


def _masks(bits: Mapping[str, bool]) -> tuple[int, ...]:
    """Return masks enough to tell what goes with cut positions that are there, or not."""
    there = sum(cut for cut in Cut if bits.get(f"{_CUT}{cut.name}"))
    away = sum(cut for cut in Cut if bits.get(f"{_CUT}{cut.name}") is False)
    masks = (there | more for more in (0, Cut.START, Cut.SUB, Cut.MIX))
    return tuple(dict.fromkeys(int(mask) for mask in masks if mask and not mask & away))


def _alternatives(  # noqa: PLR0911 - an axis each
    value: Value,
) -> list[dict[str, tuple[Any, ...]]]:
    """Return limits under which points show a value; those of any entry do."""
    name, wanted = value
    schedules = tuple(KeySchedule(str(each)) for each in available("key_schedule"))
    expanding = tuple(each for each in schedules if each in EXPANDING)
    given = tuple(each for each in schedules if each not in EXPANDING)
    if name.startswith(_CUT) or name == "tag_bits":
        return [{}]
    if name == "key_sbox":
        own = tuple(k for k in available("sbox") if key_kind(SboxKind(str(k))) == wanted)
        return [
            {"key_sbox": (wanted,), "key_schedule": expanding},
            {"sbox": own, "key_schedule": given},
        ]
    if name == "basis":
        if wanted == _DEFAULT:
            return [{"basis": (0,)}]
        some = {"basis": _bases()[wanted][:1]}
        uses = tuple(k for k in available("sbox") if sbox_member(str(k)).uses_basis)
        return [{**some, "sbox": uses}, {**some, "key_sbox": uses, "key_schedule": expanding}]
    if name == "fixed_key":
        fixed = (KeySchedule.FIXED,)
        rest = tuple(each for each in schedules if each is not KeySchedule.FIXED)
        return [{"key_schedule": rest if wanted == _NO_KEY else fixed}]
    if name == "lanes":
        return [{"lanes": _known("lanes", _LANES[wanted])}]
    if (name, wanted) == ("key_schedule", KeySchedule.LAST):
        # To encrypt it is `online`.
        ways = tuple(way for way in available("direction") if way != Direction.ENCRYPT)
        return [{"key_schedule": (wanted,), "direction": ways}]
    return [{name: (wanted,)}]


def _point(rng: random.Random, row: Mapping[str, Any]) -> DesignPoint:
    """Return the canonical point of a row, legal or not."""
    fields = {name: row[name] for name in _DIRECT}
    fields["cuts"] = sum(cut for cut in Cut if row[f"{_CUT}{cut.name}"])
    fields["basis"] = rng.choice(_bases()[row["basis"]])
    fields["lanes"] = _some_lanes(rng, row["lanes"], row["unroll"])
    fields["tag_bits"] = rng.choice(_known("tag_bits", _TAGS[row["tag_bits"]]))
    fields["fixed_key"] = _some_key(rng, row["fixed_key"], row["key_bits"])
    return canonical(DesignPoint.model_validate(fields))


def _some_lanes(rng: random.Random, wanted: str, unroll: int) -> int:
    some = _known("lanes", _LANES[wanted])
    return rng.choice([n for n in some if n * unroll <= _LARGEST] or some[:1])


def _some_key(rng: random.Random, wanted: str, key_bits: int) -> str:
    if wanted == _NO_KEY:
        return ""
    if wanted == _EXAMPLE:
        return example_key(key_bits)
    return f"{rng.getrandbits(key_bits):0{key_bits // 4}x}"


def _witnesses(rng: random.Random, pair: Pair) -> list[DesignPoint]:
    """Return points that show a legal pair.

    Raises:
        LookupError: none was found.
    """
    wanted = dict(pair)
    for _ in range(_TRIES // _BATCH):
        found = []
        for limits in _limits(pair):
            some = {name: legal for name, legal in limits.items() if name != "cuts"}
            for point in draw(_BATCH, rng.getrandbits(32), {"lanes": (1, 2, 3), **some}):
                changed = canonical(point.replace(**_changes(rng, wanted, point)))
                if is_legal(changed) and pair <= shown(changed):
                    found.append(changed)
        if found:
            return found
    raise LookupError(f"no point was found with {sorted(map(str, pair))}")


def _changes(
    rng: random.Random, wanted: Mapping[str, Any], point: DesignPoint
) -> dict[str, object]:
    """Return what makes a drawn point show values that a draw cannot be limited to."""
    changes: dict[str, object] = {}
    cuts = point.cuts
    for cut in Cut:
        there = wanted.get(f"{_CUT}{cut.name}")
        if there is not None:
            cuts = (cuts | cut) if there else cuts & ~cut
    changes["cuts"] = int(cuts)
    if "tag_bits" in wanted:
        changes["tag_bits"] = rng.choice(_known("tag_bits", _TAGS[wanted["tag_bits"]]))
    if "fixed_key" in wanted:
        changes["fixed_key"] = _some_key(rng, wanted["fixed_key"], point.key_bits)
    if "basis" in wanted:
        changes["basis"] = rng.choice(_bases()[wanted["basis"]])
    if wanted.get("lanes") == "more":
        changes["lanes"] = _some_lanes(rng, "more", point.unroll)
    return changes
