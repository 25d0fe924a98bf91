"""Hypothesis strategies for design points, for the tests of every room."""

from collections.abc import Sequence

from hypothesis import strategies as st

from aesculus.ciphers.aes.space import (
    Cut,
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
    available,
    available_cuts,
    members,
)
from aesculus.ciphers.aes.space.parameters import axis

RECIPES = ("default", "area", "no-widelut", "abc9_dff", "x1")
"""Names of recipes; whether there are such is not asked by what only carries them."""

_MOVABLE = [field for field in DesignPoint.model_fields if field != "key_bits"]
_MEMORIES = [kind for kind in SboxKind if members("sbox_e")[kind].address_register]


_BASES = [int(value) for value in available("basis")]
_WIDTHS = [int(value) for value in available("width")]
_NARROW = [width for width in _WIDTHS if width != axis("width").default]
_TRAVELLING = (KeySchedule.ONLINE, KeySchedule.LAST)
_EXPANDING = (*_TRAVELLING, KeySchedule.STORED)


def _memory(kind: object) -> bool:
    return kind in _MEMORIES


def _keys(key_bits: int) -> st.SearchStrategy[str]:
    size = key_bits // 8
    return st.just("") | st.binary(min_size=size, max_size=size).map(bytes.hex)


@st.composite
def any_points(draw: st.DrawFn, *, reserved_sboxes: bool = True) -> DesignPoint:
    """Draw a point over all fields, with values that are illegal, unavailable or out of range.

    Args:
        draw: given by Hypothesis.
        reserved_sboxes: also draw S-box kinds that are named but not available.
    """
    kinds = st.sampled_from(
        SboxKind if reserved_sboxes else [SboxKind(str(kind)) for kind in available("sbox")]
    )
    sbox = draw(kinds)
    # Half of the masks fit the S-box, so that legal and nearly legal points are common.
    fitting = available_cuts(sbox, Direction.ENCRYPT)
    mask = st.integers(0, 0xFFF).map(lambda bits: bits & fitting) | st.integers(0, 0x1FFF)
    unroll = draw(st.integers(0, 16))
    names = ("entry_cuts", "width", "basis", "lanes", "tag_bits")
    common_int = {name: st.just(int(axis(name).default)) for name in names}
    size = draw(st.sampled_from((128, 192, 256)))
    return DesignPoint(
        key_bits=size,
        direction=draw(st.just(Direction.ENCRYPT) | st.sampled_from(Direction)),
        unroll=unroll,
        cuts=draw(mask),
        cut_every=draw(st.sampled_from((1, unroll)) | st.integers(0, 16)),
        entry_cuts=draw(common_int["entry_cuts"] | st.integers(0, 4)),
        width=draw(common_int["width"] | st.sampled_from((8, 32, 64)) | st.integers(0, 130)),
        sbox=sbox,
        key_sbox=draw(st.just(sbox) | kinds),
        basis=draw(common_int["basis"] | st.sampled_from(_BASES) | st.integers(0, 5000)),
        whole=draw(st.just(False) | st.booleans()),
        key_schedule=draw(st.just(KeySchedule.ONLINE) | st.sampled_from(KeySchedule)),
        fixed_key=draw(_keys(size) | st.text("0123456789abcdefABCDEF", max_size=64)),
        lanes=draw(common_int["lanes"] | st.integers(0, 18)),
        lane_keys=draw(st.just(LaneKeys.SHARED) | st.sampled_from(LaneKeys)),
        flow=draw(st.sampled_from(Flow)),
        tag_bits=draw(common_int["tag_bits"] | st.integers(0, 40)),
    )


@st.composite
def legal_points(
    draw: st.DrawFn,
    *,
    key_bits: Sequence[int] | None = None,
    sboxes: Sequence[SboxKind] | None = None,
    max_unroll: int = 14,
) -> DesignPoint:
    """Draw a legal point by construction, over everything the RTL has now.

    The point may differ from its canonical form.

    Args:
        draw: given by Hypothesis.
        key_bits: key sizes to draw from, in bits; all by default.
        sboxes: S-box kinds to draw both S-boxes from; all available ones by default.
        max_unroll: most physical rounds.
    """
    sizes = [int(size) for size in key_bits or available("key_bits")]
    size = draw(st.sampled_from(sizes))
    kinds = st.sampled_from(list(sboxes or [SboxKind(str(kind)) for kind in available("sbox")]))
    sbox = draw(kinds)
    key_sbox = draw(st.just(sbox) | kinds)
    direction = Direction(str(draw(st.sampled_from(available("direction")))))
    if sbox is SboxKind.TTABLE:
        direction = Direction.ENCRYPT
    unroll = draw(st.integers(1, min(size // 32 + 6, max_unroll)))
    fitting = available_cuts(sbox, direction)
    bits = [1 << bit for bit in range(fitting.bit_length()) if fitting >> bit & 1]
    cuts = sum(draw(st.sets(st.sampled_from(bits), min_size=1)))
    cut_every = draw(st.sampled_from((1, unroll)) | st.integers(1, unroll))
    schedule = KeySchedule(str(draw(st.sampled_from(available("key_schedule")))))
    expands = schedule in _EXPANDING
    if _memory(sbox) or (expands and _memory(key_sbox)):
        cuts, cut_every = cuts | Cut.START, 1
    towers = {sbox, key_sbox} == {SboxKind.TOWER}
    lanes = draw(st.sampled_from((1, 1, 2)) | st.integers(1, 16))
    may_separate = lanes > 1 and schedule in _TRAVELLING
    if draw(st.sampled_from(_WIDTHS)) != axis("width").default:
        width = draw(st.sampled_from(_NARROW))
        both = [SboxKind.BRAM if kind is SboxKind.TTABLE else kind for kind in (sbox, key_sbox)]
        if (width, size) != (8, 128):
            both[1] = both[0]
        return DesignPoint(
            key_bits=size,
            width=width,
            sbox=both[0],
            key_sbox=both[1],
            basis=draw(st.just(0) | st.sampled_from(_BASES)),
            flow=draw(st.sampled_from((Flow.NONE, Flow.STALL))),
            tag_bits=draw(st.sampled_from((1, 8, 32)) | st.integers(1, 32)),
        )
    return DesignPoint(
        key_bits=size,
        direction=direction,
        unroll=unroll,
        cuts=int(cuts),
        cut_every=cut_every,
        entry_cuts=draw(st.integers(0, 2)) if unroll == size // 32 + 6 else 0,
        sbox=sbox,
        key_sbox=key_sbox,
        basis=draw(st.just(0) | st.sampled_from(_BASES)),
        whole=towers and expands and draw(st.booleans()),
        key_schedule=schedule,
        fixed_key=draw(_keys(size)) if schedule is KeySchedule.FIXED else "",
        lanes=lanes,
        lane_keys=draw(st.sampled_from(LaneKeys)) if may_separate else LaneKeys.SHARED,
        flow=Flow(str(draw(st.sampled_from(available("flow"))))),
        tag_bits=draw(st.sampled_from((1, 8, 32)) | st.integers(1, 32)),
    )


@st.composite
def nearly_legal_points(draw: st.DrawFn) -> DesignPoint:
    """Draw a legal point with one change, of the kind a user gets wrong: often just illegal."""
    point = draw(legal_points())
    move = draw(st.sampled_from(("cuts", "unroll", "cut_every", "sbox", "any field")))
    if move == "cuts":
        return point.replace(cuts=point.cuts ^ (1 << draw(st.integers(0, 11))))
    if move == "unroll":
        return point.replace(unroll=point.nr + draw(st.integers(-1, 1)))
    if move == "cut_every":
        return point.replace(cut_every=draw(st.integers(0, point.unroll + 1)))
    if move == "sbox":
        field = draw(st.sampled_from(("sbox", "key_sbox")))
        return point.replace(**{field: draw(st.sampled_from(SboxKind))})
    field = draw(st.sampled_from(_MOVABLE))
    return point.replace(**{field: getattr(draw(any_points()), field)})
