"""From a verified netlist of a core to a routed board.

What stands around the core is synthesised alone, and the core's netlist is put into it as it was
verified: nothing of it is mapped again.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aesculus import verilog
from aesculus.design import Build
from aesculus.export.boards import clock
from aesculus.export.boards.chips import Chip, chip_of
from aesculus.export.boards.model import Board
from aesculus.export.boards.top import CORE, RESET, SYSTEM, TOP, Clocking, line_files, system, top
from aesculus.families import Device, family
from aesculus.families.ways import DEFAULT_WAY, way_of, ways_of
from aesculus.netlists import netlist as nl
from aesculus.netlists.simnet import write_verilog
from aesculus.stages import route as rt
from aesculus.stages import route_harness as hn
from aesculus.stages.route_probe import one_register
from aesculus.tools import Failure, ToolError, nextpnr, yosys
from aesculus.tools.packer import run_program

BOARD_SV, SYSTEM_SV = "board.sv", "system.sv"
"""Names of the sources that are made for a design."""

_JOINED, _REPORT, _ROUTED = "joined.json", "report.json", "routed"
_YOSYS_S, _PACK_S = 1800.0, 600.0
_SYSTEM_PORTS = f"""\
(* blackbox *)
module {SYSTEM} (input wire clk_i, input wire rst_ni, input wire rx_i, output wire tx_o);
endmodule
"""


@dataclass(frozen=True)
class Place:
    """A design on a board, in a folder of its own.

    Attributes:
        point: the design.
        board: the board.
        folder: for everything that is written.
    """

    point: Build
    board: Board
    folder: Path

    @property
    def device(self) -> Device:
        """The board's device."""
        return self.board.placed_on()

    @property
    def chip(self) -> Chip:
        """What its family needs."""
        return chip_of(self.device.family)

    def write_sources(self, clocking: Clocking) -> tuple[list[Path], list[Path]]:
        """Write the sources of the module around the core, and those of the top around that."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write(SYSTEM_SV, system(self.point, clocking))
        self._write(BOARD_SV, top(self.point, self.board, clocking))
        inner = [Path(shutil.copy(path, self.folder)) for path in line_files()]
        reset = Path(shutil.copy(RESET, self.folder))
        return [*inner, self.folder / SYSTEM_SV], [reset, self.folder / BOARD_SV]

    def join(self, core: nl.Netlist, clocking: Clocking) -> str:
        """Write the whole netlist; return the part that the core's clock drives, as Verilog.

        That is the module `SYSTEM` with its cells' models, for simulation.

        Args:
            core: the core's netlist.
            clocking: the clock; a PLL's file is there.

        Raises:
            ToolError: Yosys gives no netlist.
            ForeignCodeError: the core's netlist could run more than a simulation.
        """
        inner, outer = (
            " ".join(path.name for path in files) for files in self.write_sources(clocking)
        )
        module = nl.top_module(core)
        self._write("core.json", nl.dump({"modules": {CORE: module}}).decode())
        self._write("blackbox.v", hn.blackbox(core).replace(f"module {SYSTEM} ", f"module {CORE} "))
        self._write("system_blackbox.v", _SYSTEM_PORTS)
        device, chips = self.device, family(self.device.family)
        read = "read_slang --threads 1 --extern-modules --top"
        plls = [clock.FILE] if clocking.pll else []
        yosys.run_script(
            [
                "read_verilog blackbox.v",
                f"{read} {SYSTEM} {inner}",
                *chips.script(device.synthesis.variant, True, ()),
                *_filled(CORE, "core.json", SYSTEM),
                # Not the models of its cells.
                f"select {SYSTEM}",
                "write_json -selected system.json",
                "design -reset",
                f"read_verilog {' '.join(['system_blackbox.v', *plls])}",
                f"{read} {TOP} {outer}",
                # A family may put pads at the ports of every module that there is.
                f"flatten -noscopeinfo {TOP}",
                *chips.harness_script(device.synthesis.variant),
                *_filled(SYSTEM, "system.json", TOP),
                f"write_json {_JOINED}",
            ],
            workdir=self.folder,
            timeout_s=_YOSYS_S,
        )
        mapped = nl.parse((self.folder / "system.json").read_bytes())
        # The core's netlist may come out of a store that somebody else filled.
        return verilog.checked(write_verilog(mapped, chips))

    def route(self, clocking: Clocking, seed: int, *, timeout_s: float) -> dict[str, Any]:
        """Place and route the joined netlist; return the router's report.

        With a PLL the router aims at its clock, else at more than it can reach.

        Raises:
            ToolError: it does not fit or cannot be routed, or the router failed.
        """
        router = rt.router_of(self.device)
        args = self._constraints(clocking)
        run = [*router.args, "--json", _JOINED, "--report", _REPORT, *args]
        run += ["--freq", str(rt.TARGET_MHZ), "--timing-allow-fail", "--seed", str(seed)]
        run += way_of(self.device.family, DEFAULT_WAY).options
        run += [ways_of(self.device.family).output, _ROUTED]
        try:
            done = nextpnr.run_router(
                router.tool,
                run,
                workdir=self.folder,
                timeout_s=timeout_s,
                sound=lambda: one_register(self.device, router, *rt.arguments(self.device, router)),
            )
        except ToolError as error:
            rt.say_why(error, self.point, self.device)
            raise
        report = rt.read_report(self.folder, router, done.log)
        # What is read of it below has to be there.
        rt.metrics_of(report, router, done.log)
        return report

    def pack(self, name: str) -> Path:
        """Make the bitstream of what was routed; return it.

        Args:
            name: of the file, without its ending.

        Raises:
            ToolError: the packer failed.
        """
        packer = self.chip.packer
        path = self.folder / f"{name}.{packer.ending}"
        path.unlink(missing_ok=True)
        args = packer.filled(routed=_ROUTED, bitstream=path.name)
        args = [*self.board.packer_args, *args]
        log = run_program(packer.tool, args, workdir=self.folder, timeout_s=_PACK_S).log
        if not path.is_file() or not path.stat().st_size:
            reason = f"{packer.tool} ended well, but wrote no bitstream"
            raise ToolError(Failure.ENVIRONMENT, packer.tool, reason, log=log)
        return path

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def _constraints(self, clocking: Clocking) -> list[str]:
        """Write the constraint file; return the router's arguments that name it."""
        pins = self.chip.pins
        oscillator = f"{self.board.oscillator_mhz:g}"
        lines = [
            pins.line.format(port=port, site=pin.site, options=pin.options)
            for port, pin in self.board.pins.items()
        ]
        text = "".join(lines)
        if clocking.pll:
            text += pins.clock.format(oscillator=oscillator)
        self._write(pins.file, text)
        return [arg.format(file=pins.file) for arg in pins.args]


def reached_mhz(report: dict[str, Any]) -> float:
    """Return the clock that the core reaches by a router's report, in MHz.

    Of the board's clocks it is the slowest: nothing but a PLL stands at the oscillator's, and a
    clock without paths is not in the report.
    """
    return min(float(each["achieved"]) for each in report["fmax"].values())


def _filled(module: str, file: str, top: str) -> list[str]:
    """Return the Yosys commands that put a mapped module where there was but its name."""
    return [
        f"delete ={module}",
        f"read_json {file}",
        f"setattr -mod -unset top {module}",
        f"hierarchy -top {top}",
        f"flatten -noscopeinfo {top}",
        f"delete {module}",
    ]
