"""A system of LiteX with a VexRiscv, a serial line and a core: small, simulated without a board."""

from contextlib import chdir
from pathlib import Path
from typing import Any

from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.build.io import CRG
from litex.soc.integration import export
from litex.soc.integration.soc_core import SoCCore

from aesculus.api.litex.core import Core
from aesculus.api.litex.registers import add_registers
from aesculus.api.litex.streams import add_stream

TOP = "aesculus_system"
"""Its module."""
ROM_BYTES = 0x4000
RAM_BYTES = 0x2000

_CLOCK_HZ = 50_000_000
"""What the system is told that its clock is: in simulation it is any."""
_PINS = [
    ("clock", 0, Pins(1)),
    ("reset", 0, Pins(1)),
    (
        "serial",
        0,
        Subsignal("source_valid", Pins(1)),
        Subsignal("source_ready", Pins(1)),
        Subsignal("source_data", Pins(8)),
        Subsignal("sink_valid", Pins(1)),
        Subsignal("sink_ready", Pins(1)),
        Subsignal("sink_data", Pins(8)),
    ),
]


class Platform(GenericPlatform):  # type: ignore[misc]
    """Pins for a simulation: clock, reset, and bytes where a board has a serial line."""

    def __init__(self) -> None:
        super().__init__("SIM", list(_PINS), name=TOP)


class System(SoCCore):  # type: ignore[misc]
    """A VexRiscv with ROM, RAM, a serial line and a design, `aesculus`.

    Args:
        core: the design, with registers or with a stream, which comes with two DMAs.
        platform: where it is built.
        variant: of the VexRiscv.
    """

    def __init__(self, core: Core, platform: Any = None, variant: str = "standard") -> None:
        platform = platform or Platform()
        super().__init__(
            platform,
            _CLOCK_HZ,
            cpu_type="vexriscv",
            cpu_variant=variant,
            integrated_rom_size=ROM_BYTES,
            integrated_sram_size=RAM_BYTES,
            uart_name="sim",
            with_timer=False,
        )
        self.crg = CRG(platform.request("clock"), platform.request("reset"))
        self.core = core
        (add_stream if core.streams else add_registers)(self, core)

    def write_headers(self, folder: Path) -> None:
        """Write what software has to know of the system.

        These are `generated/mem.h`, `soc.h` and `csr.h`, and `generated/regions.ld` for the linker.

        Args:
            folder: the folder to include from.

        Raises:
            OSError: a file cannot be written.
        """
        self.finalize()
        generated = folder / "generated"
        generated.mkdir(parents=True, exist_ok=True)
        regions = self.mem_regions
        texts = {
            "mem.h": export.get_mem_header(regions),
            "soc.h": export.get_soc_header(self.constants, with_access_functions=False),
            "csr.h": export.get_csr_header(
                regions=self.csr_regions,
                constants=self.constants,
                csr_base=regions["csr"].origin,
                with_access_functions=False,
            ),
            "regions.ld": export.get_linker_regions(regions),
        }
        for name, text in texts.items():
            (generated / name).write_text(text, encoding="utf-8")

    def write_verilog(self, folder: Path, program: bytes) -> list[Path]:
        """Write the Verilog of the system with a program in its ROM.

        Args:
            folder: where it is written, with the contents of memories as files beside it.
            program: what is in the ROM, from its beginning.

        Returns:
            All sources in compile order: the processor's, the core's, the system's.

        Raises:
            OSError: a file cannot be written.
        """
        self.finalize()
        words = range(0, len(program), 4)
        contents = [int.from_bytes(program[at : at + 4], "little") for at in words]
        self.init_rom("rom", contents, auto_size=False)
        folder.mkdir(parents=True, exist_ok=True)
        # LiteX writes the contents of memories where the process is.
        with chdir(folder):
            self.platform.get_verilog(self, name=TOP).write(f"{TOP}.v")
        return [*(Path(source[0]) for source in self.platform.sources), folder / f"{TOP}.v"]
