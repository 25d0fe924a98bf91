"""The study of estimates of time: a held-out campaign, run again in the order it was run in."""

import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.design import parse_build
from aesculus.engine.estimate import Estimator
from aesculus.engine.reference import known
from aesculus.engine.timing import Lines
from aesculus.errors import RunError
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import SpaceFile, load
from aesculus.store import StageRecord, Store
from aesculus.store.opened import opened, opened_packed
from aesculus.studies.made import STORES
from aesculus.studies.measure.study import HELD_OUT, last_stage
from aesculus.studies.study import Study, StudyOptions

if TYPE_CHECKING:
    from aesculus.studies.reference.times import Run

STAGES = (Stage.VERIFY, Stage.SYNTH, Stage.ROUTE)

FIRST = 40
"""Runs of a stage that count as its first."""

_FEWEST = 100
"""Points of a space, synthesised, from which it is judged."""


class EstimatesOptions(StudyOptions):
    """What the study can be told."""

    store: Annotated[
        Path,
        Field(
            description="Store of the campaigns, which may be packed.",
            json_schema_extra={"metavar": "PATH"},
        ),
    ] = STORES / "held-out.db.gz"


class Estimates(Study[EstimatesOptions]):
    """The study."""

    name = "estimates"
    doc = "How long the runs of held-out spaces were expected to take, and how long they took."
    options = EstimatesOptions

    def run(self, options: EstimatesOptions) -> None:
        """Expect each run of the held-out spaces before the estimator hears of it.

        The estimator begins as on a fresh machine: with the lines of the reference store, fitted
        without any result of the space, and an empty store.

        Raises:
            RunError: the store has too few runs of any of these spaces.
        """
        found = {}
        with _opening(options.store) as store:
            for space in HELD_OUT:
                content = load(space)
                labels = {point.label for point in DesignSpace(content).points}
                runs = _runs(store, labels, content)
                # Other campaigns simulate some of the designs; their own one synthesises them.
                points = len({run.job.label for run in runs if run.stage is Stage.SYNTH})
                if points >= _FEWEST:
                    found[space] = {
                        "device": content.devices[0],
                        "points": len(labels),
                        "measured": points,
                        "stages": judged(runs, _lines_without(labels)),
                    }
        if not found:
            raise RunError(
                f"{options.store} has less than {_FEWEST} points of any held-out space: measure "
                f"one with `aesculus bench measure-{HELD_OUT[0]}`, or give the store that has them"
            )
        for space in found:
            say(f"{space}: judged")
        self.write(options.out, {**self.head(), "first": FIRST, "spaces": found})
        self.say_where(options.out)

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line for each space and stage."""
        rows = [
            [
                space,
                f"{found['measured']:,} of {found['points']:,}",
                found["device"],
                stage,
                each["runs"],
                *map(_told, _judgements(each)),
            ]
            for space, found in body["spaces"].items()
            for stage, each in found["stages"].items()
        ]
        return {"rows": rows}


def judged(runs: Sequence[StageRecord], lines: Lines) -> dict[str, Any]:
    """Return, by stage, how far expectations were from what runs took, in the order they ended.

    Args:
        runs: of one campaign, that succeeded.
        lines: what is known of the stages before.
    """
    ratios: dict[str, dict[Stage, list[float]]] = {"known": defaultdict(list)}
    ratios["untold"] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "empty.db") as empty:
        told, untold = (Estimator(empty, (), lines=lines) for _ in range(2))
    for run in sorted(runs, key=lambda each: each.created):
        job = run.job
        point = parse_build(job.label)
        for name, estimator in (("known", told), ("untold", untold)):
            expected = estimator.seconds(job.stage, point, job.device)
            ratios[name][job.stage].append(expected / run.seconds)
        told.learn(run)
    return {
        stage.value: {
            "runs": len(each),
            "all": _judgement(each),
            "first": _judgement(each[:FIRST]),
            "untold": _judgement(ratios["untold"][stage]),
        }
        for stage, each in ratios["known"].items()
    }


def _opening(path: Path) -> AbstractContextManager[Store]:
    return opened_packed(path) if path.suffix == ".gz" else opened(path, must_exist=True)


def _judgement(ratios: Sequence[float]) -> dict[str, float]:
    # It loads SciPy.
    from aesculus.studies.reference.times import off  # noqa: PLC0415

    error, near = off(ratios)
    return {"median_error": round(error, 4), "within_two": round(near, 4)}


def _runs(store: Store, labels: Collection[str], content: SpaceFile) -> list[StageRecord]:
    """Return the runs of designs of a space that succeeded, simulations and those on its device.

    What another space on the device has routed of them is no run of a space of areas.
    """
    device = content.devices[0]
    return [
        run
        for stage in STAGES[: STAGES.index(last_stage(content)) + 1]
        for run in store.records(stage=stage)
        if run.ok and run.seconds > 0 and run.job.label in labels and run.job.device in {"", device}
    ]


def times_without(labels: Collection[str]) -> "dict[Stage, dict[str, list[Run]]]":
    """Return what the reference store knows of times, but for that of some designs."""
    # It loads SciPy.
    from aesculus.studies.reference.times import enough_runs  # noqa: PLC0415

    return enough_runs([entry for entry in known() if entry.label not in labels])


def _lines_without(labels: Collection[str]) -> Lines:
    from aesculus.studies.reference.times import fit_families  # noqa: PLC0415

    found = times_without(labels)
    return {stage: fit_families(stage, families) for stage, families in found.items()}


def _judgements(each: Mapping[str, Any]) -> Iterable[Mapping[str, float]]:
    return [each[name] for name in ("untold", "first", "all")]


def _told(each: Mapping[str, float]) -> str:
    return f"{each['median_error']:.0%}, {each['within_two']:.0%}"


STUDIES = (Estimates(),)
