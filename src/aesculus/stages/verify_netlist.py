"""The stage `verify_netlist`: the netlist of a synthesis in the simulation that its RTL passed."""

from aesculus.families import Device
from aesculus.records import Stage, StageOutcome
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.verify import SIMULATED
from aesculus.tools import versions

# See `stages.verify`.
# ruff: noqa: PLC0415


class VerifyNetlist(StageFile):
    """Simulates the netlist: all known answers, and shorter random phases."""

    stage = Stage.VERIFY_NETLIST
    needs = (Stage.SYNTH,)
    starts_from = (Stage.SYNTH, "netlist.v")
    # What is routed; no other is to be simulated.
    original = "netlist.json"
    repeats = Stage.VERIFY
    extra = True
    timeout_s = 3600.0
    metrics = SIMULATED

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the version of Verilator."""
        del device
        return {"verilator": versions.verilator_version()}

    def reads(self, subject: Subject) -> Reads:
        """Return the bench and its course; the netlist brings its cell models."""
        from aesculus.stages.simulation import reads_of

        return Reads(reads_of(subject.point.design, netlist=True))

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Build the simulation, run it and judge it."""
        from aesculus.stages.simulation import verify_netlist

        return verify_netlist(
            subject.point.design,
            subject.on(),
            given.artefact,
            netlist_json=given.original,
            family=subject.on().family,
            workdir=given.workdir,
            timeout_s=given.timeout_s,
            jobs=given.cores,
        )

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, most of it the C++ compiler's; fitted to up to 44,000 tables."""
        del subject
        return 4 + 0.02 * float(luts**0.75)

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the C++ compilers."""
        del subject
        return int(600 + 0.06 * luts)


STAGE = VerifyNetlist()
