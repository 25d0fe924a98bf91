"""The stage `activity`: how much the nets of a netlist switch for a block, in simulation."""

import time
from collections.abc import Mapping

from aesculus import verilog
from aesculus.design.text import digest_of
from aesculus.families import Device
from aesculus.families.registry import family as family_of
from aesculus.netlists import activity, netlist, simnet
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import models, provenance
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.outcome import failed
from aesculus.tools import ToolError, run, verilator, versions
from aesculus.verilog import ForeignCodeError

_MAIN = f"""
#include "V{activity.TOP}.h"
#include "verilated.h"
double sc_time_stamp() {{ return 0; }}
int main(int argc, char** argv) {{
  VerilatedContext context;
  context.commandArgs(argc, argv);
  V{activity.TOP} top{{&context}};
  top.rst_ni = 0;
  for (long edge = 0; edge < 40000000 && !top.done_o; ++edge) {{
    top.rst_ni = edge >= 8;
    top.clk_i = edge & 1;
    top.eval();
  }}
  top.final();
  return top.done_o ? 0 : 1;
}}
"""
"""Clocks a workload until it has counted; a design that never ends leaves with an error."""

_BLOCK = 128
_VERDICTS = (activity.ActivityError, simnet.ModelError, ForeignCodeError)


COUNTED: Mapping[str, str] = {
    "switching_per_block": "changes of nets times their fan-out, for a block; no unit",
    "switching_workloads": "the same under each of the workloads, of which it is the mean",
    "switching_by_part": "the same by part of the core, and for the clock",
    "switching_blocks": "blocks over which it was counted",
    "switching_cycles": "clock cycles over which it was counted",
    "switching_at_rest": "the same in a cycle without a beat and with noise on the ports, no clock",
}
"""What the stage measures."""


class Activity(StageFile):
    """Counts changes of nets, each times its fan-out, under fixed random workloads."""

    stage = Stage.ACTIVITY
    needs = (Stage.SYNTH,)
    starts_from = (Stage.SYNTH, "netlist.json")
    optional = True
    timeout_s = 3600.0
    metrics = COUNTED

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the version of Verilator."""
        del device
        return {"verilator": versions.verilator_version()}

    def reads(self, subject: Subject) -> Reads:
        """Return how the artefact, a netlist, is written again, driven and counted."""
        name = subject.on().family
        own = provenance.versions("activity", "simnet", "cells", f"family.{name}")
        # Models of cells that the family has not come with this package, whichever Yosys mapped.
        cells = [models.digest(name), provenance.packages("pyosys")]
        return Reads(
            {
                "steps": digest_of(own),
                "models": digest_of(cells),
                "flags": digest_of(verilator.settings(optimise=False)),
            }
        )

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Build the netlist with counters in it, run the workloads and read the counts."""
        start = time.monotonic()
        tools = self.tools(subject.device)
        try:
            given.workdir.mkdir(parents=True, exist_ok=True)
            with verilator.trusted(given.workdir, _VERDICTS):
                metrics = self._count(subject, given)
        except ToolError as error:
            return failed(error, tools=tools, seconds=time.monotonic() - start)
        except _VERDICTS as error:
            return StageOutcome(
                status=Status.FAILED,
                tools=tools,
                seconds=time.monotonic() - start,
                reason=str(error),
            )
        return StageOutcome(
            status=Status.OK, metrics=metrics, tools=tools, seconds=time.monotonic() - start
        )

    def _count(self, subject: Subject, given: Given) -> dict[str, object]:
        start = time.monotonic()
        design = netlist.parse(given.artefact)
        verilog.check_netlist(design, netlist.TOP)
        found = activity.groups(design)
        # Names and texts in a netlist of somebody else go into the Verilog as they are.
        text = verilog.checked(simnet.write_verilog(design, family_of(subject.on().family)))
        names = ("netlist.v", f"{activity.TOP}.v", "main.cpp")
        files = [given.workdir / name for name in names]
        texts = (activity.monitored(text, found), activity.workload(design), _MAIN)
        for path, content in zip(files, texts, strict=True):
            path.write_text(content, encoding="utf-8")
        program = verilator.build(
            files[:2],
            top=activity.TOP,
            main=files[2],
            workdir=given.workdir,
            jobs=given.cores,
            timeout_s=given.timeout_s,
            optimise=False,
        )
        block = netlist.top_module(design)["ports"]["in_block_i"]["bits"]
        lanes = len(block) // _BLOCK
        counts = []
        for number in range(activity.WORKLOADS):
            spent = time.monotonic() - start
            done = run(
                [str(program), f"+{activity.PLUSARG}={number}"],
                name="simulation",
                cwd=given.workdir,
                log=given.workdir / f"activity{number}.log",
                timeout_s=max(1.0, given.timeout_s - spent),
            )
            counts.append(activity.counted(done.log, found, activity.clock_load(design), lanes))
        return activity.over_workloads(counts)

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, most of it the C++ compiler's."""
        del subject
        return 10 + luts / 150

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the C++ compilers."""
        del subject
        return int(600 + 0.08 * luts)


STAGE = Activity()
