"""How generated packages write constants: as SystemVerilog literals in rows of bounded width."""

from collections.abc import Sequence

from aesculus.ciphers.aes.fields.matrix import BitMatrix

_WIDTH = 96


def package(name: str, title: Sequence[str], lines: Sequence[str]) -> str:
    """Return the text of a package: licence, what it is, who writes it, its declarations."""
    return "\n".join(
        [
            "// SPDX-License-Identifier: Apache-2.0",
            *(f"// {line}".rstrip() for line in title),
            "//",
            "// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.",
            "",
            f"package {name};",
            "",
            *lines,
            "",
            "endpackage",
            "",
        ]
    )


def values(name: str, bits: int, elements: Sequence[int]) -> list[str]:
    """Return a packed array of numbers.

    Args:
        name: of the constant.
        bits: width of an element.
        elements: the numbers, that of index 0 first.
    """
    return array(name, f"[{bits - 1}:0]", [literal(bits, value) for value in elements])


def array(name: str, dimensions: str, elements: Sequence[str]) -> list[str]:
    """Return a packed array.

    Args:
        name: of the constant.
        dimensions: packed dimensions of an element.
        elements: literals, that of index 0 first.
    """
    width = max(len(element) for element in elements) + 2
    # A power of two a row, so that an index is found by eye.
    row = 1 << ((_WIDTH - len("    ")) // width).bit_length() - 1
    lines = [f"  localparam logic [{len(elements) - 1}:0]{dimensions} {name} = {{"]
    for first in reversed(range(0, len(elements), row)):
        listed = ", ".join(reversed(elements[first : first + row]))
        lines.append(f"    {listed}{',' if first else ''}")
    return [*lines, "  };"]


def literal(bits: int, value: int) -> str:
    """Return a number as a sized literal in hex."""
    return f"{bits}'h{value:0{-(-bits // 4)}x}"


def matrix(name: str, value: BitMatrix) -> list[str]:
    """Return an eight by eight matrix as `matrix_t` of aesculus_field_pkg has it."""
    return [f"  localparam logic [7:0][7:0] {name} = {matrix_literal(value)};"]


def matrix_literal(value: BitMatrix) -> str:
    """Return a matrix as a literal: row 7 in the top byte, column 0 in a row's lowest bit."""
    digits = bytes(reversed(value.rows)).hex()
    return "64'h" + "_".join(digits[i : i + 4] for i in range(0, 16, 4))
