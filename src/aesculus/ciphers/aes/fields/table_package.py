"""The S-box tables as the RTL has them: `rtl/sbox/aesculus_sbox_table_pkg.sv`."""

from aesculus.ciphers.aes.fields.aes import aes_sbox, inverse_aes_sbox
from aesculus.ciphers.aes.fields.verilog import package, values

PATH = "sbox/aesculus_sbox_table_pkg.sv"


def text() -> str:
    """Return the package."""
    lines = [
        *values("Forward", 8, aes_sbox()),
        "",
        *values("Inverse", 8, inverse_aes_sbox()),
    ]
    title = ("The S-box tables of FIPS 197 (sections 5.1.1 and 5.3.2), entry 0 last.",)
    return package("aesculus_sbox_table_pkg", title, lines)
