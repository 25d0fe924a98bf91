"""What is mapped of a basis: S-boxes and columns of MixColumns, as modules for synthesis."""

import hashlib

from aesculus import resources
from aesculus.ciphers.aes.space import parse
from aesculus.studies.basis.table import DIRECTIONS

# Of what is mapped; enums and tables of other S-boxes come and go without a change to it.
_SOURCES = (
    "aesculus_field_table_pkg.sv",
    "aesculus_field_pkg.sv",
    "sbox/aesculus_sbox_tower.sv",
    "round/aesculus_mix_columns.sv",
    "prim/aesculus_cut.sv",
)

_SBOX = """module {name} (
  input logic clk_i, input logic inv_i, input logic [7:0] data_i, output logic [7:0] data_o
);
  import aesculus_pkg::*;
  aesculus_sbox_tower #(.Direction(%s), .Basis(%d), .Whole(%d), .Cuts(9'h%x)) u_sbox (
    .clk_i, .en_i(1'b1), .inv_i, .data_i, .data_o
  );
endmodule
"""

_COLUMN = """module {name} (
  input logic inv_i, input logic [31:0] key_sub_i, input logic [31:0] key_end_i,
  input logic [31:0] state_i, output logic [31:0] state_o
);
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
  localparam direction_e Direction = %s;
  localparam matrix_t TimesTwo = times_two(1'b1, %d);
  logic inv;
  logic [127:0] keyed, pre, mixed;
  assign inv   = Direction == DirBoth ? inv_i : Direction == DirDecrypt;
  assign keyed = {state_i ^ (inv ? key_sub_i : '0), 96'h0};
  assign pre   = inv ? inv_premix(keyed, multiply(TimesTwo, TimesTwo)) : keyed;
  aesculus_mix_columns #(.TimesTwo(TimesTwo)) u_mix (
    .clk_i(1'b0), .en_i(1'b1), .bypass_i(1'b0), .state_i(pre), .state_o(mixed)
  );
  assign state_o = mixed[127:96] ^ (inv ? '0 : key_end_i);
endmodule
"""


def module(number: int, part: str) -> str:
    """Return the module of a part of a basis, with its name left open."""
    kind, _, way = part.partition("_")
    if kind == "column":
        return _COLUMN % (DIRECTIONS[way], number)
    whole = kind == "whole"
    cuts = parse("SIG-AES-E").cuts & 0x1FF if whole else 0
    return _SBOX % (DIRECTIONS[way], number, whole, cuts)


def digest() -> str:
    """Return the SHA-256 of the sources that are mapped."""
    found = hashlib.sha256()
    for name in _SOURCES:
        found.update((resources.rtl_dir() / name).read_bytes())
    return found.hexdigest()
