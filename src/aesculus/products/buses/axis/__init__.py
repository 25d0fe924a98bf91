"""AXI4-Stream (ARM IHI 0051) around a mode: data, and a side stream with keys and IVs."""
