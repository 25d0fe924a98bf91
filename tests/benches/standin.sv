// A behavioural AES-128 with the ports of a design point, for tests of the bench and the checker.
// It holds up to four blocks, each for 12 cycles, so a full one passes 4 blocks in 13 cycles.
// The plusarg +fault=<n> makes it wrong in one way; tests/benches/test_bench_faults.py has the list.

module aesculus_point (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          in_valid_i,
  output logic          in_ready_o,
  input  logic [127:0]  in_block_i,
  input  logic [127:0]  in_key_i,
  input  logic          in_decrypt_i,
  input  logic [4:0]    in_tag_i,
  output logic          out_valid_o,
  input  logic          out_ready_i,
  output logic [127:0]  out_block_o,
  output logic [4:0]    out_tag_o,
  input  logic          key_valid_i,
  output logic          key_ready_o,
  input  logic [127:0]  key_i,
  input  logic [1407:0] round_key_i,
  input  logic          clear_i,
  output logic          cleared_o
);
  localparam int unsigned Latency = 12;
  localparam int unsigned Places = 4;

  logic [7:0] sbox [256];
  int fault;

  function automatic logic [7:0] times2(logic [7:0] a);
    return {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  // S-box by walking the powers of 3 up and of 1/3 (= f6) down.
  initial begin
    logic [7:0] p, q;
    p = 8'h01;
    q = 8'h01;
    for (int i = 0; i < 255; i++) begin
      sbox[p] = q ^ {q[6:0], q[7]} ^ {q[5:0], q[7:6]} ^ {q[4:0], q[7:5]} ^ {q[3:0], q[7:4]} ^ 8'h63;
      p = p ^ times2(p);
      q = q ^ {q[6:0], 1'b0};
      q = q ^ {q[5:0], 2'b0};
      q = q ^ {q[3:0], 4'b0};
      if (q[7]) q = q ^ 8'h09;
    end
    sbox[0] = 8'h63;
    fault = 0;
    void'($value$plusargs("fault=%d", fault));
  end

  function automatic logic [127:0] cipher(logic [127:0] block, logic [127:0] key);
    logic [127:0] s, t, k;
    logic [31:0]  w;
    logic [7:0]   rcon, a, b, c, d;
    s = block ^ key;
    k = key;
    rcon = 8'h01;
    for (int round = 1; round <= 10; round++) begin
      for (int i = 0; i < 16; i++) begin  // SubBytes and ShiftRows; byte i is row i%4, column i/4
        t[127-8*i-:8] = sbox[s[127-8*((i + 4*(i%4)) % 16)-:8]];
      end
      if (round != 10) begin
        for (int i = 0; i < 4; i++) begin
          {a, b, c, d} = t[127-32*i-:32];
          t[127-32*i-:32] = {times2(a ^ b) ^ b ^ c ^ d, times2(b ^ c) ^ a ^ c ^ d,
                             times2(c ^ d) ^ a ^ b ^ d, times2(d ^ a) ^ a ^ b ^ c};
        end
      end
      w = k[31:0];
      k[127:96] ^= {sbox[w[23:16]] ^ rcon, sbox[w[15:8]], sbox[w[7:0]], sbox[w[31:24]]};
      k[95:64] ^= k[127:96];
      k[63:32] ^= k[95:64];
      k[31:0] ^= k[63:32];
      rcon = times2(rcon);
      s = t ^ k;
    end
    return s;
  endfunction

  typedef struct {
    logic [127:0] block;
    logic [4:0]   tag;
    int           due;
  } entry_t;

  entry_t       queue [$];
  int           now, taken, held;
  logic         shown;
  logic [127:0] last_key, shown_block;
  logic [31:0]  noise;  // fault 11: a register that no reset reaches; not 0 at power-on

  initial begin
    now = 0;
    taken = 0;
    held = 0;
  end

  function automatic void push(logic [127:0] block, logic [127:0] key, logic [4:0] tag);
    entry_t e, swap;
    e.block = cipher(block, (fault == 13 && taken % 9 == 8) ? last_key : key);
    e.tag = tag;
    e.due = now + int'(Latency);
    last_key = key;
    taken++;
    if (fault == 1 && taken == 500) return;
    if (fault == 4 && taken == 500) e.block[77] ^= 1'b1;
    if (fault == 5 && taken == 500) e.tag ^= 5'h10;
    if (fault == 7 && taken == 800) e.due++;
    if (fault == 16 && taken > 941 && taken <= 949) e.due += int'(block[0]);
    if (fault == 14 && taken % 7 == 0) e.due += (taken * taken) % 5;
    queue.push_back(e);
    if (fault == 2 && taken == 500) queue.push_back(e);
    if (fault == 3 && taken == 500 && queue.size() > 1) begin
      swap = queue[queue.size()-2];
      queue[queue.size()-2].block = queue[queue.size()-1].block;
      queue[queue.size()-2].tag = queue[queue.size()-1].tag;
      queue[queue.size()-1].block = swap.block;
      queue[queue.size()-1].tag = swap.tag;
    end
  endfunction

  logic         valid_q, ready_q, cleared_q;
  logic [127:0] block_q, done_block, rest;
  logic [4:0]   tag_q, done_tag;
  int           left;  // cycles that a clear still takes

  always @(posedge clk_i) begin
    now = now + 1;
    if (!rst_ni || clear_i) begin
      if (fault != 10 && !(fault == 21 && rst_ni)) queue.delete();
      if (fault == 12 && in_valid_i) push(in_block_i, in_key_i, in_tag_i);
      held = 0;
      left = 3;
      rest = fault == 22 && rst_ni ? done_block : '0;
      done_block = '0;
      done_tag = '0;
    end else begin
      if (out_valid_o && out_ready_i && queue.size() != 0) begin
        done_block = out_block_o;
        done_tag = out_tag_o;
        void'(queue.pop_front());
      end
      if (out_valid_o && !out_ready_i) held++;
      else held = 0;
      if (in_valid_i && in_ready_o) push(in_block_i, in_key_i, in_tag_i);
      if (left != 0 && !(fault == 23 && taken >= 500)) left--;
    end
    shown = queue.size() != 0 && queue[0].due <= now + 1;
    if (fault == 9 && held == 3) shown = 1'b0;
    if (fault == 15 && taken == 341 && queue.size() == 0 && rst_ni) shown = 1'b1;
    if (fault == 17 && taken >= 500) shown = 1'b0;
    if (fault == 11) begin
      shown = shown || noise != 0;
      if (queue.size() != 0) noise = '0;
    end
    shown = shown && left == 0;
    valid_q <= shown;
    ready_q <= queue.size() < int'(Places) && !(fault == 6 && taken >= 500);
    cleared_q <= left == 0 || (fault == 24 && clear_i);
    if (fault == 25 && taken == 700) cleared_q <= 1'b0;
    shown_block = queue.size() != 0 ? queue[0].block : '0;
    if (fault == 8 && held == 3) shown_block[0] = !shown_block[0];
    block_q <= shown ? shown_block : fault == 19 && taken >= 500 ? shown_block : rest;
    tag_q <= shown ? (queue.size() != 0 ? queue[0].tag : '0) : fault == 26 ? ~done_tag : '0;
  end

  // A result stays on the port when it was delivered, beside its own tag.
  assign out_valid_o = rst_ni ? valid_q : fault == 27 && taken >= 500;
  assign out_block_o = (rst_ni || fault == 28) ?
                       (valid_q || block_q != '0 ? block_q : done_block) : '0;
  assign out_tag_o   = rst_ni ? (valid_q || block_q != '0 || fault == 26 ? tag_q : done_tag) : '0;
  assign in_ready_o  = ready_q && ((cleared_q && rst_ni) || fault == 20);
  assign cleared_o   = cleared_q && rst_ni;
  assign key_ready_o = fault == 18 && taken >= 500 && cleared_q && rst_ni;
  logic unused;
  assign unused = ^{in_decrypt_i, key_valid_i, key_i, round_key_i};
endmodule
