"""S-boxes as straight-line programs: a top of sums, an inversion, a bottom of sums.

The field is GF(((2^2)^2)^2) with the normal bases [Y, Y^16], [Z, Z^4] and [W, W^2], each of trace
1, in which a product of pairs is three products of coefficients (Canright, CHES 2005). With
x = h Y + l Y^16 and the norm t = x^17 = h l + Y^17 (h + l)^2, the inverse is
(l / t) Y + (h / t) Y^16. So the nine sums of bits of h that a product wants are used twice, and so
are those of l: they are the top. All sums are made by Paar's greedy method (`circuits`). How many
products there are follows from these formulas; nothing here lessens them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from aesculus.ciphers.aes.fields.aes import AES_FIELD, AFFINE_CONSTANT, AFFINE_MATRIX
from aesculus.ciphers.aes.fields.circuits import Gate, Program, xor_program
from aesculus.ciphers.aes.fields.gf import power
from aesculus.ciphers.aes.fields.matrix import BitMatrix

FORMS = (1, 2, 3, 4, 8, 12, 5, 10, 15)
"""The sums of the bits of a half that a product wants, as masks: (low, high, both) of the halves
`low`, `high` and `both` of it."""

Rows = tuple[int, ...]


@dataclass(frozen=True)
class NormalTower:
    """A tower in normal bases, by the elements of GF(2^8) that make them.

    Args:
        y: root of x^2 + x + n with n in GF(2^4).
        z: root of x^2 + x + n with n in GF(2^2).
        w: root of x^2 + x + 1.

    Raises:
        ValueError: one of them is not such a root.
    """

    y: int
    z: int
    w: int

    def __post_init__(self) -> None:
        for root, exponent in ((self.y, 16), (self.z, 4), (self.w, 2)):
            if root ^ power(AES_FIELD, root, exponent) != 1:
                raise ValueError(f"{root:#04x} and its power {exponent} do not add up to 1")

    @property
    def basis(self) -> BitMatrix:
        """From coordinates to GF(2^8).

        Coordinate 4i + 2j + k belongs to the product of Y, Z and W, or of their conjugates where
        i, j or k is 0.
        """
        mul = AES_FIELD.mul
        pairs = [(power(AES_FIELD, r, e), r) for r, e in ((self.y, 16), (self.z, 4), (self.w, 2))]
        return BitMatrix.from_columns(
            [mul(y, mul(z, w)) for y in pairs[0] for z in pairs[1] for w in pairs[2]]
        )

    def coordinates(self, value: int) -> int:
        """Return the coordinates of an element of GF(2^8)."""
        return self.basis.inverse()(value)


CANRIGHT = NormalTower(0xFF, 0x5C, 0xBD)
"""The tower of the smallest S-box that Canright found (CHES 2005)."""


@cache
def towers() -> tuple[NormalTower, ...]:
    """Return the towers that differ in more than the order of coordinates."""

    def roots(exponent: int) -> list[int]:
        found: dict[int, int] = {}
        for value in range(2, 256):
            image = power(AES_FIELD, value, exponent)
            if value ^ image == 1 and power(AES_FIELD, value, exponent * exponent) == value:
                found.setdefault(AES_FIELD.mul(value, image), value)
        return list(found.values())

    return tuple(NormalTower(y, z, roots(2)[0]) for z in roots(4) for y in roots(16))


@dataclass(frozen=True)
class Inversion:
    """The parts between top and bottom, and what differs between towers.

    Attributes:
        tower: the field.
        or_1: products of the first nine that are ORs, as a mask: a | b is a & b with a + b added.
        linear: the sums of bits of h + l that are added to the norm besides.
        norm: from the first nine products and `linear` to the bits of t.
        invert: from the bits of t to the nine sums of its inverse.
    """

    tower: NormalTower
    or_1: int
    linear: Rows
    norm: Program
    invert: Program


@dataclass(frozen=True)
class SboxCircuit:
    """An S-box as programs in a row; see `sbox_circuit`.

    Attributes:
        name: for the names of its functions in the RTL.
        inversion: its middle.
        maps: by direction, from the byte to coordinates and from coordinates to the byte.
        expand: from coordinates to the top's sums.
        tops: by direction, from the byte to the top's sums: `FORMS` of h, of l, then `linear`.
        compress: from the last 18 products to coordinates.
        bottoms: by direction, from the last 18 products to the byte.
    """

    name: str
    inversion: Inversion
    maps: dict[str, tuple[Program, Program]]
    expand: Program
    tops: dict[str, Program]
    compress: Program
    bottoms: dict[str, Program]

    def program(self, direction: str) -> Program:
        """Return the whole S-box as one program, for `encrypt` or `decrypt`."""
        middle = self.inversion
        top = self.tops[direction]
        sums = top.outputs
        gates = list(top.gates)

        def add(op: str, left: int, right: int) -> int:
            gates.append(Gate(op, left, right))
            return top.inputs + len(gates) - 1

        def join(part: Program, nodes: Sequence[int]) -> list[int]:
            number = list(nodes)
            for gate in part.gates:
                number.append(add(gate.op, number[gate.left], number[gate.right]))
            return [number[node] for node in part.outputs]

        if top.inverted or middle.norm.inverted or middle.invert.inverted:
            raise ValueError("inverters in the middle of an S-box")
        products = [
            add("|" if middle.or_1 >> k & 1 else "&", sums[k], sums[9 + k]) for k in range(9)
        ]
        norm = join(middle.norm, [*products, *sums[18:]])
        inverse = join(middle.invert, norm)
        last = [add("&", sums[9 + k], inverse[k]) for k in range(9)]
        last += [add("&", sums[k], inverse[k]) for k in range(9)]
        bottom = self.bottoms[direction]
        outputs = join(bottom, last)
        return Program(top.inputs, tuple(gates), tuple(outputs), bottom.inverted)


def _times(rows: Sequence[int], matrix: BitMatrix) -> Rows:
    """Return sums of the matrix' outputs as sums of its inputs."""
    return tuple(_fold(row, matrix.rows) for row in rows)


def _fold(row: int, over: Sequence[int]) -> int:
    total = 0
    for position, other in enumerate(over):
        if row >> position & 1:
            total ^= other
    return total


def product_rows(tower: NormalTower) -> Rows:
    """Return each bit of a product in GF(2^4) as a sum of the nine products of `FORMS`."""
    # In GF(2^2) a product's high bit is high + both, its low bit low + both; one level up the
    # share of both halves is scaled by Z^5.
    bits = [(0b101 << 3 * part, 0b110 << 3 * part) for part in range(3)]
    scale = _linear_rows(tower, power(AES_FIELD, tower.z, 5), 1, 2)
    both = [_fold(row, bits[2]) for row in scale]
    return tuple(bits[half][bit] ^ both[bit] for half in range(2) for bit in range(2))


def _linear_rows(tower: NormalTower, factor: int, exponent: int, bits: int) -> Rows:
    """Return x -> factor * x^exponent in the subfield of `bits` coordinates as sums of bits."""
    spread = _embedding(bits)
    columns = []
    for j in range(bits):
        value = tower.basis(spread[1 << j])
        image = tower.coordinates(AES_FIELD.mul(factor, power(AES_FIELD, value, exponent)))
        columns.append(spread.index(image))
    return tuple(sum((c >> i & 1) << j for j, c in enumerate(columns)) for i in range(bits))


def _embedding(bits: int) -> list[int]:
    """Return the coordinates in GF(2^8) of each element of the subfield of `bits` coordinates."""
    # 1 = Y + Y^16 = Z + Z^4 whatever the roots are.
    copies = 8 // bits
    return [sum(value << bits * copy for copy in range(copies)) for value in range(1 << bits)]


def inversion(
    tower: NormalTower, *, or_1: int = 0, or_2: int = 0, shallow: bool = False, seed: int = 0
) -> Inversion:
    """Build the middle of an S-box.

    Args:
        tower: the field.
        or_1: products of the first nine that are ORs.
        or_2: the same of the three first products of the inversion in GF(2^4).
        shallow: least depth: no sum is deeper than it must be, and t is inverted by the polynomials
            of its bits in place of a tower.
        seed: of `xor_program`.
    """
    products = product_rows(tower)
    squares = _linear_rows(tower, power(AES_FIELD, tower.y, 17), 2, 4)
    residues = [squares[i] ^ _fold(products[i] & or_1, FORMS) for i in range(4)]
    linear = tuple(dict.fromkeys(residue for residue in residues if residue))
    rows = [
        products[i] | (1 << 9 + linear.index(residues[i]) if residues[i] else 0) for i in range(4)
    ]
    limit = 0 if shallow else None
    norm = xor_program(rows, 9 + len(linear), limit=limit, seed=seed)
    invert = _polynomials(tower, seed) if shallow else _invert_by_tower(tower, or_2, seed)
    return Inversion(tower, or_1, linear, norm, invert)


def _inverses(tower: NormalTower) -> list[int]:
    spread = _embedding(4)
    return [spread.index(tower.coordinates(AES_FIELD.inv(tower.basis(value)))) for value in spread]


def _polynomials(tower: NormalTower, seed: int) -> Program:
    """Invert four bits by the polynomials of the sums of the inverse."""
    table = _inverses(tower)
    gates: list[Gate] = []
    node = {1 << i: i for i in range(4)}
    for monomial in sorted(range(1, 15), key=lambda m: (m.bit_count(), m)):
        if monomial not in node:
            low = monomial & -monomial
            gates.append(Gate("&", node[low], node[monomial ^ low]))
            node[monomial] = 3 + len(gates)
    order = sorted(node, key=lambda monomial: node[monomial])
    rows = []
    for form in FORMS:
        # Moebius transform: a monomial is there if the function is odd on what lies below it.
        row = 0
        for position, monomial in enumerate(order):
            below = (x for x in range(16) if x & ~monomial == 0)
            row |= (sum((table[x] & form).bit_count() for x in below) & 1) << position
        rows.append(row)
    arrival = [max(m.bit_count() - 1, 0) for m in order]
    sums = xor_program(rows, len(order), arrival=arrival, limit=0, seed=seed)
    return Program(4, (*gates, *sums.gates), sums.outputs).pruned()


def _invert_by_tower(tower: NormalTower, or_2: int, seed: int) -> Program:
    """Invert t = a Z + b Z^4: f = 1 / (a b + Z^5 (a + b)^2), 1/t = b f Z + a f Z^4."""
    pairs = (0b101, 0b110)
    halves = (1, 2, 3)
    squares = _linear_rows(tower, power(AES_FIELD, tower.z, 5), 2, 2)
    residues = [squares[i] ^ _fold(pairs[i] & or_2, halves) for i in range(2)]
    wanted = [0b0011, 0b1100, *(r * 0b0101 for r in dict.fromkeys(residues) if r)]
    first = xor_program([1, 2, wanted[0], 4, 8, *wanted[1:]], 4, seed=seed)
    gates = list(first.gates)

    def add(op: str, left: int, right: int) -> int:
        gates.append(Gate(op, left, right))
        return 3 + len(gates)

    low, high, extra = first.outputs[:3], first.outputs[3:6], first.outputs[6:]
    products = [add("|" if or_2 >> k & 1 else "&", low[k], high[k]) for k in range(3)]
    kinds = [r for r in dict.fromkeys(residues) if r]
    rows = [pairs[i] | (1 << 3 + kinds.index(residues[i]) if residues[i] else 0) for i in range(2)]
    # The inverse in GF(2^2) is the square, which swaps the bits of a normal basis.
    rows = [rows[1], rows[0], rows[0] ^ rows[1]]

    def join(part: Program, nodes: Sequence[int]) -> list[int]:
        number = list(nodes)
        for gate in part.gates:
            number.append(add(gate.op, number[gate.left], number[gate.right]))
        return [number[n] for n in part.outputs]

    f = join(xor_program(rows, 3 + len(kinds), seed=seed), [*products, *extra])
    last = [add("&", half[k], f[k]) for half in (high, low) for k in range(3)]
    bits = [0b101, 0b110, 0b101 << 3, 0b110 << 3]
    outputs = join(xor_program([_fold(form, bits) for form in FORMS], 6, seed=seed), last)
    return Program(4, tuple(gates), tuple(outputs))


def sbox_circuit(
    name: str, middle: Inversion, *, shallow: bool = False, seeds: Sequence[int] = (0,) * 4
) -> SboxCircuit:
    """Put an S-box around an inversion.

    Args:
        name: its name in the RTL.
        middle: the inversion.
        shallow: no sum is deeper than it must be.
        seeds: of `xor_program` for top and bottom of encryption, then of decryption.
    """
    tower = middle.tower
    forms = [form << 4 for form in FORMS] + list(FORMS)
    forms += [row * 0x11 for row in middle.linear]
    products = product_rows(tower)
    compress = [row << 9 for row in products] + list(products)
    limit = 0 if shallow else None
    maps, tops, bottoms = {}, {}, {}
    linear = {
        "encrypt": (BitMatrix.identity(8), 0, AFFINE_MATRIX, AFFINE_CONSTANT),
        "decrypt": (AFFINE_MATRIX.inverse(), AFFINE_CONSTANT, BitMatrix.identity(8), 0),
    }
    for number, (direction, (before, added, after, constant)) in enumerate(linear.items()):
        into, out = tower.basis.inverse() @ before, after @ tower.basis
        offset = into(added)
        top, bottom = seeds[2 * number : 2 * number + 2]
        maps[direction] = (
            xor_program(into.rows, 8, constants=offset, limit=limit),
            xor_program(out.rows, 8, constants=constant, limit=limit),
        )
        tops[direction] = xor_program(
            _times(forms, into),
            8,
            constants=sum((form & offset).bit_count() % 2 << i for i, form in enumerate(forms)),
            limit=limit,
            seed=top,
        )
        bottoms[direction] = xor_program(
            [_fold(row, compress) for row in out.rows],
            18,
            constants=constant,
            limit=limit,
            seed=bottom,
        )
    # Product k of the last 18 is l's with k < 9, which makes the high half.
    return SboxCircuit(
        name,
        middle,
        maps,
        xor_program(forms, 8, limit=limit),
        tops,
        xor_program(compress, 18, limit=limit),
        bottoms,
    )
