"""S-boxes as networks of look-up tables of four inputs, from a choice of cells.

A byte goes through
  sums: two bits of each of the six left sides of the products of `lut_field`;
  the norm's bits (`lut_norm`); six functionals of its inverse, two for each cell;
  products: two of the three functionals of each; sums of these.
Nothing here is searched: each table is fitted to what its signal must be, for every input, and so
a choice that does not work is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from aesculus.ciphers.aes.fields.aes import (
    AES_FIELD,
    AFFINE_CONSTANT,
    AFFINE_MATRIX,
    aes_sbox,
    inverse_aes_sbox,
)
from aesculus.ciphers.aes.fields.gf import power
from aesculus.ciphers.aes.fields.lut_field import (
    SCALARS,
    Cells,
    dual,
    element,
    norm,
    trace,
    trace_16,
    unit,
)
from aesculus.ciphers.aes.fields.lut_layer import DIRECTION, Pair, Step, close
from aesculus.ciphers.aes.fields.lut_network import Network
from aesculus.ciphers.aes.fields.lut_norm import norm_tables
from aesculus.ciphers.aes.fields.matrix import BitMatrix


class Way(StrEnum):
    """What an S-box does."""

    ENCRYPT = "encrypt"
    DECRYPT = "decrypt"
    BOTH = "both"


@dataclass(frozen=True)
class Choice:
    """All that a search decides.

    Args:
        way: what the S-box does.
        cells: the products.
        left: for each product the functional of its left side that is not made, 0 to 2.
        right: for each product the functional of the product that is not made.
        scale: exponent of the factor that decryption puts to the field element.
        left_help: sums besides the left sides that help to make these.
        right_help: sums of products besides the outputs that help to make these.
    """

    way: Way
    cells: Cells
    left: tuple[int, ...] = (0,) * 6
    right: tuple[int, ...] = (0,) * 6
    scale: int = 0
    left_help: tuple[Pair, ...] = ()
    right_help: tuple[Pair, ...] = ()

    @property
    def choose(self) -> bool:
        """Whether the direction is an input."""
        return self.way is Way.BOTH

    @property
    def into(self) -> tuple[tuple[BitMatrix, int], tuple[BitMatrix, int]]:
        """The field element as a matrix and a constant on the byte, in either direction."""
        return _into(self.way, self.scale)

    @property
    def outputs(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The o of each bit of the result, in either direction: it is Tr(o/x) and a constant."""
        return _outputs(self.way, self.scale)

    def left_side(self, product: int, scalar: int) -> int:
        """Return a bit of a product's left side as a mask over the field element."""
        return _functional(self.cells.factor(*self.cells.products[product], scalar))

    def sum_of_byte(self, mask: int) -> Pair:
        """Return a mask over the field element as sums of the byte's bits."""
        (first, _), (second, constant) = self.into
        odd = self.choose and bool((mask & constant).bit_count() & 1)
        return Pair(_transposed(first, mask), _transposed(second, mask), odd)

    def sums_of_products(self) -> list[Pair]:
        """Return each output as sums of the products' functionals: two bits a product."""
        first, second = ([self._sum_of_products(o) for o in each] for each in self.outputs)
        return [
            Pair(*pair, self.choose and bool(AFFINE_CONSTANT >> place & 1))
            for place, pair in enumerate(zip(first, second, strict=True))
        ]

    def _sum_of_products(self, wanted: int) -> int:
        mask = 0
        for product, scalar in enumerate(self.cells.coefficients(wanted)):
            if scalar is not None:
                made = kept(self.right[product])
                bits = 3 if scalar not in made else 1 << made.index(scalar)
                mask |= bits << 2 * product
        return mask


def kept(missing: int) -> tuple[int, ...]:
    """Return the two of three functionals that are made."""
    return tuple(scalar for scalar in SCALARS if scalar != missing)


def sums(choice: Choice) -> list[Step] | None:
    """Return the tables that make the left sides, or None if one each does not do."""
    base = [Pair.same(1 << place) for place in range(8)]
    wanted = [
        choice.sum_of_byte(choice.left_side(product, scalar))
        for product in range(6)
        for scalar in kept(choice.left[product])
    ]
    return close(base, [*wanted, *choice.left_help], choose=choice.choose)


def ends(choice: Choice) -> list[Step] | None:
    """Return the tables that sum products to outputs, or None if one each does not do."""
    base = [Pair.same(1 << place) for place in range(12)]
    return close(base, [*choice.sums_of_products(), *choice.right_help], choose=choice.choose)


def network(choice: Choice) -> Network:
    """Return the S-box of a choice.

    Raises:
        ValueError: if the choice does not work.
    """
    return _Builder(choice).build()


class _Builder:
    """The steps of one network; `self.at` is the field element for each input word."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        names = tuple(f"x{place}" for place in range(8))
        self.net = Network((*names, DIRECTION) if choice.choose else names)
        self.at = [self._element(word) for word in range(self.net.points)]

    def build(self) -> Network:
        lefts, masks = self._sums()
        cells = [(*lefts[2 * cell], *lefts[2 * cell + 1]) for cell in range(3)]
        found = norm_tables(cells, masks)
        if found is None:
            raise ValueError(f"{self.choice} has no norm of nine tables")
        for name, inputs, bits in found[0]:
            self.net.add(name, inputs, self._values(bits))
        rights = self._inverses(found[1])
        self._ends(self._products(lefts, rights))
        by_level = sorted(self.net.tables.values(), key=lambda table: table.level)
        final = self.net.renamed({table.name: f"t{i}" for i, table in enumerate(by_level)})
        self._check(final)
        return final

    def _element(self, word: int) -> int:
        matrix, constant = self.choice.into[word >> 8]
        return matrix(word & 255) ^ constant

    def _values(self, bits: Sequence[int]) -> int:
        """Return a function of the field element as values by input word."""
        return sum(bits[value] << word for word, value in enumerate(self.at))

    def _sums(self) -> tuple[list[tuple[str, ...]], dict[str, int]]:
        """Make the left sides; return their names by product, and all sums of the field element."""
        choice, names = self.choice, [f"x{place}" for place in range(8)]
        steps = sums(choice)
        if steps is None:
            raise ValueError(f"{choice} has left sides that no table makes")
        have = {Pair.same(1 << place): name for place, name in enumerate(names)}
        for step in steps:
            inputs = [DIRECTION if place < 0 else names[place] for place in step.inputs]
            names.append(f"s{len(names)}")
            self.net.add(names[-1], inputs, self._values_of_byte(step.signal))
            have[step.signal] = names[-1]
        masks: dict[str, int] = {}
        for mask in range(1, 256):
            name = have.get(choice.sum_of_byte(mask))
            if name is not None:
                masks[name] = mask
        lefts = [
            tuple(
                have[choice.sum_of_byte(choice.left_side(product, scalar))]
                for scalar in kept(choice.left[product])
            )
            for product in range(6)
        ]
        return lefts, masks

    def _values_of_byte(self, signal: Pair) -> int:
        total = 0
        for word in range(self.net.points):
            byte, backwards = word & 255, word >> 8
            mask = signal.decrypt if backwards else signal.encrypt
            bit = (mask & byte).bit_count() & 1 ^ (backwards & signal.odd)
            total |= bit << word
        return total

    def _inverses(self, norms: Sequence[str]) -> list[tuple[str, ...]]:
        """Make two functionals of the norm's inverse for each cell."""
        rights = []
        for cell, number in enumerate(self.choice.cells.units):
            names = []
            for scalar in kept(2):
                factor = AES_FIELD.mul(unit(number), element(85 * scalar))
                bits = [
                    trace_16(AES_FIELD.mul(factor, AES_FIELD.inv(norm(value))))
                    for value in range(256)
                ]
                names.append(self.net.add(f"e{cell}{scalar}", norms, self._values(bits)))
            rights.append(tuple(names))
        return rights

    def _products(
        self, lefts: Sequence[tuple[str, ...]], rights: Sequence[tuple[str, ...]]
    ) -> list[str]:
        names = []
        for product, (cell, point) in enumerate(self.choice.cells.products):
            for scalar in kept(self.choice.right[product]):
                bits = [self._product(cell, point, scalar, value) for value in range(256)]
                inputs = (*lefts[product], *rights[cell])
                names.append(self.net.add(f"p{product}{scalar}", inputs, self._values(bits)))
        return names

    def _product(self, cell: int, point: int, scalar: int, value: int) -> int:
        """Return a functional of a product: by the formula of `lut_field`, both its terms."""
        mul, cells = AES_FIELD.mul, self.choice.cells
        b, e = unit(cells.units[cell]), AES_FIELD.inv(norm(value))
        z = power(AES_FIELD, value, 16)
        left = mul(cells.factor(cell, point, scalar), z)
        right = mul(b, e)
        return trace(mul(left, right ^ power(AES_FIELD, right, 4)))

    def _ends(self, products: Sequence[str]) -> None:
        choice, names = self.choice, list(products)
        steps = ends(choice)
        if steps is None:
            raise ValueError(f"{choice} has outputs that no table makes")
        results = choice.sums_of_products()
        wanted = [self._wanted(place) for place in range(8)]
        made: dict[Pair, str] = {}
        for step in steps:
            inputs = [DIRECTION if place < 0 else names[place] for place in step.inputs]
            names.append(f"y{len(names)}")
            made[step.signal] = names[-1]
            if step.signal in results:
                values = wanted[results.index(step.signal)]
            else:
                values = self._values_of_products(step.signal, products)
            self.net.add(names[-1], inputs, values)
        self.net.outputs = tuple(made[result] for result in results)

    def _values_of_products(self, signal: Pair, products: Sequence[str]) -> int:
        half = (1 << 256) - 1
        forward = backward = 0
        for place, name in enumerate(products):
            forward ^= self.net.values(name) * (signal.encrypt >> place & 1)
            backward ^= self.net.values(name) * (signal.decrypt >> place & 1)
        if self.net.points == 256:
            return forward
        return forward & half | backward & ~half ^ (half << 256) * signal.odd

    def _wanted(self, place: int) -> int:
        tables = {
            Way.ENCRYPT: (aes_sbox(),),
            Way.DECRYPT: (inverse_aes_sbox(),),
            Way.BOTH: (aes_sbox(), inverse_aes_sbox()),
        }[self.choice.way]
        joined = [value for table in tables for value in table]
        return sum((value >> place & 1) << word for word, value in enumerate(joined))

    def _check(self, final: Network) -> None:
        """Work out the whole network, table by table, against FIPS 197."""
        for word in range(final.points):
            got = final.run(word)
            table = aes_sbox() if self.choice.way is Way.ENCRYPT else inverse_aes_sbox()
            if self.choice.choose:
                table = inverse_aes_sbox() if word >> 8 else aes_sbox()
            if got != table[word & 255]:
                raise ValueError(f"{self.choice} gives {got:#04x} for input {word:#05x}")


@cache
def _into(way: Way, scale: int) -> tuple[tuple[BitMatrix, int], tuple[BitMatrix, int]]:
    identity = (BitMatrix.identity(8), 0)
    scaled = BitMatrix.from_columns(
        [AES_FIELD.mul(element(scale), 1 << place) for place in range(8)]
    )
    back = scaled @ AFFINE_MATRIX.inverse()
    inverse = (back, back(AFFINE_CONSTANT))
    first = inverse if way is Way.DECRYPT else identity
    return first, identity if way is Way.ENCRYPT else inverse


@cache
def _outputs(way: Way, scale: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    direct = tuple(dual(row) for row in AFFINE_MATRIX.rows)
    scaled = tuple(AES_FIELD.mul(element(scale), dual(1 << place)) for place in range(8))
    first = scaled if way is Way.DECRYPT else direct
    return first, direct if way is Way.ENCRYPT else scaled


@cache
def _functional(factor: int) -> int:
    """Return Tr(factor z), z = x^16, as a mask over x."""
    return sum(
        trace(AES_FIELD.mul(factor, power(AES_FIELD, 1 << place, 16))) << place
        for place in range(8)
    )


@cache
def _transposed(matrix: BitMatrix, mask: int) -> int:
    """Return the mask over a vector of what a mask is over the matrix times that vector."""
    return sum(
        ((matrix.column(place) & mask).bit_count() & 1) << place for place in range(matrix.size)
    )
