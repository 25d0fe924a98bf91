"""The whole space: how many points it has, and draws from it.

Axes depend on each other, so neither is a plain product. Points count once for all that are
equivalent (`canonical`). Left aside, as they multiply every other choice: the width of the tag and
which key a fixed schedule holds.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from aesculus.ciphers.aes.space.canonical import DEFAULT_BASIS, canonical, key_kind
from aesculus.ciphers.aes.space.cuts import ALL_CUTS, Cut, available_cuts
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.keys import example_key
from aesculus.ciphers.aes.space.kinds import (
    EXPANDING,
    TRAVELLING,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
)
from aesculus.ciphers.aes.space.parameters import axis, sbox_member
from aesculus.ciphers.aes.space.rules import available, is_legal

_COUNTED = (
    "key_bits",
    "direction",
    "unroll",
    "cuts",
    "cut_every",
    "entry_cuts",
    "width",
    "sbox",
    "key_sbox",
    "basis",
    "whole",
    "key_schedule",
    "lanes",
    "lane_keys",
    "flow",
    "isolate",
)
_NARROW: dict[str, Any] = {
    "direction": Direction.ENCRYPT,
    "unroll": 1,
    "cuts": int(Cut.START),
    "cut_every": 1,
    "entry_cuts": 0,
    "whole": False,
    "lanes": 1,
    "lane_keys": LaneKeys.SHARED,
}
"""What a datapath below one round leaves no choice of."""

_TWIN = {"width": 8, "key_bits": 128}
"""Where the key of a datapath below one round may have an S-box of another kind."""

_WHOLE = "whole"
_WHOLE_ROUND = 0.85  # share of the draws with a datapath as wide as the State
_TRIES = 50

Values = Mapping[str, Sequence[Any]]
"""Axes to the values that they are limited to; an axis that is left out has all of its own."""


def _values(limits: Values) -> dict[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for field in _COUNTED:
        if field in limits:
            found[field] = tuple(dict.fromkeys(limits[field]))
        elif field == "cuts":
            found[field] = tuple(range(1, ALL_CUTS + 1))
        else:
            found[field] = available(field)
    return found


def _is_memory(kind: str) -> bool:
    return sbox_member(kind).address_register


def count_legal(limits: Values | None = None) -> int:
    """Return how many different legal points the core has.

    Args:
        limits: values that some axes (of those that are counted) are limited to.
    """
    values = _values(limits or {})
    shape = _Shape(values)
    total = 0
    for key_bits, (direction, schedule), sbox in product(
        values["key_bits"], _keyed(values), values["sbox"]
    ):
        if sbox == SboxKind.TTABLE and direction != Direction.ENCRYPT:
            continue
        expands = schedule in EXPANDING
        # Without a key expansion there is no S-box in it, whatever the point says.
        key_kinds = values["key_sbox"] if expands else (sbox,) * bool(values["key_sbox"])
        for key_sbox in dict.fromkeys(map(key_kind, map(SboxKind, key_kinds))):
            memory = _is_memory(sbox) or (expands and _is_memory(key_sbox))
            total += (
                shape.rings(key_bits // 32 + 6, available_cuts(sbox, direction), memory)
                * shape.arithmetics(sbox, key_sbox, expands)
                * shape.lanes(schedule)
            )
    full = axis("width").default in values["width"]
    rings = full * total * len(values["flow"])
    return (rings + _count_narrow(values, shape)) * len(values["isolate"])


def _count_narrow(values: Mapping[str, tuple[Any, ...]], shape: "_Shape") -> int:
    """Count the points whose round takes several cycles: few axes are open to them."""
    widths, kinds, flows = _narrow(values)
    shared = sum(
        shape.bases(kind, kind) * len(widths) * len(values["key_bits"]) * len(flows)
        for kind in kinds
    )
    if _TWIN["width"] not in widths or _TWIN["key_bits"] not in values["key_bits"]:
        return shared
    twins = sum(shape.bases(sbox, key_sbox) for sbox, key_sbox in _pairs(values))
    return shared + twins * len(flows)


def _pairs(values: Mapping[str, tuple[Any, ...]]) -> list[tuple[str, str]]:
    """Return the S-boxes of State and key that a byte-wide datapath has where they differ."""
    return [
        (sbox, key_sbox)
        for sbox, key_sbox in product(values["sbox"], values["key_sbox"])
        if sbox != key_sbox and SboxKind.TTABLE not in (sbox, key_sbox)
    ]


def _narrow(values: Mapping[str, tuple[Any, ...]]) -> tuple[list[int], list[str], list[str]]:
    """Return the widths below one round, with the S-boxes and flow controls that go with them."""
    widths = [width for width in values["width"] if width != axis("width").default]
    if TRAVELLING.isdisjoint(values["key_schedule"]) or any(
        value not in values[field] for field, value in _NARROW.items()
    ):
        widths = []
    shared = [kind for kind in values["sbox"] if kind in values["key_sbox"]]
    kinds = [kind for kind in shared if kind != SboxKind.TTABLE]
    flows = [flow for flow in values["flow"] if flow != Flow.CREDIT]
    return widths, kinds, flows


def _keyed(values: Mapping[str, tuple[Any, ...]]) -> list[tuple[str, str]]:
    """Return the pairs of direction and key schedule that differ."""
    pairs = product(values["direction"], values["key_schedule"])
    same = (KeySchedule.LAST, Direction.ENCRYPT)
    return list(
        dict.fromkeys(
            (way, KeySchedule.ONLINE) if (schedule, way) == same else (way, schedule)
            for way, schedule in pairs
        )
    )


class _Shape:
    """Counts of the groups of axes that depend on nothing but a few others."""

    def __init__(self, values: Mapping[str, tuple[Any, ...]]) -> None:
        self._values = values
        self._bases = list({0 if n == DEFAULT_BASIS else n for n in values["basis"]})
        self.rings = lru_cache(maxsize=None)(self._rings)

    def _rings(self, nr: int, places: int, memory: bool) -> int:
        """Count unroll, cuts, cut_every and entry_cuts together."""
        masks = sum(
            not mask & ~places and (not memory or bool(mask & Cut.START))
            for mask in self._values["cuts"]
        )
        total = 0
        for unroll in self._values["unroll"]:
            if unroll > nr:
                continue
            every = sum(n <= (1 if memory else unroll) for n in self._values["cut_every"])
            entries = sum(not n or unroll == nr for n in self._values["entry_cuts"])
            total += every * entries
        return masks * total

    def arithmetics(self, sbox: str, key_sbox: str, expands: bool) -> int:
        """Count basis and whole together."""
        can = expands and sbox == key_sbox == SboxKind.TOWER
        wholes = sum(not whole or can for whole in self._values["whole"])
        return self.bases(sbox, key_sbox) * wholes

    def bases(self, sbox: str, key_sbox: str) -> int:
        """Count the bases that differ."""
        uses = sbox_member(sbox).uses_basis or sbox_member(key_sbox).uses_basis
        return len(self._bases if uses else self._bases[:1])

    def lanes(self, schedule: str) -> int:
        """Count lanes and lane_keys together."""
        return sum(
            keys == LaneKeys.SHARED or (lanes > 1 and schedule in TRAVELLING)
            for lanes, keys in product(self._values["lanes"], self._values["lane_keys"])
        )


def draw(count: int, seed: int = 0, limits: Values | None = None) -> list[DesignPoint]:
    """Return different legal points, the same for the same seed, in the order of the draw.

    Choices are drawn evenly one after another, not points: few masks have few cuts, and few points
    a memory, so an even draw of points would hardly show them. The tag has one bit in half of the
    points; a fixed schedule holds the example key in half of its points.

    Args:
        count: how many.
        seed: of the draw.
        limits: values that some axes are limited to, as for `count_legal`; `cuts` cannot be.

    Returns:
        Fewer than `count` when so many were not found.
    """
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    values = _values(limits or {})
    found: dict[DesignPoint, None] = {}
    for _ in range(_TRIES * count):
        if len(found) == count:
            break
        point = canonical(DesignPoint.model_validate(_drawn(rng, values)))
        if is_legal(point):
            found[point] = None
    return list(found)


def _drawn(rng: random.Random, values: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Return the fields of one draw, most often legal: what depends is drawn last."""
    fields: dict[str, Any] = {
        field: rng.choice(values[field])
        for field in ("key_bits", "direction", "key_schedule", "key_sbox", "basis", "lanes", "flow")
    }
    wholes = (_WHOLE,) if True in values["whole"] and SboxKind.TOWER in values["sbox"] else ()
    fields["sbox"] = rng.choice((*values["sbox"], *wholes))
    if fields["sbox"] == _WHOLE:
        schedules = [name for name in values["key_schedule"] if name in EXPANDING]
        fields |= {"sbox": SboxKind.TOWER, "key_sbox": SboxKind.TOWER, "whole": True}
        fields["key_schedule"] = rng.choice(schedules or [KeySchedule.ONLINE])
    elif rng.random() < 1 / 2:
        fields["key_sbox"] = fields["sbox"]
    if fields["lanes"] > 1 and fields["key_schedule"] in TRAVELLING:
        fields["lane_keys"] = rng.choice(values["lane_keys"])
    if fields["key_schedule"] == KeySchedule.FIXED:
        digits = len(example_key(fields["key_bits"]))
        fields["fixed_key"] = rng.choice(("", f"{rng.getrandbits(4 * digits):0{digits}x}"))
    fields["tag_bits"] = rng.choice((1, rng.choice(available("tag_bits"))))
    fields["isolate"] = rng.choice(values["isolate"])
    widths, kinds, flows = _narrow(values)
    whole_round = axis("width").default in values["width"]
    if widths and kinds and flows and not (whole_round and rng.random() < _WHOLE_ROUND):
        kind = rng.choice(kinds)
        fields |= {"width": rng.choice(widths), "sbox": kind, "key_sbox": kind}
        pairs = _pairs(values)
        if pairs and all(fields[name] == value for name, value in _TWIN.items()):
            sbox, key_sbox = rng.choice([(kind, kind), rng.choice(pairs)])
            fields |= {"sbox": sbox, "key_sbox": key_sbox}
        fields |= {"flow": rng.choice(flows), "key_schedule": KeySchedule.ONLINE, "fixed_key": ""}
        return fields | _NARROW
    return fields | _drawn_ring(rng, values, fields)


def _drawn_ring(
    rng: random.Random, values: Mapping[str, tuple[Any, ...]], fields: Mapping[str, Any]
) -> dict[str, Any]:
    nr = int(fields["key_bits"]) // 32 + 6
    unroll = rng.choice([n for n in values["unroll"] if n <= nr] or [nr])
    every = [n for n in values["cut_every"] if n <= unroll] or [unroll]
    expands = fields["key_schedule"] in EXPANDING
    places = [c for c in Cut if c & available_cuts(fields["sbox"], fields["direction"])]
    cuts = int(sum(rng.sample(places, rng.randint(1, len(places)))))
    cut_every = rng.choice((every[0], every[-1], rng.choice(every)))
    if _is_memory(fields["sbox"]) or (expands and _is_memory(fields["key_sbox"])):
        cuts, cut_every = int(cuts | Cut.START), 1
    return {
        "unroll": unroll,
        "cuts": cuts,
        "cut_every": cut_every,
        "entry_cuts": rng.choice(values["entry_cuts"]) if unroll == nr else 0,
    }
