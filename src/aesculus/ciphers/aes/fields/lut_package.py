"""The S-boxes of look-up tables that the RTL has: one generated module for each direction.

`lut_search` found the cells of encryption and decryption; what it took to choose among them is in
docs/decisions/0025-sbox-of-tables.md.
"""

from collections.abc import Sequence
from functools import cache, partial

from aesculus.ciphers.aes.fields.lut_choices import CHOICES
from aesculus.ciphers.aes.fields.lut_network import MAX_INPUTS, Lut, Network
from aesculus.ciphers.aes.fields.lut_sbox import Way, network
from aesculus.ciphers.aes.fields.verilog import literal

INNER = 7
"""Cut positions inside an S-box."""

_ROW = 8


@cache
def sbox(way: Way) -> Network:
    """Return the S-box of a direction."""
    return network(CHOICES[way])


def cut_levels(way: Way) -> tuple[int, ...]:
    """Return the level behind which each inner cut position lies.

    They are the first seven, one after each level, if there are no more than eight levels. Of
    more levels, stages as long as need be, and of those ways the one with fewest registers.
    """
    found = sbox(way)
    levels = found.levels
    if levels <= INNER + 1:
        return tuple(range(1, INNER + 1))
    longest = -(-levels // (INNER + 1))
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for _ in range(INNER):
        ahead: dict[int, tuple[int, tuple[int, ...]]] = {}
        for level, (cost, cuts) in best.items():
            for after in range(level + 1, min(level + longest, levels - 1) + 1):
                way_there = (cost + len(found.crossing(after)), (*cuts, after))
                ahead[after] = min(ahead.get(after, way_there), way_there)
        best = ahead
    return min(each for level, each in best.items() if levels - level <= longest)[1]


def path(way: Way) -> str:
    """Return the file of a direction below `rtl/`."""
    return f"sbox/{_name(way)}.sv"


def text(way: Way) -> str:
    """Return the module of a direction."""
    found, cuts = sbox(way), cut_levels(way)
    inside = [level for level in cuts if level < found.levels]
    behind = [place for place, level in enumerate(cuts, start=1) if level >= found.levels]
    choose = way is Way.BOTH
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// S-box of {len(found.tables)} tables in {found.levels} levels: {_TITLE[way]}.",
        "// src/aesculus/ciphers/aes/fields/lut_field.py says what they are.",
        "//",
        *_registers(found, cuts),
        "//",
        "// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.",
        "",
        f"module {_name(way)}",
        "  import aesculus_pkg::*;",
        "#(",
        "  parameter sbox_cuts_t Cuts = '0",
        ") (",
        "  input  logic       clk_i,",
        "  input  logic       en_i,",
        *(["  input  logic       inv_i,"] if choose else []),
        "  input  logic [7:0] data_i,",
        "  output logic [7:0] data_o",
        ");",
        "",
    ]
    now = {name: name for name in found.inputs}
    lines += _declared(found.inputs)
    source = "{inv_i, data_i}" if choose else "data_i"
    lines += _cut("start", list(reversed(found.inputs)), source, "32'(Cuts[CutStart])")
    level = 0
    for place, last in enumerate([*inside, found.levels], start=1):
        tables = [table for table in found.tables.values() if level < table.level <= last]
        names = [table.name for table in tables]
        title = f"Levels {level + 1} to {last}" if last > level + 1 else f"Level {last}"
        lines.append(f"  // {title}.")
        lines += _declared(names)
        now |= {name: name for name in names}
        lines += [_instance(table, now) for table in tables]
        lines.append("")
        if last < found.levels:
            crossing = list(found.crossing(last))
            later = {name: f"{name}_s{place}" for name in crossing}
            lines += _declared(list(later.values()))
            joined = _joined([now[name] for name in crossing])
            lines += _cut(f"s{place}", list(later.values()), joined, f"32'(Cuts[{place}])")
            now = later
        level = last
    if behind:
        named = " and ".join(f"s{place}" for place in behind)
        lines.append(f"  // Behind the last level there is nothing for {named} to divide.")
    depth = " + ".join(f"32'(Cuts[{place}])" for place in (*behind, "CutSub"))
    result = _joined([now[name] for name in reversed(found.outputs)])
    lines += _cut("sub", ["data_o"], result, depth)
    return "\n".join([*lines, "endmodule", ""])


def _name(way: Way) -> str:
    return f"aesculus_sbox_lut_{way}"


def _registers(found: Network, cuts: Sequence[int]) -> list[str]:
    inside = [
        f"s{place}: {len(found.crossing(level))}"
        for place, level in enumerate(cuts, start=1)
        if level < found.levels
    ]
    return [f"// Registers of a cut: {', '.join(inside)}; sub: 8."]


def _declared(names: Sequence[str]) -> list[str]:
    rows = [names[i : i + _ROW] for i in range(0, len(names), _ROW)]
    return [f"  logic {', '.join(row)};" for row in rows]


def _joined(names: Sequence[str]) -> str:
    rows = [", ".join(names[i : i + _ROW]) for i in range(0, len(names), _ROW)]
    return "{" + ",\n    ".join(rows) + "}"


def _cut(name: str, outputs: Sequence[str], source: str, depth: str) -> list[str]:
    target = outputs[0] if len(outputs) == 1 else _joined(outputs)
    width = 8 if len(outputs) == 1 else len(outputs)
    return [
        f"  aesculus_cut #(.Width({width}), .Depth({depth})) u_{name} (",
        "    .clk_i, .en_i,",
        f"    .d_i({source}),",
        f"    .q_o({target})",
        "  );",
        "",
    ]


def _instance(table: Lut, now: dict[str, str]) -> str:
    inputs = [now[name] for name in table.inputs]
    address = ", ".join(["1'b0"] * (MAX_INPUTS - len(inputs)) + inputs[::-1])
    # What is in the table does not depend on an input that is not used.
    contents = table.init
    for place in range(len(inputs), MAX_INPUTS):
        contents |= contents << (1 << place)
    init = literal(1 << MAX_INPUTS, contents)
    name, output = f"u_{table.name}", table.name
    return f"  aesculus_lut4 #(.Init({init})) {name} (.a_i({{{address}}}), .y_o({output}));"


_TITLE = {
    Way.ENCRYPT: "SubBytes",
    Way.DECRYPT: "InvSubBytes",
    Way.BOTH: "SubBytes, with inv_i InvSubBytes",
}

TEXTS = {path(way): partial(text, way) for way in Way}
"""File below `rtl/` to the function that returns its text."""
