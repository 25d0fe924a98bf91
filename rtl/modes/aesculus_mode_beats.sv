// SPDX-License-Identifier: Apache-2.0
// The door of a mode with streams: a register with the beat that is next, beside its header.
//
//   hdr_* --> headers --+
//                       +--> [register] --> beat
//   in_*  --------------+
//
// A beat enters when the register is free and its stream has a header; headers and beats of a stream
// that there is not are dropped. The register parts where beats come from, and the memory of headers,
// from what the mode does with them; it costs a copy of the header and a cycle of latency.
// With valid_o low it takes what lies on its port in every cycle, whether it is offered or not. A clear
// resets it.
//
// With Open, Posted and one stream there are two: the first beside where beats come from, and the header
// is read between them. Data goes through both in every cycle, whatever it is, and has no reset.

module aesculus_mode_beats #(
  parameter int unsigned HeaderW = 1,
  parameter int unsigned BeatW   = 1,
  parameter int unsigned Streams = 1,
  parameter bit          Posted  = 1'b0,  // headers pass a register more
  parameter bit          Open    = 1'b0,  // each beat is taken in the cycle in which it is shown
  parameter bit          Single  = 1'b0,  // see aesculus_mode_headers: the header needs no copy

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,
  input  logic               live_i,       // low while nothing is taken

  input  logic               hdr_valid_i,
  output logic               hdr_ready_o,
  input  logic [StreamW-1:0] hdr_stream_i,
  input  logic [HeaderW-1:0] hdr_data_i,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [StreamW-1:0] in_stream_i,
  input  logic               in_last_i,    // of its message
  input  logic [BeatW-1:0]   in_data_i,

  output logic               stray_o,      // something without a stream was taken, and dropped

  output logic               soon_o,       // valid_o in the next cycle
  output logic               last_soon_o,  // and last_o, where soon_o comes from a register
  output logic               valid_o,
  input  logic               take_i,
  output logic [StreamW-1:0] stream_o,
  output logic               last_o,
  output logic [BeatW-1:0]   data_o,
  output logic [HeaderW-1:0] header_o
);

  localparam bit Later = Open && Posted && Streams == 1;

  typedef struct packed {
    logic               last;
    logic [StreamW-1:0] stream;
    logic [BeatW-1:0]   data;
  } stage_t;

  logic               known, has_header, enter, hdr_stray, load, done, valid_q;
  logic [StreamW-1:0] done_stream;
  stage_t             entered, stage_q;
  logic [HeaderW-1:0] header;

  assign known      = 32'(in_stream_i) < Streams;
  assign load       = Open || !valid_q || take_i;
  assign in_ready_o = known ? has_header && load && (Later || live_i) : live_i;
  assign enter      = in_valid_i && in_ready_o && known;
  assign stray_o    = hdr_stray || (in_valid_i && live_i && !known);

  aesculus_mode_headers #(
    .Width(HeaderW), .Streams(Streams), .Posted(Posted), .Single(Single), .Later(Later)
  ) u_headers (
    .clk_i, .rst_ni, .wipe_i, .wr_valid_i(hdr_valid_i), .wr_ready_o(hdr_ready_o),
    .wr_stream_i(hdr_stream_i), .wr_data_i(hdr_data_i), .wr_stray_o(hdr_stray),
    .permit_i(live_i), .rd_stream_i(in_stream_i), .rd_valid_o(has_header), .rd_data_o(header),
    .last_i(enter && in_last_i), .done_stream_i(done_stream),
    .done_i(done)
  );

  assign entered = '{
    last: in_last_i, stream: known ? in_stream_i : stage_q.stream, data: in_data_i
  };

  if (Later) begin : gen_later
    // What stands there without valid is nobody's, and is overwritten in the next cycle: so no reset
    // spans it. There is one stream, so its number is not kept.
    stage_t first_q, second_q;
    logic   soon_q;
    always_ff @(posedge clk_i) begin
      first_q  <= entered;
      second_q <= first_q;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        soon_q  <= 1'b0;
        valid_q <= 1'b0;
      end else begin
        soon_q  <= enter;
        valid_q <= soon_q;
      end
    end
    assign stage_q     = '{last: second_q.last, stream: '0, data: second_q.data};
    assign soon_o      = soon_q;
    assign last_soon_o = first_q.last;
    // The header of the last beat is read in this cycle, and then needs its room no more.
    assign done        = soon_q && first_q.last;
    assign done_stream = '0;
    logic unused;
    assign unused = ^{first_q.stream, second_q.stream};
  end else begin : gen_at_once
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        stage_q <= '0;
      end else if (load) begin
        valid_q <= enter;
        stage_q <= entered;
      end
    end
    assign soon_o      = load ? enter : valid_q;
    assign last_soon_o = 1'b0;
    assign done        = valid_q && take_i && stage_q.last;
    assign done_stream = stage_q.stream;
  end

  if (Single) begin : gen_header_in_place
    assign header_o = header;
  end else begin : gen_header_copied
    logic [HeaderW-1:0] header_q;
    if (Later) begin : gen_flows
      always_ff @(posedge clk_i) header_q <= header;
    end else begin : gen_stays
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          header_q <= '0;
        end else if (load) begin
          header_q <= header;
        end
      end
    end
    assign header_o = header_q;
  end

  assign valid_o  = valid_q;
  assign stream_o = stage_q.stream;
  assign last_o   = stage_q.last;
  assign data_o   = stage_q.data;

endmodule
