"""The points, device and seeds of the headline figures."""

from collections.abc import Mapping
from typing import Any

from aesculus import metrics
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import parse_build
from aesculus.engine.eligible import present
from aesculus.engine.engine import told
from aesculus.engine.plan import whole_chain
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.studies.study import RunOptions, Study


class PointsStudy(Study[RunOptions]):
    """Some points, each routed with so many seeds and its netlist verified.

    Attributes:
        labels: the points.
        device: the device.
        seeds: routed seeds a point.
    """

    options = RunOptions

    def __init__(
        self, name: str, doc: str, labels: tuple[str, ...], device: str = ROUTED_DEVICE
    ) -> None:
        self.name = name
        self.doc = doc
        self.labels = labels
        self.device = device
        self.seeds = metrics.HEADLINE_SEEDS

    def run(self, options: RunOptions) -> None:
        """Measure the points and write their rows.

        Raises:
            RunError: some of them are not complete.
        """
        target = devices.load(self.device)
        points = [parse_build(label) for label in self.labels]
        labels = [point.label for point in points]
        # Seed by seed, so that a budget that runs out leaves every point with equally many.
        wants = [
            want
            for count in range(1, self.seeds + 1)
            for point in points
            for want in whole_chain(point, target, seeds=count)
        ]
        with options.opened() as (store, how):
            summary = run_wants(store, wants, how)
            measured = present(metrics.checked(store, device=target.name, labels=labels))
        found = {row.label: row for row in measured}
        rows = [found[label] for label in labels if label in found]
        self.write(
            options.out,
            {
                **self.head(),
                "device": self.device,
                "seeds": self.seeds,
                "rows": [row.model_dump(mode="json") for row in rows],
            },
        )
        self.say_where(options.out, f"{told(summary)}.")
        short = [row.label for row in rows if row.n_seeds < self.seeds or not row.netlist_verified]
        missing = [*short, *(label for label in labels if label not in found)]
        if missing:
            raise RunError(f"not complete yet: {', '.join(missing)}")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the versions of all tools."""
        found = {f"{tool}: {text}" for row in body["rows"] for tool, text in row["tools"].items()}
        return {"versions": sorted(found)}


STUDIES = (
    PointsStudy(
        "headline",
        "AES-128 encryption at UF 1, 2, 5 and 10, block RAM and tower field, five seeds each.",
        ("UF1-PP2B", "UF2-C5dfT-G5ac", "UF5-PP3B", "UF10-C5dfT-G5ac"),
    ),
)
