"""Wishbone around a mode."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus.design import Port
from aesculus.products.common.buses import BusFolder
from aesculus.products.common.registers.around import ADDRESS_BITS, WIDTH, RegisterBus

_BYTE_BITS = 2
"""Bits of an address that name a byte of a word: SEL has them instead."""


@dataclass(frozen=True)
class Wishbone(RegisterBus):
    """Wishbone with standard cycles around a mode."""

    name: ClassVar[str] = "WB"
    about: ClassVar[str] = "Wishbone"
    folder: ClassVar[Path] = Path(__file__).parent
    module: ClassVar[str] = "aesculus_wb"

    @classmethod
    def bus_ports(cls) -> Sequence[Port]:
        """Return the signals of the bus; the address is that of words."""
        return [
            Port("s_wb_cyc_i", "input", 1),
            Port("s_wb_stb_i", "input", 1),
            Port("s_wb_we_i", "input", 1),
            Port("s_wb_adr_i", "input", ADDRESS_BITS - _BYTE_BITS),
            Port("s_wb_sel_i", "input", WIDTH // 8),
            Port("s_wb_dat_i", "input", WIDTH),
            Port("s_wb_dat_o", "output", WIDTH),
            Port("s_wb_ack_o", "output", 1),
            Port("s_wb_err_o", "output", 1),
        ]


BUS = BusFolder(Wishbone)
