"""What the RTL takes of the bases as constants: `rtl/aesculus_field_table_pkg.sv`.

There are 14,880 bases, so no table lists them: what follows from the number of one the RTL derives
from powers of a generator of F1 (`rtl/aesculus_field_pkg.sv`). What is a table and what stays a
function is in docs/decisions/0018-generated-packages.md.
"""

from functools import cache

from aesculus.ciphers.aes.fields.aes import AES_FIELD, AFFINE_MATRIX
from aesculus.ciphers.aes.fields.bases import (
    LONG,
    SUBFIELD,
    SUBFIELD_UNITS,
    UNITS,
    Kind,
    gamma_powers,
    long_number,
    short_bases,
)
from aesculus.ciphers.aes.fields.gf import BinaryField, QuadraticField, power
from aesculus.ciphers.aes.fields.matrix import BitMatrix
from aesculus.ciphers.aes.fields.sbox_circuits import CANRIGHT
from aesculus.ciphers.aes.fields.tower import roots
from aesculus.ciphers.aes.fields.verilog import (
    array,
    literal,
    matrix,
    matrix_literal,
    package,
    values,
)

PATH = "aesculus_field_table_pkg.sv"

GF16 = BinaryField(0b10011)
DEFAULT = QuadraticField(GF16, 1, 8)
DEFAULT_ROOT = 0x20
"""F2 and the image of {02} in the default basis, 0x208."""

TWISTS = {False: ((0xA8, 1), (0xC5, 4)), True: ((0x02, 0), (0x27, 0))}
"""Factor k and exponent n of forward and inverse S-box, by whether F2 is the domain of the data:
with z the inverse of k x^(2^n), (k z)^(2^-n) is that of x. Found by search over all pairs
(docs/decisions/0011-both-directions-small.md); any pair is right."""


@cache
def generator() -> int:
    """Return the least generator of the units of F1 whose power 17 is gamma."""
    gamma = gamma_powers()[1]
    divisors = (UNITS // 3, UNITS // 5, UNITS // 17)
    return next(
        g
        for g in range(2, 256)
        if power(AES_FIELD, g, UNITS // SUBFIELD_UNITS) == gamma
        and all(power(AES_FIELD, g, n) != 1 for n in divisors)
    )


@cache
def powers() -> tuple[int, ...]:
    """Return all units of F1 as powers of the generator, from its power 0."""
    return tuple(power(AES_FIELD, generator(), n) for n in range(UNITS))


def logarithms() -> tuple[int, ...]:
    """Return the exponent by element of F1, 0 for the element 0, which has none."""
    return (0, *(powers().index(value) for value in range(1, UNITS + 1)))


def twist(factor: int, squares: int) -> tuple[BitMatrix, BitMatrix]:
    """Return the maps of F2 in the default basis before and behind a scaled inversion.

    Args:
        factor: k.
        squares: n, see `TWISTS`.
    """
    times = BitMatrix.from_columns([DEFAULT.mul(factor, 1 << bit) for bit in range(8)])
    before, behind = (
        BitMatrix.from_columns([power(DEFAULT, 1 << bit, 1 << n) for bit in range(8)])
        for n in (squares, -squares % 8)
    )
    return times @ before, behind @ times


def text() -> str:
    """Return the package."""
    assert DEFAULT_ROOT in roots(AES_FIELD.modulus, DEFAULT)
    short = sorted(short_bases().items())
    kinds = range(len(SUBFIELD))
    twists = [[twist(*pair) for pair in TWISTS[whole]] for whole in (False, True)]
    times_two = BitMatrix.from_columns([AES_FIELD.mul(2, 1 << bit) for bit in range(8)])
    coordinates = CANRIGHT.basis.inverse()
    lines = [
        "  // Units of F1 as powers of a generator whose power 17 is {5c}, and their exponents.",
        *values("F1Power", 8, powers()),
        *values("F1Log", 8, logarithms()),
        "",
        "  // Inverses in GF(2)[y]/(y^4+y+1), 0 for 0.",
        *values("Gf16Inverse", 4, [GF16.inv(value) for value in range(16)]),
        "",
        "  // Kinds of bases of GF(16) by k: element i is {5c}^(KindSlope[i]*k + KindShift[i]).",
        *(f"  //   {number}: {SUBFIELD[number].name}" for number in kinds),
        f"  localparam int unsigned NumKinds = {len(SUBFIELD)};",
        *array("KindSlope", "[3:0][3:0]", [_nibbles(SUBFIELD[n].slope) for n in kinds]),
        *array("KindShift", "[3:0][3:0]", [_nibbles(SUBFIELD[n].shift) for n in kinds]),
        "  // Under (X, 1), and under (X, X^16): the k of which one basis each is listed.",
        *array("KindBelow", "[15:0]", [_mask(SUBFIELD[n], normal=False) for n in kinds]),
        *array("KindNormal", "[15:0]", [_mask(SUBFIELD[n], normal=True) for n in kinds]),
        "",
        "  // Short numbers, and the long number that each stands for.",
        f"  localparam int unsigned NumShort = {len(short)};",
        *values("ShortNumber", 12, [number for number, _ in short]),
        *values("ShortStandsFor", LONG.bit_length(), [long_number(basis) for _, basis in short]),
        "",
        "  // The affine map of SubBytes without its constant (FIPS 197, section 5.1.1), and",
        "  // multiplication by {02} (section 4.2).",
        *matrix("Affine", AFFINE_MATRIX),
        *matrix("F1TimesTwo", times_two),
        "",
        "  // Inversion commutes with powers of two and turns a factor over, so an S-box may scale",
        "  // what it inverts: 1/x is (k*z)^(2^-n) with z the inverse of k*x^(2^n). For an S-box",
        "  // of both directions in the default basis, pairs k and n that make the choices before",
        "  // and behind the inversion small (docs/decisions/0011-both-directions-small.md):",
        "  // TwistBefore[whole][inverse] is x to k*x^(2^n), TwistBehind z to (k*z)^(2^-n).",
        *(
            line
            for side, name in enumerate(("TwistBefore", "TwistBehind"))
            for line in array(
                name,
                "[1:0][7:0][7:0]",
                [
                    "{" + ", ".join(matrix_literal(pair[side]) for pair in reversed(row)) + "}"
                    for row in twists
                ],
            )
        ),
        "",
        "  // The tower of Canright's S-box, normal bases of W = {bd}, Z = {5c} and Y = {ff}:",
        "  // coordinate 4*i+2*j+k belongs to the product of Y, Z and W, each its conjugate where",
        "  // i, j or k is 0. Its maps to and from F1, the affine map joined to one by direction.",
        *matrix("CanrightIn", coordinates),
        *matrix("CanrightInInverse", coordinates @ AFFINE_MATRIX.inverse()),
        *matrix("CanrightOut", CANRIGHT.basis),
        *matrix("CanrightOutForward", AFFINE_MATRIX @ CANRIGHT.basis),
    ]
    return package("aesculus_field_table_pkg", _TITLE, lines)


def _nibbles(numbers: tuple[int, ...]) -> str:
    return literal(16, sum(number << 4 * place for place, number in enumerate(numbers)))


def _mask(kind: Kind, *, normal: bool) -> str:
    return literal(16, sum(1 << k for k in (kind.normal if normal else kind.below)))


_TITLE = (
    "Constants of the field F1 of FIPS 197, of its bases over GF(16) and of the maps between them;",
    "aesculus_field_pkg says what they are for, src/aesculus/ciphers/aes/fields where they come",
    "from.",
)
