// Compile order of the core. Paths are relative to this file. The one file list of the project.
aes_pkg.sv
aes_field_pkg.sv
prim/prim_cut.sv
prim/prim_valid_cut.sv
prim/prim_fifo.sv
sbox/aes_sbox_table_pkg.sv
sbox/aes_sbox_bram.sv
sbox/aes_sbox_rom.sv
sbox/aes_sbox_logic.sv
sbox/aes_sbox_tower.sv
sbox/aes_sub_bytes.sv
round/aes_mix_columns.sv
round/aes_round.sv
key/aes_key_step.sv
core/aes_ring.sv
core/aes_core.sv
