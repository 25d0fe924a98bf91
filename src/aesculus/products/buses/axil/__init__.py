"""AXI4-Lite (ARM IHI 0022) around a mode: registers for keys, data and states."""
