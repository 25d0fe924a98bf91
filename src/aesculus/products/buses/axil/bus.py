"""AXI4-Lite around a mode."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus.design import Port
from aesculus.products.common.buses import BusFolder
from aesculus.products.common.registers.around import ADDRESS_BITS, WIDTH, RegisterBus


@dataclass(frozen=True)
class Axil(RegisterBus):
    """AXI4-Lite around a mode."""

    name: ClassVar[str] = "AXIL"
    about: ClassVar[str] = "AXI4-Lite"
    folder: ClassVar[Path] = Path(__file__).parent
    module: ClassVar[str] = "aesculus_axil"

    @classmethod
    def bus_ports(cls) -> Sequence[Port]:
        """Return the five channels."""
        return [
            Port("s_axil_awvalid_i", "input", 1),
            Port("s_axil_awready_o", "output", 1),
            Port("s_axil_awaddr_i", "input", ADDRESS_BITS),
            Port("s_axil_awprot_i", "input", 3),
            Port("s_axil_wvalid_i", "input", 1),
            Port("s_axil_wready_o", "output", 1),
            Port("s_axil_wdata_i", "input", WIDTH),
            Port("s_axil_wstrb_i", "input", WIDTH // 8),
            Port("s_axil_bvalid_o", "output", 1),
            Port("s_axil_bready_i", "input", 1),
            Port("s_axil_bresp_o", "output", 2),
            Port("s_axil_arvalid_i", "input", 1),
            Port("s_axil_arready_o", "output", 1),
            Port("s_axil_araddr_i", "input", ADDRESS_BITS),
            Port("s_axil_arprot_i", "input", 3),
            Port("s_axil_rvalid_o", "output", 1),
            Port("s_axil_rready_i", "input", 1),
            Port("s_axil_rdata_o", "output", WIDTH),
            Port("s_axil_rresp_o", "output", 2),
        ]


BUS = BusFolder(Axil)
