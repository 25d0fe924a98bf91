"""From a design point to the parameters of `aesculus_core`, and a module that has them bound."""

import re

from aesculus.space.design import DesignPoint
from aesculus.space.kinds import LaneKeys
from aesculus.space.parameters import Axis, axes, members

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CUT_BITS = 12

# Ports of aesculus_core: direction, packed width as an expression of the constants below, name.
_PORTS = (
    ("input", "", "clk_i"),
    ("input", "", "rst_ni"),
    ("input", "", "in_valid_i"),
    ("output", "", "in_ready_o"),
    ("input", "[{blocks}:0]", "in_block_i"),
    ("input", "[{keys}:0]", "in_key_i"),
    ("input", "", "in_decrypt_i"),
    ("input", "[{tag}:0]", "in_tag_i"),
    ("output", "", "out_valid_o"),
    ("input", "", "out_ready_i"),
    ("output", "[{blocks}:0]", "out_block_o"),
    ("output", "[{tag}:0]", "out_tag_o"),
    ("input", "", "key_valid_i"),
    ("output", "", "key_ready_o"),
    ("input", "[{key}:0]", "key_i"),
    ("input", "[{round_keys}:0]", "round_key_i"),
    ("input", "", "clear_i"),
    ("output", "", "cleared_o"),
)


def rtl_parameters(point: DesignPoint) -> dict[str, int]:
    """Return every parameter of `aesculus_core` with its number, enums by their RTL value.

    The point is taken as it is, legal or not.
    """
    return {row.rtl: _number(row, point) for row in axes() if row.rtl is not None}


def rtl_literals(point: DesignPoint) -> dict[str, str]:
    """Return every parameter of `aesculus_core` as SystemVerilog writes it.

    An enum is written with its package, as `aesculus_pkg::DirEncrypt`.

    The point is taken as it is, legal or not.
    """
    return {row.rtl: _literal(row, point) for row in axes() if row.rtl is not None}


def wrapper(point: DesignPoint, module: str = "aesculus_point") -> str:
    """Return the source of a module that is `aesculus_core` with every parameter bound.

    Its ports are those of `aesculus_core` with their widths in numbers, all of one dimension:
    the block of lane l is bits 128*l and up of `in_block_i` and `out_block_o`, and so with
    separate keys the key of lane l is bits KeyBits*l and up of `in_key_i`. The point is taken as
    it is, legal or not, so that the checks of the RTL can be exercised.

    Raises:
        ValueError: `module` is not a plain Verilog identifier.
    """
    if not _IDENTIFIER.fullmatch(module):
        msg = f"module {module!r} is not an identifier; legal: letters, digits and '_'"
        raise ValueError(msg)
    keys = point.lanes if point.lane_keys == LaneKeys.SEPARATE else 1
    widths = {
        "blocks": 128 * point.lanes - 1,
        "keys": point.key_bits * keys - 1,
        "key": point.key_bits - 1,
        "tag": point.tag_bits - 1,
        "round_keys": 128 * (point.nr + 1) - 1,
    }
    ports = [f"  {way:<6} logic {width.format(**widths):<9} {name}" for way, width, name in _PORTS]
    literals = rtl_literals(point)
    longest = max(map(len, literals))
    bound = [f"    .{name:<{longest}} ({value})" for name, value in literals.items()]
    return "\n".join(
        [
            f"// {_heading(point)}",
            f"module {module} (",
            ",\n".join(ports),
            ");",
            "  aesculus_core #(",
            ",\n".join(bound),
            "  ) u_core (",
            ",\n".join(f"    .{name}" for _, _, name in _PORTS),
            "  );",
            f"endmodule : {module}",
            "",
        ]
    )


def _heading(point: DesignPoint) -> str:
    # The recipe is no business of the RTL: points that differ in it alone share their source.
    name = point.replace(recipe="default").label
    return f"Design point {name}: aesculus_core with every parameter bound."


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
