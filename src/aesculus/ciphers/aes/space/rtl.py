"""From a design point to the parameters of `aesculus_core`, and a module that has them bound."""

from typing import Literal

from aesculus.ciphers.aes.space.design import BLOCK_BITS, DesignPoint
from aesculus.ciphers.aes.space.kinds import LaneKeys
from aesculus.ciphers.aes.space.parameters import Axis, axes, members
from aesculus.design import common
from aesculus.design.model import Port

_CUT_BITS = 12

# Ports of aesculus_core: direction, which of `_widths` (a single bit where none), name.
_PORTS: tuple[tuple[Literal["input", "output"], str, str], ...] = (
    ("input", "", "clk_i"),
    ("input", "", "rst_ni"),
    ("input", "", "in_valid_i"),
    ("output", "", "in_ready_o"),
    ("input", "blocks", "in_block_i"),
    ("input", "keys", "in_key_i"),
    ("input", "", "in_decrypt_i"),
    ("input", "tag", "in_tag_i"),
    ("output", "", "out_valid_o"),
    ("input", "", "out_ready_i"),
    ("output", "blocks", "out_block_o"),
    ("output", "tag", "out_tag_o"),
    ("input", "", "key_valid_i"),
    ("output", "", "key_ready_o"),
    ("input", "key", "key_i"),
    ("input", "round_keys", "round_key_i"),
    ("input", "", "clear_i"),
    ("output", "", "cleared_o"),
)


def rtl_parameters(point: DesignPoint) -> dict[str, int]:
    """Return every parameter of `aesculus_core` with its number, enums by their RTL value.

    The point is taken as it is, legal or not.
    """
    return {row.rtl: _number(row, point) for row in axes()}


def rtl_literals(point: DesignPoint) -> dict[str, str]:
    """Return every parameter of `aesculus_core` as SystemVerilog writes it.

    An enum is written with its package, as `aesculus_pkg::DirEncrypt`.

    The point is taken as it is, legal or not.
    """
    return {row.rtl: _literal(row, point) for row in axes()}


def ports(point: DesignPoint) -> list[Port]:
    """Return the ports of `wrapper`, in order."""
    widths = _widths(point)
    return [Port(name, way, widths[width] if width else 1) for way, width, name in _PORTS]


def _widths(point: DesignPoint) -> dict[str, int]:
    keys = point.lanes if point.lane_keys == LaneKeys.SEPARATE else 1
    return {
        "blocks": BLOCK_BITS * point.lanes,
        "keys": point.key_bits * keys,
        "key": point.key_bits,
        "tag": point.tag_bits,
        "round_keys": BLOCK_BITS * (point.nr + 1),
    }


def wrapper(point: DesignPoint, module: str = "aesculus_point") -> str:
    """Return the source of a module that is `aesculus_core` with every parameter bound.

    Its ports are those of `aesculus_core` with their widths in numbers, all of one dimension:
    the block of lane l is bits 128*l and up of `in_block_i` and `out_block_o`, and so with
    separate keys the key of lane l is bits KeyBits*l and up of `in_key_i`. The point is taken as
    it is, legal or not, so that the checks of the RTL can be exercised.

    Raises:
        ValueError: `module` is not a plain Verilog identifier.
    """
    return common.top(
        module,
        ports(point),
        of="aesculus_core",
        parameters=rtl_literals(point),
        about=f"Design point {point.label}: aesculus_core with every parameter bound.",
    )


def _number(row: Axis, point: DesignPoint) -> int:
    value = getattr(point, row.field)
    if row.enum is not None:
        return members(row.enum)[value].value
    if row.kind == "key":
        return int(value or "0", 16)
    return int(value)


def _literal(row: Axis, point: DesignPoint) -> str:
    value = getattr(point, row.field)
    if row.enum is not None:
        return f"aesculus_pkg::{members(row.enum)[value].literal}"
    if row.kind == "mask":
        return f"{max(_CUT_BITS, value.bit_length())}'h{value:03x}"
    if row.kind == "bool":
        return f"1'b{value:d}"
    if row.kind == "key":
        return f"{4 * len(value)}'h{value}" if value else "'x"
    return str(int(value))
