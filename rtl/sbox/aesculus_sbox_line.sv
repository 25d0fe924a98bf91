// SPDX-License-Identifier: Apache-2.0
// S-box as a straight-line program of two-input gates (aesculus_sbox_line_pkg), with up to eight cuts.
//
// A top of sums, an inversion in GF(((2^2)^2)^2) and a bottom of sums. With Flat the program has
// least depth, otherwise few gates. All sums that a product takes are made before the first cut, so
// they travel to the second row of products: the cuts s1 to s4 hold 20 to 30 bits each.
// Cost on LUT4 fabrics: 64 LUTs to encrypt, 78 to decrypt, 95 for both.

module aesculus_sbox_line
  import aesculus_pkg::*;
  import aesculus_sbox_line_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt,
  parameter bit         Flat      = 1'b0,
  parameter sbox_cuts_t Cuts      = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  logic [7:0] start;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i, .d_i(data_i), .q_o(start)
  );

  // Sums of bits of the halves h and l, and what the norm takes besides products.
  logic [8:0] h, l, h_s1, l_s1;
  logic [NormExtra-1:0] extra, extra_s1;
  aesculus_cut #(.Width(18 + NormExtra), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i, .d_i({extra, l, h}), .q_o({extra_s1, l_s1, h_s1})
  );

  localparam logic [8:0] Ors = Flat ? ShallowOrs : CompactOrs;
  logic [8:0] h_s2, l_s2, products_s2;
  logic [NormExtra-1:0] extra_s2;
  aesculus_cut #(.Width(27 + NormExtra), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i, .d_i({extra_s1, (h_s1 & l_s1) | ((h_s1 | l_s1) & Ors), l_s1, h_s1}),
    .q_o({extra_s2, products_s2, l_s2, h_s2})
  );

  logic [8:0] h_s3, l_s3;
  logic [3:0] norm, norm_s3;
  aesculus_cut #(.Width(22), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i, .d_i({norm, l_s2, h_s2}),
    .q_o({norm_s3, l_s3, h_s3})
  );

  // Sums of bits of 1/norm.
  logic [8:0] h_s4, l_s4, e, e_s4;
  aesculus_cut #(.Width(27), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i, .d_i({e, l_s3, h_s3}), .q_o({e_s4, l_s4, h_s4})
  );

  logic [17:0] products_s5;
  aesculus_cut #(.Width(18), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i, .d_i({h_s4 & e_s4, l_s4 & e_s4}), .q_o(products_s5)
  );

  if (Flat) begin : gen_shallow
    assign norm = shallow_norm({extra_s2, products_s2});
    assign e    = shallow_invert(norm_s3);
  end else begin : gen_compact
    assign norm = compact_norm({extra_s2, products_s2});
    assign e    = compact_invert(norm_s3);
  end

  // Each block calls the one program that is meant: a simulator writes out all that a design calls.
  logic [7:0] sub;
  if (Direction == DirBoth) begin : gen_both
    // inv_i travels with the data, so that each byte chooses its direction.
    logic inv_start, inv_s6;
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_inv_start (
      .clk_i, .en_i, .d_i(inv_i), .q_o(inv_start)
    );
    aesculus_cut #(.Width(1), .Depth(count_cuts(cuts_t'(Cuts[6:1])))) u_inv_s6 (
      .clk_i, .en_i, .d_i(inv_start), .q_o(inv_s6)
    );
    logic [7:0] coordinates, inverse, inverse_s6;
    aesculus_cut #(.Width(8), .Depth(32'(Cuts[6]))) u_s6 (
      .clk_i, .en_i, .d_i(inverse), .q_o(inverse_s6)
    );
    if (Flat) begin : gen_shallow
      assign coordinates   = inv_start ? shallow_in_decrypt(start) : shallow_in_encrypt(start);
      assign {extra, l, h} = shallow_expand(coordinates);
      assign inverse       = shallow_compress(products_s5);
      assign sub = inv_s6 ? shallow_out_decrypt(inverse_s6) : shallow_out_encrypt(inverse_s6);
    end else begin : gen_compact
      assign coordinates   = inv_start ? compact_in_decrypt(start) : compact_in_encrypt(start);
      assign {extra, l, h} = compact_expand(coordinates);
      assign inverse       = compact_compress(products_s5);
      assign sub = inv_s6 ? compact_out_decrypt(inverse_s6) : compact_out_encrypt(inverse_s6);
    end
  end else begin : gen_one
    logic [MidWidth-1:0] mid, mid_s6;
    aesculus_cut #(.Width(MidWidth), .Depth(32'(Cuts[6]))) u_s6 (
      .clk_i, .en_i, .d_i(mid), .q_o(mid_s6)
    );
    if (Flat && Direction == DirEncrypt) begin : gen_shallow_encrypt
      assign {extra, l, h} = shallow_top_encrypt(start);
      assign mid           = shallow_bottom_encrypt(products_s5);
      assign sub           = shallow_end_encrypt(mid_s6);
    end else if (Flat) begin : gen_shallow_decrypt
      assign {extra, l, h} = shallow_top_decrypt(start);
      assign mid           = shallow_bottom_decrypt(products_s5);
      assign sub           = shallow_end_decrypt(mid_s6);
    end else if (Direction == DirEncrypt) begin : gen_compact_encrypt
      assign {extra, l, h} = compact_top_encrypt(start);
      assign mid           = compact_bottom_encrypt(products_s5);
      assign sub           = compact_end_encrypt(mid_s6);
    end else begin : gen_compact_decrypt
      assign {extra, l, h} = compact_top_decrypt(start);
      assign mid           = compact_bottom_decrypt(products_s5);
      assign sub           = compact_end_decrypt(mid_s6);
    end
    logic unused;
    assign unused = inv_i;
  end

  // Position s7 is not inside this S-box, so its register stands behind it.
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[7]) + 32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i, .d_i(sub), .q_o(data_o)
  );

endmodule
