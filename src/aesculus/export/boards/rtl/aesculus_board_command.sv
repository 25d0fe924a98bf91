// SPDX-License-Identifier: Apache-2.0
// Commands over bytes for a core; docs/boards.md lists them.
//
// A command is executed to its end before the next one is looked at. No path leads from the key to
// the bytes that are sent.
//
//   I                what there is        -> 20 bytes
//   K key            load a key           -> k
//   E block          encrypt a block      -> 16 bytes
//   D block          decrypt a block      -> 16 bytes
//   R count          run `count` blocks   -> 16 bytes, the sum of the results; 4, cycles
//   Z                drop keys and data   -> z, once nothing of them is left
//   00               nothing              -> nothing
//   anything else, a direction that the core lacks, or a block without a key -> ?

module aesculus_board_command #(
  parameter int unsigned KeyBits  = 128,
  parameter bit          Fixed    = 1'b0,  // the key is part of the core
  parameter bit          Stored   = 1'b0,  // the core stores the key
  parameter bit          Encrypts = 1'b1,
  parameter bit          Decrypts = 1'b0,
  parameter logic [31:0] ClockKhz = '0,    // told by I, as the next two
  parameter logic [15:0] BitClks  = '0,
  parameter logic [63:0] Digest   = '0
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               rx_valid_i,
  output logic               rx_ready_o,
  input  logic [7:0]         rx_data_i,
  output logic               tx_valid_o,
  input  logic               tx_ready_i,
  output logic [7:0]         tx_data_o,

  output logic               in_valid_o,
  input  logic               in_ready_i,
  output logic [127:0]       in_block_o,
  output logic [KeyBits-1:0] in_key_o,
  output logic               in_decrypt_o,
  input  logic               out_valid_i,
  input  logic [127:0]       out_block_i,
  output logic               key_valid_o,
  input  logic               key_ready_i,
  output logic [KeyBits-1:0] key_o,
  output logic               clear_o,
  input  logic               cleared_i
);

  localparam int unsigned CountW = 24;
  localparam int unsigned CyclesW = 32;
  localparam int unsigned ReplyW = 128 + CyclesW;
  // x^128 + x^7 + x^2 + x + 1 without its first term: SP 800-38B, R_128.
  localparam logic [127:0] Double = 128'h87;
  localparam logic [7:0] Flags = {4'd0, Stored, Fixed, Decrypts, Encrypts};
  localparam logic [ReplyW-1:0] About =
      {"AES", 8'd1, 8'(KeyBits / 8), Flags, ClockKhz, BitClks, Digest};

  typedef enum logic [2:0] {
    StCommand, StPayload, StStart, StKey, StExpand, StRun, StClear, StCleared
  } state_e;

  state_e              state_q;
  logic [7:0]          command_q;
  logic [4:0]          bytes_q;   // of the payload, less one, that are still to come
  logic                keyed_q;
  logic                decrypt_q;
  logic [KeyBits-1:0]  key_q;
  logic [127:0]        block_q;
  logic [CountW-1:0]   todo_q;    // blocks that the core has not taken yet
  logic [CountW-1:0]   due_q;     // results that it owes
  logic                first_q;   // it has taken none
  logic [127:0]        sum_q;     // of the results, each bit one place on at every result
  logic [CyclesW-1:0]  cycles_q;
  logic [4:0]          reply_q;   // bytes that are still to be sent, of sum and cycles

  logic rx, tx, idle, taken;
  assign rx    = rx_valid_i && rx_ready_o;
  assign tx    = tx_valid_o && tx_ready_i;
  assign idle  = reply_q == '0;
  assign taken = in_valid_o && in_ready_i;

  assign rx_ready_o   = state_q == StCommand || state_q == StPayload;
  assign tx_valid_o   = !idle;
  assign tx_data_o    = sum_q[127:120];
  assign in_valid_o   = state_q == StRun && todo_q != '0;
  assign in_block_o   = block_q;
  assign in_key_o     = key_q;
  assign in_decrypt_o = decrypt_q;
  assign key_valid_o  = state_q == StKey;
  assign key_o        = key_q;
  assign clear_o      = state_q == StClear;

  function automatic logic [4:0] payload_bytes(logic [7:0] command);
    unique case (command)
      "K":      return Fixed ? 5'd0 : 5'(KeyBits / 8 - 1);
      "E", "D": return 5'd15;
      "R":      return 5'(CountW / 8 - 1);
      default:  return '0;
    endcase
  endfunction

  logic can_run;
  always_comb begin
    unique case (command_q)
      "E":     can_run = Encrypts && keyed_q;
      "D":     can_run = Decrypts && keyed_q;
      default: can_run = command_q == "R" && keyed_q;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StCommand;
      command_q <= '0;
      bytes_q   <= '0;
      keyed_q   <= Fixed;
      decrypt_q <= !Encrypts;
      key_q     <= '0;
      block_q   <= '0;
      todo_q    <= '0;
      due_q     <= '0;
      first_q   <= 1'b1;
      sum_q     <= '0;
      cycles_q  <= '0;
      reply_q   <= '0;
    end else begin
      if (tx) begin
        {sum_q, cycles_q} <= {sum_q[119:0], cycles_q, 8'd0};
        reply_q           <= reply_q - 5'd1;
      end

      unique case (state_q)
        StCommand: if (rx) begin
          command_q <= rx_data_i;
          bytes_q   <= payload_bytes(rx_data_i);
          unique case (rx_data_i)
            "E", "D", "R": state_q <= StPayload;
            "K":           state_q <= Fixed ? StStart : StPayload;
            8'd0:          state_q <= StCommand;
            default:       state_q <= StStart;
          endcase
        end

        StPayload: if (rx) begin
          unique case (command_q)
            "K":     key_q   <= {key_q[KeyBits-9:0], rx_data_i};
            "R":     todo_q  <= {todo_q[CountW-9:0], rx_data_i};
            default: block_q <= {block_q[119:0], rx_data_i};
          endcase
          bytes_q <= bytes_q - 5'd1;
          if (bytes_q == '0) state_q <= StStart;
        end

        // The reply of the command before has left.
        StStart: if (idle) begin
          state_q <= StCommand;
          first_q <= 1'b1;
          if (can_run) begin
            state_q  <= StRun;
            sum_q    <= '0;
            cycles_q <= '0;
            if (command_q == "R") begin
              due_q <= todo_q;
            end else begin
              todo_q    <= CountW'(1);
              due_q     <= CountW'(1);
              decrypt_q <= command_q == "D";
            end
          end else if (command_q == "K" && !Fixed) begin
            keyed_q <= 1'b1;
            if (Stored) begin
              state_q <= StKey;
            end else begin
              sum_q[127:120] <= "k";
              reply_q        <= 5'd1;
            end
          end else if (command_q == "I") begin
            {sum_q, cycles_q} <= About;
            reply_q           <= 5'(ReplyW / 8);
          end else if (command_q == "Z") begin
            // Zeros are at the core's ports already when its clear begins.
            state_q  <= StClear;
            keyed_q  <= Fixed;
            key_q    <= '0;
            block_q  <= '0;
            sum_q    <= '0;
            cycles_q <= '0;
          end else begin
            sum_q[127:120] <= "?";
            reply_q        <= 5'd1;
          end
        end

        StKey: if (key_ready_i) state_q <= StExpand;

        // The core takes blocks again once the key is expanded.
        StExpand: if (in_ready_i) begin
          state_q        <= StCommand;
          sum_q[127:120] <= "k";
          reply_q        <= 5'd1;
        end

        StRun: begin
          if (taken) begin
            first_q <= 1'b0;
            todo_q  <= todo_q - CountW'(1);
            block_q <= {block_q[126:0], 1'b0} ^ (block_q[127] ? Double : '0);
          end
          if (out_valid_i) begin
            sum_q <= {sum_q[126:0], sum_q[127]} ^ out_block_i;
            due_q <= due_q - CountW'(1);
          end
          // Edges from the one that takes the first block until the last result shows.
          if ((taken || !first_q) && !(out_valid_i && due_q == CountW'(1))) begin
            cycles_q <= cycles_q + CyclesW'(1);
          end
          if (due_q == '0 || (out_valid_i && due_q == CountW'(1))) begin
            state_q <= StCommand;
            reply_q <= command_q == "R" ? 5'(ReplyW / 8) : 5'd16;
          end
        end

        StClear: state_q <= StCleared;

        StCleared: if (cleared_i) begin
          state_q        <= StCommand;
          sum_q[127:120] <= "z";
          reply_q        <= 5'd1;
        end

        default: state_q <= StCommand;
      endcase
    end
  end

endmodule
