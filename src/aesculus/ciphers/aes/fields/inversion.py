"""SubBytes as `rtl/sbox/aesculus_sbox_tower.sv` does it, by arithmetic in the subfield."""

from aesculus.ciphers.aes.fields.bases import SUBFIELD_UNITS, TowerBasis, gamma_powers


def tower_inverses(basis: TowerBasis) -> tuple[int, ...]:
    """Return the inverses of the 256 elements in a basis, zero for zero.

    With t = b X + c the norm is nu b^2 + tau b c + c^2 and the inverse b/norm X + (tau b + c)/norm;
    with t = b X + c X^16 they are nu (b + c)^2 + tau^2 b c and c/norm X + b/norm X^16.
    """
    at, log = _coordinates(basis)

    def mul(*factors: int) -> int:
        if 0 in factors:
            return 0
        return at[sum(log[factor] for factor in factors) % SUBFIELD_UNITS]

    def inside(value: int) -> int:
        return at[gamma_powers().index(value)]

    tau, nu = inside(basis.tau), inside(basis.nu)
    found = []
    for value in range(256):
        b, c = value >> 4, value & 15
        if basis.normal:
            norm = mul(nu, b ^ c, b ^ c) ^ mul(tau, tau, b, c)
            high, low = c, b
        else:
            norm = mul(nu, b, b) ^ mul(tau, b, c) ^ mul(c, c)
            high, low = b, mul(tau, b) ^ c
        scale = at[-log[norm] % SUBFIELD_UNITS] if norm else 0
        found.append(mul(high, scale) << 4 | mul(low, scale))
    return tuple(found)


def tower_sbox(basis: TowerBasis) -> tuple[int, ...]:
    """Return the table of SubBytes by inversion in a basis, for bytes of AES."""
    inverses = tower_inverses(basis)
    out = basis.phi_inverse
    return tuple(
        out(basis.affine_matrix(inverses[basis.phi(value)]) ^ basis.affine_constant)
        for value in range(256)
    )


def _coordinates(basis: TowerBasis) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the coordinates of the powers of gamma in the subfield's basis, and the way back."""
    at, log = [0] * SUBFIELD_UNITS, [0] * 16
    elements = [gamma_powers()[n] for n in basis.exponents]
    for vector in range(1, 16):
        value = 0
        for bit, element in enumerate(elements):
            value ^= element if vector >> bit & 1 else 0
        log[vector] = gamma_powers().index(value)
        at[log[vector]] = vector
    return tuple(at), tuple(log)
