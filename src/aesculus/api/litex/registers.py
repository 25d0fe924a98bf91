"""The modules: registers on LiteX's bus, with an interrupt."""

from typing import Any

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi, wishbone
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import ClockSignal, Instance, ResetSignal, Signal

from aesculus.api.litex.core import Core, no_registers

REGION_BYTES = 0x100
"""What the registers take of the address space."""

_WIDTH = 32


class Registers(LiteXModule):  # type: ignore[misc]
    """A mode with registers (`AXIL32` or `WB32` in its label) on a bus of LiteX.

    The registers' own causes (`IRQ_ENABLE`) are joined to one event, `core`.

    Args:
        platform: gets the sources.
        core: the design.

    Attributes:
        bus: the slave, for `soc.bus.add_slave`: of the standard that the label names.
        ev: the event manager, for `soc.irq.add`.
        zeroise: high for a cycle, it zeroises by the pin; of no use where software does.
        cleared: low while that is on its way.
        errors: bits 7 to 0 of `ERROR`.

    Raises:
        InputError: the design has no registers.
    """

    def __init__(self, platform: Any, core: Core) -> None:
        names = {port.name for port in core.ports}
        if "s_wb_cyc_i" in names:
            self.bus, pins = _wishbone()
        elif "s_axil_awvalid_i" in names:
            self.bus, pins = _axi_lite()
        else:
            raise no_registers(core.label)
        self.zeroise = Signal()
        self.cleared = Signal()
        self.errors = Signal(core.bits("error_o"))
        self.ev = EventManager()
        self.ev.core = EventSourceLevel(
            description="A cause is there that IRQ_ENABLE of the registers asks for."
        )
        self.ev.finalize()

        # # #

        for path in core.files:
            platform.add_source(str(path))
        self.specials += Instance(
            core.top,
            i_clk_i=ClockSignal("sys"),
            i_rst_ni=~ResetSignal("sys"),
            i_clear_i=self.zeroise,
            o_cleared_o=self.cleared,
            o_irq_o=self.ev.core.trigger,
            o_error_o=self.errors,
            # Software clears errors, by the register.
            i_error_clear_i=0,
            **pins,
        )


def _wishbone() -> tuple[Any, dict[str, Any]]:
    """Return a slave of Wishbone and what of it is joined to the ports."""
    bus = wishbone.Interface(data_width=_WIDTH, address_width=32, addressing="word")
    return bus, {
        "i_s_wb_cyc_i": bus.cyc,
        "i_s_wb_stb_i": bus.stb,
        "i_s_wb_we_i": bus.we,
        "i_s_wb_adr_i": bus.adr[: (REGION_BYTES // 4 - 1).bit_length()],
        "i_s_wb_sel_i": bus.sel,
        "i_s_wb_dat_i": bus.dat_w,
        "o_s_wb_dat_o": bus.dat_r,
        "o_s_wb_ack_o": bus.ack,
        "o_s_wb_err_o": bus.err,
    }


def _axi_lite() -> tuple[Any, dict[str, Any]]:
    """Return a slave of AXI4-Lite and what of it is joined to the ports."""
    bus = axi.AXILiteInterface(data_width=_WIDTH, address_width=32)
    pins: dict[str, Any] = {}
    for name, sent, payload in (
        ("aw", False, ("addr", "prot")),
        ("w", False, ("data", "strb")),
        ("b", True, ("resp",)),
        ("ar", False, ("addr", "prot")),
        ("r", True, ("data", "resp")),
    ):
        channel = getattr(bus, name)
        with_it, against_it = ("o", "i") if sent else ("i", "o")
        pins[f"{against_it}_s_axil_{name}ready_{against_it}"] = channel.ready
        for each in ("valid", *payload):
            signal = getattr(channel, each)
            if each == "addr":
                signal = signal[: (REGION_BYTES - 1).bit_length()]
            pins[f"{with_it}_s_axil_{name}{each}_{with_it}"] = signal
    return bus, pins


def add_registers(
    soc: Any, core: Core, name: str = "aesculus", origin: int | None = None
) -> Registers:
    """Put a design with registers into a system: on its bus, and with its interrupt.

    Software finds it by `<NAME>_BASE` in `generated/mem.h` and `<NAME>_INTERRUPT` in
    `generated/soc.h`.

    Args:
        soc: of LiteX.
        core: the design.
        name: of the module, its region and its interrupt.
        origin: address of the registers; by default LiteX chooses one.

    Raises:
        InputError: as `Registers`.
    """
    module = Registers(soc.platform, core)
    soc.add_module(name=name, module=module)
    soc.bus.add_slave(name, module.bus, SoCRegion(origin=origin, size=REGION_BYTES, cached=False))
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return module
