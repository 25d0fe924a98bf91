"""From a point, a device and a stage to the job that names it: everything that decides an outcome.

What decides is hashed as finely as the stages allow: a changed clock limit runs nothing again, a
changed harness routes again but does not synthesise again.
"""

import hashlib
from functools import cached_property
from pathlib import Path

from aesculus import flows
from aesculus.benches.fingerprint import bench_fingerprint, rtl_fingerprint
from aesculus.ciphers.aes.space import DesignPoint, every_set_of_sources, sources
from aesculus.families import Device
from aesculus.records import Stage
from aesculus.resources import tb_dir
from aesculus.stages.route_seeds import seeds
from aesculus.stages.synth_recipes import recipe
from aesculus.store import Job, StageRecord, digest_of
from aesculus.tools import versions

_ROUTE_FILES = frozenset({"route.py", "harness.py"})
# Seeds are in the job by their value.
_NEITHER = frozenset({"seeds.py", "__init__.py", "recipes.toml"})
NETLIST = {Stage.VERIFY_NETLIST: "netlist.v", Stage.ROUTE: "netlist.json"}
"""The artefact of synthesis that a stage starts from."""


def _files_digest(files: list[Path]) -> str:
    total = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        total.update(f"{path.name}:{len(content)}:".encode())
        total.update(content)
    return total.hexdigest()


class Jobs:
    """Makes jobs; sources and tool versions are read once.

    Raises:
        ToolError: from any method, when a tool is not installed.
    """

    def __init__(self) -> None:
        self._flow: dict[tuple[str, str], str] = {}
        self._made: dict[tuple[str, ...], Job] = {}
        self._digests: dict[tuple[object, ...], str] = {}

    @cached_property
    def rtl_digest(self) -> str:
        """SHA-256 of all RTL sources."""
        return rtl_fingerprint()

    @cached_property
    def rtl_digests(self) -> frozenset[str]:
        """What `rtl_digest_of` can return: results with any other are of other sources."""
        return frozenset(map(rtl_fingerprint, every_set_of_sources()))

    def rtl_digest_of(self, point: DesignPoint) -> str:
        """Return the SHA-256 of the RTL sources that a point is made of."""
        kind = (point.sbox, point.key_sbox, point.width)
        if kind not in self._digests:
            self._digests[kind] = rtl_fingerprint(sources(point))
        return self._digests[kind]

    @cached_property
    def _bench(self) -> str:
        return bench_fingerprint()

    @cached_property
    def _verilator(self) -> dict[str, str]:
        return {"verilator": versions.verilator_version()}

    @cached_property
    def _yosys(self) -> dict[str, str]:
        return {"yosys": versions.yosys_version()}

    def verify(self, point: DesignPoint, *, own: bool = False) -> Job:
        """Return the job that verifies the RTL of a point.

        The RTL does not depend on the recipe, so points that differ in it alone share one job.

        Args:
            point: the design.
            own: return the name under which a copy of that job's record is kept for this very
                point, recipe included, so that its row of figures has all its records.
        """
        named = point if own else point.replace(recipe="default")
        key = ("verify", named.label)
        if key not in self._made:
            self._made[key] = Job.of(
                Stage.VERIFY,
                named,
                rtl_digest=self.rtl_digest_of(named),
                inputs={"bench": self._bench},
                tools=self._verilator,
            )
        return self._made[key]

    def synth(self, point: DesignPoint, device: Device) -> Job:
        """Return the job that synthesises a point for a device.

        Raises:
            RecipeError: the point's recipe is unknown.
        """
        key = ("synth", point.label, device.name)
        if key not in self._made:
            self._made[key] = self._synth(point, device)
        return self._made[key]

    def _synth(self, point: DesignPoint, device: Device) -> Job:
        body = recipe(point.recipe).model_dump(mode="json")
        what = device.model_dump(mode="json", include={"name", "synthesis", "slice", "lut_inputs"})
        return Job.of(
            Stage.SYNTH,
            point,
            device=device.name,
            device_digest=digest_of(what),
            recipe=point.recipe,
            rtl_digest=self.rtl_digest_of(point),
            inputs={"recipe": digest_of(body), "flow": self._flow_digest("synth", device)},
            tools=self._yosys,
        )

    def verify_netlist(self, point: DesignPoint, device: Device, synth: StageRecord) -> Job:
        """Return the job that simulates the netlist of a synthesis result."""
        return Job.of(
            Stage.VERIFY_NETLIST,
            point,
            device=device.name,
            device_digest=digest_of(device.name),
            recipe=point.recipe,
            rtl_digest=self.rtl_digest_of(point),
            inputs={
                "netlist": synth.artefacts[NETLIST[Stage.VERIFY_NETLIST]],
                "bench": self._bench,
            },
            tools=self._verilator,
        )

    def route(self, point: DesignPoint, device: Device, synth: StageRecord, index: int) -> Job:
        """Return the job that routes a synthesis result with the point's seed of an index.

        Raises:
            ValueError: the device has no router.
        """
        if device.router is None:
            raise ValueError(f"{device.name} has no router")
        what = device.model_dump(mode="json", include={"name", "synthesis", "router"})
        tools = {"nextpnr": versions.nextpnr_version(device.router.tool), **self._yosys}
        return Job.of(
            Stage.ROUTE,
            point,
            device=device.name,
            device_digest=digest_of(what),
            recipe=point.recipe,
            seed=seeds(point, index + 1)[index],
            rtl_digest=self.rtl_digest_of(point),
            inputs={
                "netlist": synth.artefacts[NETLIST[Stage.ROUTE]],
                "flow": self._flow_digest("route", device),
            },
            tools=tools,
        )

    def _flow_digest(self, stage: str, device: Device) -> str:
        found = self._flow.get((stage, device.family))
        if found is None:
            root = Path(next(iter(flows.__path__)))
            sources = sorted(p for p in root.glob("*.py") if p.name not in _NEITHER)
            if stage == "route":
                sources = [p for p in sources if p.name in _ROUTE_FILES | {"netlist.py"}]
            else:
                sources = [p for p in sources if p.name not in _ROUTE_FILES]
            sources += [root / "families" / f"{name}.py" for name in ("base", device.family)]
            if stage == "synth":
                # The Verilog netlist holds the models of the cells it needs.
                models = tb_dir() / "models" / device.family
                sources += sorted(path for path in models.glob("**/*") if path.is_file())
            found = self._flow[stage, device.family] = _files_digest(sources)
        return found
