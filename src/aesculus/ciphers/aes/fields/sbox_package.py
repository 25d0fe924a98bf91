"""The two S-boxes of `sbox_circuits` that the RTL has, and the package that holds them.

It is `rtl/sbox/aesculus_sbox_line_pkg.sv`.
`python -m aesculus.ciphers.aes.fields.sbox_package --search` prints what other
choices of tower, OR gates and seeds would give.
"""

import sys
from collections.abc import Iterator
from functools import cache

from aesculus.ciphers.aes.fields.circuits import Program
from aesculus.ciphers.aes.fields.sbox_circuits import (
    NormalTower,
    SboxCircuit,
    inversion,
    sbox_circuit,
    towers,
)
from aesculus.ciphers.aes.fields.verilog import literal, package

PATH = "sbox/aesculus_sbox_line_pkg.sv"

DIRECTIONS = ("encrypt", "decrypt")
_PRODUCTS = 9
_FORMS = 18


@cache
def compact() -> SboxCircuit:
    """Return the S-box with the fewest gates that `search` found."""
    tower = NormalTower(0xFE, 0x5C, 0xBC)
    middle = inversion(tower, or_1=287, or_2=1)
    return sbox_circuit("compact", middle, seeds=(2, 0, 0, 1))


@cache
def shallow() -> SboxCircuit:
    """Return the S-box of least depth that `search` found."""
    middle = inversion(NormalTower(0x1E, 0xE0, 0xBC), or_1=369, shallow=True)
    return sbox_circuit("shallow", middle, shallow=True)


def search(*, shallow: bool, step: int = 1) -> Iterator[tuple[int, int, NormalTower, int, int]]:
    """Yield depth and gates of encryption by tower, products that are ORs, and OR of the middle.

    Args:
        shallow: least depth before fewest gates.
        step: try one set of ORs in so many.
    """
    for tower in towers():
        middles = [inversion(tower, or_2=n, shallow=shallow).invert for n in range(8)]
        or_2 = min(range(8), key=lambda n: middles[n].size)
        for or_1 in range(0, 512, step):
            middle = inversion(tower, or_1=or_1, or_2=or_2, shallow=shallow)
            try:
                program = sbox_circuit("", middle, shallow=shallow).program("encrypt")
            except ValueError:  # an inverter that no gate takes over
                continue
            yield max(program.output_depths()), program.size, tower, or_1, or_2


def text() -> str:
    """Return the package."""
    circuits = (compact(), shallow())
    halves = {circuit.name: _halves(circuit) for circuit in circuits}
    extra = max(len(circuit.inversion.linear) for circuit in circuits)
    mid = max(len(first.outputs) for pair in halves.values() for first, _ in pair.values())
    lines = [f"  localparam int unsigned NormExtra = {extra};"]
    lines += [f"  localparam int unsigned MidWidth = {mid};", ""]
    lines.append(
        "  // Which of the nine products of the norm are ORs: a | b is a & b with a ^ b added."
    )
    for circuit in circuits:
        ors = literal(_PRODUCTS, circuit.inversion.or_1)
        lines.append(f"  localparam logic [8:0] {circuit.name.capitalize()}Ors = {ors};")
    lines.append("")
    for circuit in circuits:
        middle, name = circuit.inversion, circuit.name
        for direction in DIRECTIONS:
            into, out = circuit.maps[direction]
            lines += _function(f"{name}_in_{direction}", into, 8, 8)
            lines += _function(f"{name}_out_{direction}", out, 8, 8)
            lines += _function(
                f"{name}_top_{direction}", circuit.tops[direction], 8, _FORMS + extra
            )
            first, second = halves[name][direction]
            lines += _function(f"{name}_bottom_{direction}", first, _FORMS, mid)
            lines += _function(f"{name}_end_{direction}", second, mid, 8)
        lines += _function(f"{name}_expand", circuit.expand, 8, _FORMS + extra)
        lines += _function(f"{name}_norm", middle.norm, _PRODUCTS + extra, 4)
        lines += _function(f"{name}_invert", middle.invert, 4, _PRODUCTS)
        lines += _function(f"{name}_compress", circuit.compress, _FORMS, 8)
    return package("aesculus_sbox_line_pkg", _TITLE, lines[:-1])


def _halves(circuit: SboxCircuit) -> dict[str, tuple[Program, Program]]:
    """Return each direction's bottom in two, with as many gates in a row in both."""
    return {
        direction: bottom.split(-(-max(bottom.output_depths()) // 2))
        for direction, bottom in circuit.bottoms.items()
    }


def _function(name: str, program: Program, inputs: int, outputs: int) -> list[str]:
    """Write a program as a function; inputs and outputs beyond its own are of no use and 0."""
    nodes = program.inputs + len(program.gates)
    lines = [
        f"  function automatic logic [{outputs - 1}:0] {name}(logic [{inputs - 1}:0] x);",
        f"    logic [{nodes - 1}:0] n;",
        f"    n[{program.inputs - 1}:0] = x[{program.inputs - 1}:0];",
    ]
    for number, gate in enumerate(program.gates, start=program.inputs):
        lines.append(f"    n[{number}] = n[{gate.left}] {gate.op} n[{gate.right}];")
    bits = [
        f"{'~' if index in program.inverted else ''}n[{node}]"
        for index, node in enumerate(program.outputs)
    ]
    bits += ["1'b0"] * (outputs - len(bits))
    listed = [", ".join(list(reversed(bits))[i : i + 8]) for i in range(0, len(bits), 8)]
    lines.append("    return {" + ",\n            ".join(listed) + "};")
    return [*lines, "  endfunction", ""]


_TITLE = (
    "Two S-boxes as straight-line programs: `compact` has few gates, `shallow` few in a row.",
    "src/aesculus/ciphers/aes/fields/sbox_package.py says where they come from.",
    "",
    "Encryption and decryption share norm and invert. A byte goes through",
    "  top: nine sums of bits for either half, then sums for the norm;  products;  norm;",
    "  invert: nine sums of the bits of 1/norm;  18 products;",
    "  bottom and end: sums, in two parts.",
    "To choose the direction by byte there are in and expand in place of top, compress and out",
    "in place of bottom and end.",
)


def _main() -> None:
    for flat in (False, True):
        key = (lambda row: row[:2]) if flat else (lambda row: row[1::-1])
        for depth, size, tower, or_1, or_2 in sorted(search(shallow=flat), key=key)[:5]:
            sys.stdout.write(f"{size} gates, depth {depth}: {tower}, or_1={or_1}, or_2={or_2}\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--search"]:
        sys.exit(
            "sbox_package: takes --search; "
            "`python -m aesculus.ciphers.aes.fields.packages` writes the package"
        )
    _main()
