"""Goals answered from the store and by search, each answer confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.engine import Effort, Options, goal_rows, leading, pursue, told
from aesculus.engine.eligible import eligible
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.pages import DASH
from aesculus.report.answers import answer_object, answer_text
from aesculus.search import DesignSpace
from aesculus.search.fixing import fixed_space, needed_of
from aesculus.search.goals import Answer, answer
from aesculus.store import Store
from aesculus.studies.goals.cases import CASES, EVALUATIONS, LARGE, GoalCase
from aesculus.studies.study import RunOptions, Study

SPACE = "pick"
"""The space file in which a goal is looked for."""

# Of a goal on the page: what it asks, and what came of it.
_ASKED = ("device", "objective", "constraints", "evaluations", "fix")
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


class Goals(Study[RunOptions]):
    """The study."""

    name = "goals"
    doc = "Thirty goals, the answer to each with its netlist verified and routed with five seeds."
    options = RunOptions

    def __init__(self, cases: tuple[GoalCase, ...] = CASES) -> None:
        self.cases = cases

    def run(self, options: RunOptions) -> None:
        """Answer the goals, one after the other, and write the answers after each.

        A goal that the page has complete is not searched for again if the store still gives the
        same answer. A time budget is shared out over the goals that are left.

        Raises:
            RunError: some answers are not confirmed yet.
        """
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
                self._write(options, done, coming[number + 1 :])
        self.say_where(options.out)
        left_open = [each.case.name for each in done.values() if not each.complete]
        if left_open:
            raise RunError(f"not complete yet: {', '.join(left_open)}")

    def _settled(self, store: Store, options: RunOptions) -> dict[str, Answered]:
        """Return the goals that are complete and to which the store gives the same answer."""
        goals = self.resume(options).get("goals", [])
        before = {goal["name"]: {name: goal[name] for name in (*_ASKED, *_GIVEN)} for goal in goals}
        found: dict[str, Answered] = {}
        for case in self.cases:
            if case.name not in before:
                continue
            each = Answered(case, _known(store, case))
            if each.complete and before[case.name] == _question(case) | _outcome(each):
                found[case.name] = each
        return found

    def _write(
        self, options: RunOptions, done: Mapping[str, Answered], coming: list[GoalCase]
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
        self.write(options.out, body)

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
            "texts": {goal["name"]: answer_text(goal).splitlines() for goal in body["goals"]},
        }


def _asked(case: GoalCase) -> dict[str, Any]:
    return {"evaluations": case.evaluations, "fix": list(case.fix)}


def _question(case: GoalCase) -> dict[str, Any]:
    asked = {**_asked(case), **answer_object(case.device, Answer(None), case.goal)}
    return {name: asked[name] for name in _ASKED}


def _outcome(answered: Answered) -> dict[str, Any]:
    row = leading(answered.found)
    return dict(zip(_GIVEN, (answered.complete, None if row is None else row.label), strict=True))


def _known(store: Store, case: GoalCase) -> Answer:
    """Return the answer as far as the store has it."""
    needed = eligible(fixed_space(SPACE, case.fix))
    device = devices.load(case.device)
    rows = goal_rows(store, device, case.goal, netlist_verified=True, matching=needed)
    return answer(rows, case.goal)


def _search(store: Store, options: Options, case: GoalCase) -> float:
    """Search for the answer and confirm it; return the seconds it took."""
    space = fixed_space(SPACE, case.fix)
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
