"""Writing the canonical label of a point. `labels` reads it; ARCHITECTURE.md has the grammar."""

from typing import TYPE_CHECKING

from aesculus.space.canonical import canonical, key_kind
from aesculus.space.cuts import PRESETS
from aesculus.space.keys import example_key
from aesculus.space.kinds import KeySchedule, SboxKind
from aesculus.space.parameters import axis, members, sbox_member

if TYPE_CHECKING:
    from aesculus.space.design import DesignPoint

WHOLE_LETTER = "F"
"""Stands where the letter of the S-box stands, for a tower field that the whole cipher is in."""

WHOLE_TOKEN = "WHOLE"  # noqa: S105 - a token of a label
"""Says the same of an S-box of another kind, which cannot be."""


ISOLATE_TOKEN = "ISO"  # noqa: S105 - a token of a label
"""Says that the entry is isolated."""


def label(point: "DesignPoint") -> str:
    """Return the one label of a point and of all points equivalent to it."""
    point = canonical(point)
    tokens = [
        _cipher(point),
        _lanes(point),
        f"UF{point.unroll}",
        _pipelining(point),
        WHOLE_TOKEN if point.whole and point.sbox != SboxKind.TOWER else "",
        _numbered("IN", "entry_cuts", point.entry_cuts),
        _numbered("W", "width", point.width),
        _key_sbox(point),
        f"G{point.basis:x}" if point.basis != axis("basis").default else "",
        _schedule(point),
        members("flow_e")[point.flow].token,
        _numbered("TAG", "tag_bits", point.tag_bits),
        ISOLATE_TOKEN if point.isolate else "",
    ]
    recipe = "" if point.recipe == axis("recipe").default else f"+{point.recipe}"
    return "-".join(token for token in tokens if token) + recipe


def _key_sbox(point: "DesignPoint") -> str:
    same = point.key_sbox == key_kind(point.sbox)
    return "" if same else f"K{sbox_member(point.key_sbox).token}"


def _cipher(point: "DesignPoint") -> str:
    direction = members("direction_e")[point.direction].token
    if point.key_bits == axis("key_bits").default and not direction:
        return ""
    return f"AES{point.key_bits}{direction}"


def _lanes(point: "DesignPoint") -> str:
    keys = members("lane_keys_e")[point.lane_keys].token
    if point.lanes == axis("lanes").default and not keys:
        return ""
    return f"RF{point.lanes}{keys}"


def _schedule(point: "DesignPoint") -> str:
    token = members("key_schedule_e")[point.key_schedule].token
    if point.key_schedule == KeySchedule.FIXED and point.fixed_key != example_key(point.key_bits):
        return token + point.fixed_key
    return token


def _numbered(prefix: str, field: str, value: int) -> str:
    return "" if value == axis(field).default else f"{prefix}{value}"


def _pipelining(point: "DesignPoint") -> str:
    letter = sbox_member(point.sbox).token
    if point.whole and point.sbox == SboxKind.TOWER:
        letter = WHOLE_LETTER
    for name, preset in PRESETS.items():
        every = 1 if preset.every_round else point.unroll
        if (point.cuts, point.cut_every) == (preset.mask, every):
            return f"{name}{letter}"
    every_token = "" if point.cut_every == 1 else f"E{point.cut_every}"
    return f"C{point.cuts:x}{letter}{every_token}"
