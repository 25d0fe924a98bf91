"""A small design with the core's ports that holds one of each thing a family must map."""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import DesignPoint

SMALL = """
module small_sbox (input logic [7:0] a_i, output logic [7:0] s_o);
  assign s_o = {a_i[3:0] & a_i[7:4], a_i[7:4] ^ {4{&a_i[5:2]}}} ^ {a_i[0], a_i[7:1]};
endmodule

module small_ram (
  input  logic            clk_i, en_i,
  input  logic [1:0][7:0] a_i,
  output logic [1:0][7:0] q_o
);
  (* rom_style = "block", ram_style = "block" *) logic [7:0] mem [256];
  initial for (int i = 0; i < 256; i++) mem[i] = 8'(i * i) ^ 8'(i >> 3);
  logic [1:0][7:0] read_q;
  always_ff @(posedge clk_i) if (en_i) begin
    read_q[0] <= mem[a_i[0]];
    read_q[1] <= mem[a_i[1]];
    q_o       <= read_q;
  end
endmodule

module small_core (
  input  logic         clk_i, rst_ni, in_valid_i,
  output logic         in_ready_o,
  input  logic [127:0] in_block_i,
  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [127:0] out_block_o
);
  logic [127:0] sub, held_q;
  logic [31:0]  ram, slow_q;
  logic [7:0]   count_q, wide_q;
  logic         async_one_q, sync_zero_q;
  logic [7:0]   fifo [16];
  for (genvar i = 0; i < 16; i++) begin : gen_sbox
    small_sbox u_sbox (.a_i(in_block_i[8*i+:8]), .s_o(sub[8*i+:8]));
  end
  for (genvar i = 0; i < 2; i++) begin : gen_ram
    small_ram u_ram (.clk_i, .en_i(in_valid_i), .a_i(in_block_i[16*i+:16]), .q_o(ram[16*i+:16]));
  end
  always_ff @(posedge clk_i) begin
    if (out_ready_i) held_q <= sub;
    if (in_valid_i) fifo[count_q[3:0]] <= in_block_i[7:0];
    slow_q <= ram;
    if (!rst_ni) sync_zero_q <= 1'b0;
    else if (in_valid_i) sync_zero_q <= ^in_block_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= 8'h00;
      async_one_q <= 1'b1;
    end else begin
      if (in_valid_i) count_q <= count_q + 8'h01;
      async_one_q <= in_block_i[127];
    end
  end
  (* rom_style = "distributed" *) logic [7:0] rom [256];
  initial for (int i = 0; i < 256; i++) rom[i] = 8'(i * 37) ^ 8'(i * i >> 4);
  always_ff @(posedge clk_i) wide_q <= rom[in_block_i[15:8]];
  assign in_ready_o  = async_one_q;
  assign out_valid_o = sync_zero_q;
  assign out_block_o = held_q ^ {wide_q, fifo[count_q[7:4]], count_q, 72'h0, slow_q};
endmodule
"""

WRAPPER = """
module aesculus_point (
  input  logic          clk_i, rst_ni, in_valid_i,
  output logic          in_ready_o,
  input  logic [127:0]  in_block_i,
  output logic          out_valid_o,
  input  logic          out_ready_i,
  output logic [127:0]  out_block_o,
  input  logic [1407:0] round_key_i
);
  small_core u_core (.*);
endmodule
"""


@pytest.fixture
def small_design(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Put the small design in the core's place; return the file with all of it."""
    source = tmp_path / "small.sv"
    source.write_text(SMALL)
    monkeypatch.setattr("aesculus.resources.rtl_files", lambda: [source])
    monkeypatch.setattr(DesignPoint, "top", lambda _point, module: WRAPPER)
    whole = tmp_path / "whole.sv"
    whole.write_text(SMALL + WRAPPER)
    return whole
