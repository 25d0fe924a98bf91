// SPDX-License-Identifier: Apache-2.0
// A core in a simulator of four states: known answers, and no X where something may be read.
//
// Rows of the file ROWS are {decrypt, key, block, expected, round keys}; the key stands in the lowest
// KEY_BITS bits of 256, the round keys in the lowest 128*(Nr+1) of 1920, decrypt in four bits. Each
// row goes through several times, and each lane gets it. All of it happens three times, with a clear
// and then a reset of full slots in between.
//
// Ready and valid are never X once reset is low, and a result that is shown has no X. With STRICT no
// output has an X from then on.

`timescale 1ns / 1ps

module known_outputs;

  localparam REPEATS = 3;      // of each row
  localparam IDLE = 80;        // cycles, more than one turn of any ring here
  localparam PATIENCE = 4000;  // cycles, for a result or a transfer

  reg clk, rst_n, in_valid, in_decrypt, out_ready, key_valid, clear;
  reg [128*`LANES-1:0] in_block;
  reg [`KEY_BITS*`KEYS-1:0] in_key;
  reg [`KEY_BITS-1:0] key;
  reg [`TAG_BITS-1:0] in_tag;
  reg [128*(`KEY_BITS/32+7)-1:0] round_key;
  wire in_ready, out_valid, key_ready, cleared;
  wire [128*`LANES-1:0] out_block;
  wire [`TAG_BITS-1:0] out_tag;

  aesculus_point u_dut (
    .clk_i(clk), .rst_ni(rst_n), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_block_i(in_block),
    .in_key_i(in_key), .in_decrypt_i(in_decrypt), .in_tag_i(in_tag), .out_valid_o(out_valid),
    .out_ready_i(out_ready), .out_block_o(out_block), .out_tag_o(out_tag), .key_valid_i(key_valid),
    .key_ready_o(key_ready), .key_i(key), .round_key_i(round_key), .clear_i(clear),
    .cleared_o(cleared)
  );

  reg [2435:0] rows [0:`COUNT-1];
  reg [2435:0] row;
  reg [127:0] expected;
  reg [15:0] noise;
  reg in_taken, key_taken;
  integer results, sent, turn, at, waited, i;

  task fail(input [8*40-1:0] what);
    begin
      $display("FAIL %0s: at %0t, turn %0d, row %0d, out_block %h", what, $time, turn, at, out_block);
      $finish;
      #1000;
    end
  endtask

  // One clock cycle; outputs are looked at right before the rising edge.
  task cycle;
    begin
      noise = {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
      out_ready = !`FLOW || noise[0];
      #4;
      if (^{in_ready, out_valid, key_ready, cleared} === 1'bx) fail("ready or valid is X");
      if (`STRICT && ^{out_block, out_tag} === 1'bx) fail("an output is X");
      if (out_valid === 1'b1) begin
        if (^{out_block, out_tag} === 1'bx) fail("a result is X");
        if (rst_n !== 1'b1) fail("a result in reset");
        if (out_block !== {`LANES{expected}}) fail("wrong block");
        if (out_ready) results = results + 1;
      end
      in_taken  = in_valid && in_ready === 1'b1;
      key_taken = key_valid && key_ready === 1'b1;
      #1 clk = 1'b1;
      #5 clk = 1'b0;
    end
  endtask

  task reset;
    begin
      rst_n = 1'b0;
      for (i = 0; i < 5; i = i + 1) cycle;
      rst_n = 1'b1;
    end
  endtask

  task clean;
    begin
      clear = 1'b1;
      cycle;
      clear = 1'b0;
      for (waited = 0; cleared !== 1'b1; waited = waited + 1) begin
        if (waited == PATIENCE) fail("a clear does not end");
        if (out_valid !== 1'b0) fail("a result in a clear");
        cycle;
      end
    end
  endtask

  task load;
    begin
      row = rows[at];
      in_decrypt = row[2432];
      key        = row[2176+:`KEY_BITS];
      in_key     = {`KEYS{key}};
      in_block   = {`LANES{row[2048+:128]}};
      expected   = row[1920+:128];
      round_key  = row[0+:128*(`KEY_BITS/32+7)];
      in_tag     = at;
      if (`STORED) begin
        key_valid = 1'b1;
        key_taken = 1'b0;
        for (waited = 0; !key_taken; waited = waited + 1) begin
          if (waited == PATIENCE) fail("the key is not taken");
          cycle;
        end
        key_valid = 1'b0;
      end
    end
  endtask

  task send;
    begin
      in_valid = 1'b1;
      in_taken = 1'b0;
      for (waited = 0; !in_taken; waited = waited + 1) begin
        if (waited == PATIENCE) fail("a beat is not taken");
        cycle;
      end
      in_valid = 1'b0;
    end
  endtask

  initial begin
    $readmemh(`ROWS, rows);
    noise = 16'hace1;
    {clk, in_valid, in_decrypt, key_valid, clear} = 0;
    {in_block, in_key, key, in_tag, round_key} = 0;
    expected = 0;
    for (turn = 0; turn < 3; turn = turn + 1) begin
      if (turn == 1) clean; else reset;
      for (at = 0; at < `COUNT; at = at + 1) begin
        load;
        results = 0;
        for (sent = 0; sent < REPEATS; sent = sent + 1) send;
        for (waited = 0; results < REPEATS; waited = waited + 1) begin
          if (waited == PATIENCE) fail("a result is missing");
          cycle;
        end
      end
      for (i = 0; i < IDLE; i = i + 1) cycle;
      if (results != REPEATS) fail("a result too many");
      // What is under way now is dropped.
      at = 0;
      load;
      send;
    end
    $display("PASS");
    $finish;
  end

endmodule
