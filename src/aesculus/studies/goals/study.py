"""Goals answered from the store and by search, each answer confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.engine import Effort, Options, goal_rows, leading, pursue, told
from aesculus.engine.eligible import eligible
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.pages import DASH
from aesculus.search import DesignSpace
from aesculus.search.fixing import fixed_space, needed_of
from aesculus.search.goals import Answer, answer
from aesculus.search.goaltext import (
    answer_object,
    met_lines,
    missed_lines,
    read_answer,
    read_goal,
)
from aesculus.store import Store
from aesculus.studies.goals import known
from aesculus.studies.goals.cases import CASES, EVALUATIONS, LARGE, SPACE, GoalCase
from aesculus.studies.made import TABLES
from aesculus.studies.study import RunOptions, Study

# Of a goal on the page: what it asks, and what came of it.
_ASKED = ("device", "objective", "constraints", "evaluations", "fix", "space")
_GIVEN = ("complete", "label")


@dataclass(frozen=True)
class Answered:
    """What came of a goal."""

    case: GoalCase
    found: Answer

    @property
    def complete(self) -> bool:
        """Whether there is an answer, confirmed, or a miss that was looked for."""
        row = self.found.best
        if row is None:
            return bool(self.found.nearest)
        return row.netlist_verified and row.n_seeds >= HEADLINE_SEEDS


class GoalsOptions(RunOptions):
    """What the study can be told."""

    tables: Annotated[Path, Field(description="Folder of the measured spaces.")] = TABLES
    again: Annotated[
        bool,
        Field(description="Run nothing: tell anew what limits cost, from all that is committed."),
    ] = False


class Goals(Study[GoalsOptions]):
    """The study."""

    name = "goals"
    doc = "Thirty goals, the answer to each with its netlist verified and routed with five seeds."
    options = GoalsOptions

    def __init__(self, cases: tuple[GoalCase, ...] = CASES) -> None:
        self.cases = cases

    def run(self, options: GoalsOptions) -> None:
        """Answer the goals, one after the other, and write the answers after each.

        A goal that the page has complete is not searched for again if the store still gives the
        same answer. A time budget is shared out over the goals that are left.

        Raises:
            RunError: some answers are not confirmed yet.
        """
        if options.again:
            self._again(options)
            return
        with options.opened() as (store, how):
            done = self._settled(store, options)
            coming = [case for case in self.cases if case.name not in done]
            left = how.budget_s
            for number, case in enumerate(coming):
                part = how
                if left is not None:
                    part = replace(how, budget_s=max(1.0, left / (len(coming) - number)))
                say(f"goal {case.name}")
                spent = _search(store, part, case)
                left = None if left is None else left - spent
                done[case.name] = Answered(case, _known(store, case))
                self._write(store, options, done, coming[number + 1 :])
        self.say_where(options.out)
        left_open = [each.case.name for each in done.values() if not each.complete]
        if left_open:
            raise RunError(f"not complete yet: {', '.join(left_open)}")

    def _again(self, options: GoalsOptions) -> None:
        """Tell anew what limits cost, from the page itself and the measured spaces."""
        body = self.resume(options)
        if not body:
            raise InputError(f"no {self.name}.json in {options.out}")
        self.write(options.out, told_by_all(body, options.tables, options.out))
        self.say_where(options.out)

    def _settled(self, store: Store, options: GoalsOptions) -> dict[str, Answered]:
        """Return the goals that are complete and to which the store gives the same answer."""
        goals = self.resume(options).get("goals", [])
        before = {
            goal["name"]: {name: goal.get(name) for name in (*_ASKED, *_GIVEN)} for goal in goals
        }
        found: dict[str, Answered] = {}
        for case in self.cases:
            if case.name not in before:
                continue
            each = Answered(case, _known(store, case))
            if each.complete and before[case.name] == _question(case) | _outcome(each):
                found[case.name] = each
        return found

    def _write(
        self,
        store: Store,
        options: GoalsOptions,
        done: Mapping[str, Answered],
        coming: list[GoalCase],
    ) -> None:
        some = [done[case.name] for case in self.cases if case.name in done]
        waiting = [each.case.name for each in some if not each.complete]
        body: dict[str, Any] = {
            **self.head(),
            "open": [*waiting, *(case.name for case in coming)],
            "goals": [
                {
                    "name": each.case.name,
                    "about": each.case.about,
                    **_asked(each.case),
                    **_outcome(each),
                    **answer_object(each.case.device, each.found, each.case.goal),
                }
                for each in some
            ],
        }
        self.write(options.out, told_by_all(body, options.tables, options.out, store))

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line a goal, and the text of each answer."""
        return {
            "few": LARGE,
            "evaluations": EVALUATIONS,
            "routed_device": ROUTED_DEVICE,
            "rows": [
                [goal["name"], goal["device"], _needed(goal), *_cells(goal["pick"])]
                for goal in body["goals"]
            ],
            "abouts": {goal["name"]: _about(goal) for goal in body["goals"]},
            "texts": {goal["name"]: [*_lines(goal), *_ahead(goal)] for goal in body["goals"]},
        }


def told_by_all(
    body: Mapping[str, Any], tables: Path, results: Path, store: Store | None = None
) -> dict[str, Any]:
    """Return the page with what limits cost told by all that is measured on each device.

    Args:
        body: the page.
        tables: folder of the measured spaces.
        results: folder of the other campaigns' figures.
        store: what is measured besides; left out, the page and the spaces are all.
    """
    goals = []
    for goal in body["goals"]:
        device = goal["device"]
        rows = known.on_page(body, device) + known.in_spaces(tables, device)
        rows += known.in_results(results, device)
        rows += [] if store is None else known.in_store(store, device)
        goals.append(
            known.told_again(
                goal, known.able(known.together(rows), goal.get("space", SPACE), goal["fix"])
            )
        )
    return {**body, "goals": goals}


def _about(goal: Mapping[str, Any]) -> str:
    """Return where a goal is from, with the figures of its answer that it names."""
    row = goal["pick"]
    about = next((case.about for case in CASES if case.name == goal["name"]), goal["about"])
    return about.format(both=f"{row['lut_count'] + row['ff_count']:,}" if row else DASH)


def _ahead(goal: Mapping[str, Any]) -> list[str]:
    """Return a line on points that may be better, by fewer seeds than an answer needs."""
    rows = goal.get("netlist_not_verified", [])
    if not rows:
        return []
    figure = goal["objective"]["figure"]
    some = ", ".join(f"{row['label']} ({row[figure]:,.6g})" for row in rows[:3])
    return [
        f"not confirmed, but better in {figure} by one seed: {len(rows)} measured points, {some}"
    ]


def _asked(case: GoalCase) -> dict[str, Any]:
    return {"evaluations": case.evaluations, "fix": list(case.fix), "space": case.space}


def _question(case: GoalCase) -> dict[str, Any]:
    asked = {**_asked(case), **answer_object(case.device, Answer(None), case.goal)}
    return {name: asked[name] for name in _ASKED}


def _outcome(answered: Answered) -> dict[str, Any]:
    row = leading(answered.found)
    return dict(zip(_GIVEN, (answered.complete, None if row is None else row.label), strict=True))


def _known(store: Store, case: GoalCase) -> Answer:
    """Return the answer as far as the store has it."""
    needed = eligible(fixed_space(case.space, case.fix))
    device = devices.load(case.device)
    rows = goal_rows(store, device, case.goal, netlist_verified=True, matching=needed)
    return answer(rows, case.goal)


def _search(store: Store, options: Options, case: GoalCase) -> float:
    """Search for the answer and confirm it; return the seconds it took."""
    space = fixed_space(case.space, case.fix)
    summary = pursue(
        store,
        case.goal,
        DesignSpace(space).points,
        devices.load(case.device),
        options,
        effort=Effort(evaluations=case.evaluations),
        matching=needed_of(space),
    )
    say(f"{told(summary)}.")
    return summary.seconds


def _needed(goal: Mapping[str, Any]) -> str:
    objective = goal["objective"]
    best = f"{'most' if objective['maximise'] else 'least'} {objective['figure']}"
    return "; ".join([*(limit["text"] for limit in goal["constraints"]), *goal["fix"], best])


def _lines(goal: Mapping[str, Any]) -> list[str]:
    """Return the answer to a goal, a line each."""
    asked, found = read_goal(goal), read_answer(goal)
    if found.best is not None:
        return met_lines(goal["device"], found, asked.objective)
    missed = f"No verified design on {goal['device']} meets the goal."
    return [missed, *missed_lines(found, asked)]


def _cells(row: Mapping[str, Any] | None) -> list[str]:
    if row is None:
        return ["none"] + [DASH] * 7
    return [
        row["label"],
        f"{row['throughput_gbps']:.2f}",
        f"{row['latency_ns']:.1f}",
        f"{row['fmax_mhz']:.1f}",
        f"{row['lut_count']:,}",
        f"{row['ff_count']:,}",
        str(row["bram_count"]),
        str(row["n_seeds"]),
    ]


STUDIES = (Goals(),)
