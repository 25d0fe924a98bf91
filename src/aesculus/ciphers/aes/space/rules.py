r"""What makes a point legal.

The RTL states the same rules again when it elaborates, so each is kept as simple as this
(`Cuts[i]` is a bit of the mask, `Available` the limits of the RTL as `parameters.toml` lists them):

    every value is in its range and Available
    1 <= Unroll && Unroll <= Nr
    Cuts != 0
    1 <= CutEvery && CutEvery <= Unroll
    EntryCuts > 0  ->  Unroll == Nr
    Sbox is a memory || Expands && KeySbox is a memory  ->  Cuts[start] && CutEvery == 1
    Cuts[i]  ->  Sbox has the inner position i         for i in s1..s7
    Cuts[pre]  ->  Direction != DirEncrypt
    Sbox is SboxTtable  ->  Direction == DirEncrypt
    Whole  ->  Sbox is SboxTower && Expands && KeySbox is SboxTower
    Width != 128  ->  Direction == DirEncrypt && Unroll == 1 && Cuts == start && Lanes == 1 &&
                      (KeySbox == Sbox || Width == 8 && KeyBits == 128) &&
                      neither S-box is SboxTtable && !Whole && travels &&
                      Flow != FlowCredit
    LaneKeys == LaneKeysSeparate  ->  Lanes > 1 && travels

where travels is KeySchedule == KeyOnline || KeySchedule == KeyLast, and Expands is travels ||
KeySchedule == KeyStored. A fixed schedule has a key of KeyBits, and no other schedule has one; the
RTL cannot see a length that is wrong.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aesculus.ciphers.aes.space.canonical import canonical
from aesculus.ciphers.aes.space.cuts import (
    ALL_CUTS,
    INNER_CUTS,
    Cut,
    available_cuts,
    inner_cuts,
    position_names,
)
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
from aesculus.ciphers.aes.space.narrow import is_twin
from aesculus.ciphers.aes.space.parameters import (
    Axis,
    axes,
    axis,
    implemented_values,
    members,
    sbox_member,
)
from aesculus.design.errors import IllegalDesignError


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule.

    Attributes:
        axis: field of the point to change.
        value: its value; masks in hexadecimal.
        reason: why that value cannot be.
        legal: what can be, given the rest of the point.
    """

    axis: str
    value: int | str
    reason: str
    legal: str

    def __str__(self) -> str:
        return f"{self.axis} {self.value}: {self.reason}; legal: {self.legal}"


class IllegalPointError(IllegalDesignError):
    """A point that the rules refuse.

    Attributes:
        point: the refused point.
        violations: every rule it breaks.
        nearest: the legal point nearest to it.
    """

    def __init__(self, point: DesignPoint, violations: list[Violation]) -> None:
        self.point = point
        self.violations = violations
        self.nearest = nearest_legal(point)
        reasons = "; and ".join(map(str, violations))
        super().__init__(
            f"{point.label} is not a legal point: {reasons}; "
            f"nearest legal point: {self.nearest.label}"
        )

    def __reduce__(self) -> tuple[type["IllegalPointError"], tuple[object, ...]]:
        # Errors cross process borders.
        return type(self), (self.point, self.violations)


def violations(point: DesignPoint) -> list[Violation]:
    """Return every rule that a point breaks; empty for a legal point."""
    found: list[Violation] = []
    for row in axes():
        upper = point.nr if row.field == "unroll" else point.unroll
        upper = upper if row.field in _LIMITED else 0
        have = implemented_values(row.field)
        value = getattr(point, row.field)
        found += _value_violations(row.field, value, upper, point.key_bits, have)
    found += _entry_violations(point)
    found += _inner_cut_violations(point)
    found += _pre_violations(point)
    found += _memory_violations(point)
    found += _table_violations(point)
    found += _whole_violations(point)
    found += _fixed_key_violations(point)
    found += _lane_key_violations(point)
    found += _width_violations(point)
    if point.unroll < 1:
        # Without a physical round it is unroll that has to change, not what counts in rounds.
        found = [violation for violation in found if violation.axis != "cut_every"]
    return found


def is_legal(point: DesignPoint) -> bool:
    """Tell whether a point breaks no rule."""
    return not violations(point)


def check(point: DesignPoint) -> None:
    """Return if a point is legal.

    Raises:
        IllegalPointError: it is not; the message is one line.
    """
    found = violations(point)
    if found:
        raise IllegalPointError(point, found)


def nearest_legal(point: DesignPoint) -> DesignPoint:
    """Return a legal point that keeps as much of a refused one as its S-boxes allow.

    Values that do not exist go to the closest one that does (enums to their default); cut positions
    that do not exist are dropped; a memory S-box gets the register it needs in every round; what
    other fields do not allow (`entry_cuts`, `whole`, `fixed_key`, `lane_keys`, `width`) goes to its
    default.
    A legal point comes back in its canonical form.
    """
    changes: dict[str, object] = {}
    for row in axes():
        value = getattr(point, row.field)
        if row.kind in {"int", "enum"}:
            changes[row.field] = _closest(row, value, point.nr)
    point = point.replace(**changes)
    if any(_table_violations(point)):
        point = point.replace(sbox=SboxKind.BRAM)
    repairs = (_entry_violations, _whole_violations, _fixed_key_violations, _lane_key_violations)
    wrong = {violation.axis for find in repairs for violation in find(point)}
    point = point.replace(**{field: axis(field).default for field in wrong})
    cuts = point.cuts & available_cuts(point.sbox, point.direction) or int(Cut.START)
    cut_every = min(point.cut_every, point.unroll)
    if _memories(point):
        cuts, cut_every = cuts | Cut.START, 1
    point = point.replace(cuts=int(cuts), cut_every=cut_every)
    if any(_width_violations(point)):
        point = point.replace(width=axis("width").default)
    return canonical(point)


_LIMITED = frozenset({"unroll", "cut_every"})
"""Axes whose greatest value other axes decide."""


@lru_cache(maxsize=100_000)
def _value_violations(
    field: str, value: Any, upper: int, key_bits: int, have: Collection[int | str] | None
) -> tuple[Violation, ...]:
    """Return what a value breaks of the rules of its axis; kept, as thousands of points share it.

    Args:
        field: the axis.
        value: its value.
        upper: its greatest legal value where other axes decide that, else 0.
        key_bits: of the point.
        have: the values that the RTL has now; `None` for all.
    """
    row = axis(field)
    return tuple(_axis_violations(row, value, upper or row.max, key_bits, have))


def _axis_violations(
    row: Axis,
    value: Any,
    upper: int | None,
    key_bits: int,
    have: Collection[int | str] | None,
) -> Iterator[Violation]:
    if row.kind == "mask":
        yield from _mask_violations(row, value)
    elif row.kind in {"int", "enum"}:
        lower = row.min
        below = lower is not None and value < lower
        if below or (upper is not None and value > upper):
            why = "out of range"
            if row.field == "unroll":
                why = f"AES-{key_bits} has {upper} rounds" if value else "no round at all"
            elif row.field == "cut_every" and value:
                why = f"there are only {upper} physical rounds"
            legal = f"{lower}..{upper}" if upper is not None else f"{lower} or more"
            yield Violation(row.field, value, why, legal)
            return
        if row.values is not None and value not in row.values:
            yield _value_violation(row, value)
            return
        if have is not None and value not in have:
            yield Violation(row.field, value, "not available yet", _choices(row, have))


def _value_violation(row: Axis, value: int) -> Violation:
    values = row.values or ()
    if row.field != "basis":
        return Violation(row.field, value, "no such value", ", ".join(map(str, values)))
    near = min(values[1:], key=lambda legal: abs(legal - value))
    return Violation(
        row.field,
        f"{value:#x}",
        "not the number of an isomorphism from GF(2^8) to the tower field",
        f"0, or one of {len(values) - 1} from {values[1]:#x} to {values[-1]:#x}, as {near:#x}",
    )


def _choices(row: Axis, values: Iterable[int | str]) -> str:
    if row.enum == "sbox_e":
        kinds = members(row.enum)
        return ", ".join(f"{value} ({kinds[str(value)].token})" for value in values)
    return ", ".join(map(str, values))


def _mask_violations(row: Axis, mask: int) -> Iterator[Violation]:
    if mask == 0:
        yield Violation(
            row.field, "0x0", "a ring without a register is a combinational loop", "1 cut or more"
        )
    unknown = mask & ~ALL_CUTS
    if unknown:
        names = ", ".join(position_names(unknown))
        yield Violation(
            row.field, f"{mask:#x}", f"no such cut position: {names}", f"0x1..{ALL_CUTS:#x}"
        )


def _inner_cut_violations(point: DesignPoint) -> Iterator[Violation]:
    have = inner_cuts(point.sbox)
    extra = point.cuts & INNER_CUTS & ~have
    if extra:
        names = ", ".join(position_names(extra))
        yield Violation(
            "cuts",
            f"{point.cuts:#x}",
            f"a {point.sbox} S-box has no inner cut position {names}",
            f"a mask without {extra:#x}",
        )


def _pre_violations(point: DesignPoint) -> Iterator[Violation]:
    if point.cuts & Cut.PRE and point.direction == Direction.ENCRYPT:
        legal = f"a mask without {int(Cut.PRE):#x}"
        yield Violation(
            "cuts", f"{point.cuts:#x}", "cut position pre exists in decryption only", legal
        )


def _expands(point: DesignPoint) -> bool:
    """Tell whether the key schedule has S-boxes of its own."""
    return point.key_schedule in EXPANDING


def _entry_violations(point: DesignPoint) -> Iterator[Violation]:
    if point.entry_cuts and point.unroll != point.nr:
        yield Violation(
            "entry_cuts",
            point.entry_cuts,
            f"only a ring that is walked once (unroll {point.nr}) has registers before it",
            "0",
        )


def _table_violations(point: DesignPoint) -> Iterator[Violation]:
    if point.sbox == SboxKind.TTABLE and point.direction != Direction.ENCRYPT:
        why = (
            "decryption has a round key between InvSubBytes and InvMixColumns, so no table of both"
        )
        legal = f"{SboxKind.BRAM} ({sbox_member(SboxKind.BRAM).token}), or direction encrypt"
        yield Violation("sbox", point.sbox, why, legal)


def _whole_violations(point: DesignPoint) -> Iterator[Violation]:
    if not point.whole:
        return
    if not _expands(point):
        why = f"round keys of schedule {point.key_schedule} are not in the tower field"
    elif point.sbox != SboxKind.TOWER:
        why = f"a {point.sbox} S-box does not compute in the tower field"
    elif point.key_sbox != SboxKind.TOWER:
        why = f"a {point.key_sbox} S-box of the key schedule does not compute in the tower field"
    else:
        return
    yield Violation("whole", "true", why, "false")


def _fixed_key_violations(point: DesignPoint) -> Iterator[Violation]:
    digits = len(example_key(point.key_bits))
    if point.key_schedule != KeySchedule.FIXED:
        if point.fixed_key:
            why = f"key schedule {point.key_schedule} has no key of its own"
            yield Violation("fixed_key", point.fixed_key, why, "none")
    elif len(point.fixed_key) != digits:
        why = f"{len(point.fixed_key)} hex digits"
        legal = f"{digits} hex digits, the {point.key_bits} bits of the key"
        yield Violation("fixed_key", point.fixed_key, why, legal)


def _lane_key_violations(point: DesignPoint) -> Iterator[Violation]:
    if point.lane_keys != LaneKeys.SEPARATE:
        return
    if point.lanes == 1:
        why = "a single lane has nothing to share"
    elif point.key_schedule not in TRAVELLING:
        why = f"key schedule {point.key_schedule} is one for all lanes"
    else:
        return
    yield Violation("lane_keys", point.lane_keys, why, LaneKeys.SHARED)


def _width_violations(point: DesignPoint) -> Iterator[Violation]:
    """Yield why a round cannot take several cycles in this point."""
    full = axis("width").default
    if point.width == full:
        return
    why: list[str] = []
    if point.direction != Direction.ENCRYPT:
        why.append(f"encrypts only, not direction {point.direction}")
    if point.unroll != 1:
        why.append(f"is a part of one round, not of unroll {point.unroll}")
    if point.cuts != Cut.START:
        why.append(f"has a register before its S-boxes alone (cuts 0x1), not cuts {point.cuts:#x}")
    if point.sbox == SboxKind.TTABLE:
        why.append("has its own MixColumns, not a ttable's")
    elif point.key_sbox == SboxKind.TTABLE:
        why.append("has no ttable in its key expansion")
    elif point.key_sbox != point.sbox and not is_twin(point):
        why.append(
            f"shares its S-boxes with the key, so {point.sbox} and {point.key_sbox} cannot be"
        )
    if point.whole:
        why.append("has no map of the whole cipher to the tower field")
    if point.key_schedule not in TRAVELLING:
        why.append(f"expands its keys online, not {point.key_schedule}")
    if point.lanes != 1:
        why.append(f"has one lane, not {point.lanes}")
    if point.flow == Flow.CREDIT:
        why.append("holds one block, which needs no credit")
    if why:
        reason = "a datapath below one round " + ", ".join(why)
        yield Violation("width", point.width, reason, str(full))


def _memories(point: DesignPoint) -> list[str]:
    """Return the S-box axes of a point that read through an address register."""
    fields = ("sbox", "key_sbox") if _expands(point) else ("sbox",)
    return [f for f in fields if sbox_member(getattr(point, f)).address_register]


def _memory_violations(point: DesignPoint) -> Iterator[Violation]:
    fields = _memories(point)
    if not fields:
        return
    kinds = " and ".join(f"{f}={getattr(point, f)}" for f in fields)
    reason = (
        f"with {kinds} the start cut is the address register of a synchronous block RAM, "
        "which cannot be combinational, so every physical round needs it"
    )
    if not point.cuts & Cut.START:
        yield Violation("cuts", f"{point.cuts:#x}", reason, f"{point.cuts | Cut.START:#x}")
    if point.cut_every != 1:
        yield Violation("cut_every", point.cut_every, reason, "1")


def _closest(row: Axis, value: int | str, nr: int) -> int | str:
    """Return the legal value of one axis closest to `value`, leaving the other axes aside."""
    have = implemented_values(row.field)
    if isinstance(value, str):
        return value if have is None or value in have else row.default
    if row.min is not None:
        value = max(value, row.min)
    upper = nr if row.field == "unroll" else row.max
    if upper is not None:
        value = min(value, upper)
    numbers = [number for number in have or row.values or () if isinstance(number, int)]
    return min(numbers, key=lambda number: abs(number - value)) if numbers else value


def available(field: str) -> tuple[int | str, ...]:
    """Return the values of a bounded int or enum axis that the RTL has now.

    Bounds that depend on other axes are at their widest (unroll of AES-256).

    Raises:
        KeyError: there is no such field.
        ValueError: the axis is a mask or a key, or has no upper bound.
    """
    row = axis(field)
    have = implemented_values(field)
    if have is not None:
        return have
    if row.values is not None:
        return row.values
    if row.kind == "bool":
        return (False, True)
    if row.min is None or row.max is None:
        msg = f"axis {field} has no list of values"
        raise ValueError(msg)
    return tuple(range(row.min, row.max + 1))
