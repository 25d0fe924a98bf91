// SPDX-License-Identifier: Apache-2.0
// Registers that part what is offered from a port: out_ready_i goes no further than here, and a word
// passes in every cycle.
//
//   in_* --+----------> [register] --> out_*
//          +--> [spare] --^
//
// It costs two registers a bit and a cycle of latency. A wide word is spread over the device, so each
// column has control of its own. With out_valid_o low out_data_o is zeros if in_data_i is without
// in_valid_i.

module aesculus_mode_exit #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,   // should be zeros without in_valid_i

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  localparam int unsigned Column  = 16;
  localparam int unsigned Columns = (Width + Column - 1) / Column;

  logic [Column*Columns-1:0] wide, shown;
  logic [Columns-1:0]        free, full;
  assign wide = (Column*Columns)'(in_data_i);

  // All columns do the same. What is offered is let in by a register alone.
  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] spare_q, data_q;
    logic              load;
    assign load = !full[c] || out_ready_i;

    aesculus_kept_reg #(.ResetValue(1'b1)) u_free (
      .clk_i, .rst_ni, .d_i(load || (free[c] && !in_valid_i)), .q_o(free[c])
    );
    aesculus_kept_reg u_full (
      .clk_i, .rst_ni, .d_i(!load || !free[c] || in_valid_i), .q_o(full[c])
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        spare_q <= '0;
        data_q  <= '0;
      end else begin
        if (free[c]) spare_q <= wide[Column*c+:Column];
        if (load) data_q <= free[c] ? wide[Column*c+:Column] : spare_q;
      end
    end
    assign shown[Column*c+:Column] = data_q;
  end

  assign in_ready_o  = free[0];
  assign out_valid_o = full[0];
  assign out_data_o  = shown[Width-1:0];

  logic unused;
  assign unused = ^shown;

endmodule
