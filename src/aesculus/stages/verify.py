"""The stage `verify`: a design's RTL in a cycle-accurate simulation."""

from collections.abc import Mapping

from aesculus.design.features import ROUNDS, SLOTS
from aesculus.families import Device
from aesculus.records import Stage, StageOutcome
from aesculus.stages import provenance
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.tools import versions

# The simulation loads the array library and the vectors: only who names or runs a job pays for it.
# ruff: noqa: PLC0415


SIMULATED: Mapping[str, str] = {
    "vectors": "known answers that came out right",
    "kat": "the same by file",
    "kat_note": "what must be said of them, if anything: a fixed key fits few",
    "blocks": "blocks that came out right in all",
    "cycles": "length of the run in cycles",
    "blocks_per_cycle": 'measured rate as "a/b"',
    "packet_blocks_per_cycle": "of a mode: the same with messages of 64 bytes, each with its key",
    "latency_cycles": "measured latency of a lone block in cycles",
    "payload_bits": "bits of payload in a block",
}
"""What a simulation measures."""


class Verify(StageFile):
    """Simulates the RTL against known answers and a second implementation, and measures it."""

    stage = Stage.VERIFY
    on_device = False
    timeout_s = 1800.0
    metrics = SIMULATED

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the version of Verilator."""
        del device
        return {"verilator": versions.verilator_version()}

    def reads(self, subject: Subject) -> Reads:
        """Return the top, the bench and its course; the sources are the job's own field."""
        from aesculus.stages.simulation import reads_of

        top = provenance.text_digest(subject.top())
        return Reads({"top": top, **reads_of(subject.point.design)})

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Build the simulation, run it and judge it."""
        from aesculus.stages.simulation import verify_rtl

        return verify_rtl(
            subject.point.design, workdir=given.workdir, timeout_s=given.timeout_s, jobs=given.cores
        )

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the rounds and registers there are."""
        del luts
        features = subject.point.design.features
        return 2 + 0.6 * features.get(ROUNDS, 1) + 0.03 * features.get(SLOTS, 1)

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the C++ compilers."""
        del luts
        return int(500 + 80 * subject.point.design.features.get(ROUNDS, 1))


STAGE = Verify()
