"""Goals answered from what is known and by search, each answer confirmed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.engine import reference
from aesculus.engine.answers import goal_rows, leading
from aesculus.engine.eligible import eligible
from aesculus.engine.session import Effort, Options
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.pages import DASH
from aesculus.search.fixing import fixed_space
from aesculus.search.goals import Answer, answer
from aesculus.search.goaltext import (
    answer_object,
    met_lines,
    missed_lines,
    read_answer,
    read_goal,
    read_row,
)
from aesculus.store import Store
from aesculus.store.opened import opened
from aesculus.studies.goals import known
from aesculus.studies.goals.cases import CASES, EVALUATIONS, LARGE, SPACE, GoalCase
from aesculus.studies.goals.settings import (
    Setting,
    Trial,
    best_known,
    carried,
    from_nothing,
    from_reference,
    from_store,
    trial_object,
)
from aesculus.studies.goals.tables import tables_of
from aesculus.studies.made import TABLES
from aesculus.studies.study import RunOptions, Study

_ALL = "all"

_BESIDE = ("settings", "best_known")
"""What stands on the page beside the answers of the filled store."""

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
    setting: Annotated[
        str, Field(description=f"What is known before: {', '.join(Setting)}, or {_ALL}.")
    ] = _ALL
    only: Annotated[str | None, Field(description="Names of goals, with commas between them.")] = (
        None
    )
    again: Annotated[
        bool,
        Field(description="Run nothing: tell anew what limits cost, from all that is committed."),
    ] = False


class Goals(Study[GoalsOptions]):
    """The study."""

    name = "goals"
    doc = "Thirty goals from nothing, from the reference store and from a filled store."
    options = GoalsOptions

    def __init__(self, cases: tuple[GoalCase, ...] = CASES) -> None:
        self.cases = cases

    def run(self, options: GoalsOptions) -> None:
        """Ask the goals in each setting, one after the other, and write what came after each.

        What the page has complete of a goal in a setting is not asked again: of a filled store, if
        that still gives the same answer. A time budget is shared out over what is left.

        Raises:
            InputError: a setting or a goal is not known.
            RunError: something is not complete yet.
        """
        if options.again:
            self._again(options)
            return
        start = time.monotonic()
        cases, chosen = self._chosen(options), _settings(options.setting)
        if Setting.REFERENCE in chosen:
            for case in cases:
                if not self._is_done(options, Setting.REFERENCE, case):
                    trial = from_reference(case)
                    self.write(options.out, self._told(options, Setting.REFERENCE, case, trial))
        if Setting.FILLED in chosen:
            share = 2 if Setting.EMPTY in chosen else 1
            how = options.engine()
            half = None if how.budget_s is None else how.budget_s / share
            self._filled(options, replace(how, budget_s=half), cases)
        if Setting.EMPTY in chosen:
            how = options.engine()
            spent = time.monotonic() - start
            left = None if how.budget_s is None else max(1.0, how.budget_s - spent)
            self._empty(options, replace(how, budget_s=left), cases)
        self.say_where(options.out)
        body = self.resume(options)
        late = [
            f"{case.name} ({setting})"
            for setting in chosen
            for case in cases
            if not self._is_done(options, setting, case)
        ]
        if Setting.FILLED in chosen:
            names = {case.name for case in cases}
            late += [name for name in body.get("open", []) if name in names]
        if late:
            raise RunError(f"not complete yet: {', '.join(late)}")

    def _chosen(self, options: GoalsOptions) -> list[GoalCase]:
        if options.only is None:
            return list(self.cases)
        names = [name.strip() for name in options.only.split(",")]
        legal = {case.name: case for case in self.cases}
        wrong = [name for name in names if name not in legal]
        if wrong:
            raise InputError(f"no goal {', '.join(wrong)}; legal: {', '.join(legal)}")
        return [legal[name] for name in names]

    def _filled(self, options: GoalsOptions, how: Options, cases: Sequence[GoalCase]) -> None:
        """Ask the goals of the store that was given."""
        with opened(options.store) as store:
            done = self._settled(store, options)
            coming = [
                case
                for case in cases
                if case.name not in done or not self._is_done(options, Setting.FILLED, case)
            ]
            for case, part in _parts(coming, how):
                effort = Effort(evaluations=case.evaluations)
                trial = from_store(case, store, part, effort)
                done[case.name] = Answered(case, _known(store, case))
                beside = self._told(options, Setting.FILLED, case, trial, store=store)
                self._write(store, options, done, beside)

    def _empty(self, options: GoalsOptions, how: Options, cases: Sequence[GoalCase]) -> None:
        """Ask the goals of stores without a result, each of one of its own."""
        coming = [case for case in cases if not self._is_done(options, Setting.EMPTY, case)]
        for case, part in _parts(coming, how):
            trial = from_nothing(case, part)
            self.write(options.out, self._told(options, Setting.EMPTY, case, trial))

    def _is_done(self, options: GoalsOptions, setting: Setting, case: GoalCase) -> bool:
        """Return whether the page has what came of a goal in a setting, asked the same way."""
        told = self.resume(options).get("settings", {}).get(setting.value, {}).get(case.name)
        same = told and told["complete"] and told["asked"] == _question(case)
        return bool(same and told.get("carried") == _carried(setting))

    def _told(
        self,
        options: GoalsOptions,
        setting: Setting,
        case: GoalCase,
        trial: Trial,
        *,
        store: Store | None = None,
    ) -> dict[str, Any]:
        """Return the page with what came of a goal in a setting."""
        say(f"goal {case.name}, {setting}: {trial.label or trial.state.value}")
        names = [each.name for each in self.cases]
        body = self.resume(options) or {**self.head(), "open": names, "goals": []}
        tried = body.setdefault("settings", {}).setdefault(setting.value, {})
        made = {"carried": _carried(setting), "made": datetime.now(UTC).isoformat("T", "seconds")}
        tried[case.name] = {"asked": _question(case), **trial_object(trial), **made}
        # One that was asked otherwise may have values of another figure.
        trials = [
            each[case.name]
            for each in body["settings"].values()
            if case.name in each and each[case.name]["asked"] == _question(case)
        ]
        rows = measured_for(case, body, options.tables, options.out, store)
        body.setdefault("best_known", {})[case.name] = best_known(case.goal, rows, trials)
        return body

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
        beside: Mapping[str, Any],
    ) -> None:
        some = [done[case.name] for case in self.cases if case.name in done]
        waiting = [each.case.name for each in some if not each.complete]
        body: dict[str, Any] = {
            **self.head(),
            **{name: beside[name] for name in _BESIDE},
            "open": [*waiting, *(case.name for case in self.cases if case.name not in done)],
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
            **tables_of(body, self.cases),
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
        rows = _measured(body, goal["device"], tables, results, store)
        goals.append(
            known.told_again(
                goal, known.able(known.together(rows), goal.get("space", SPACE), goal["fix"])
            )
        )
    return {**body, "goals": goals}


def measured_for(
    case: GoalCase, body: Mapping[str, Any], tables: Path, results: Path, store: Store | None
) -> list[Row]:
    """Return all that is measured for a goal on its device: see `told_by_all`."""
    device = devices.load(case.device)
    rows = [*_measured(body, case.device, tables, results, store), *reference.results(device)]
    return known.able(known.together(rows), case.space, case.fix)


def _measured(
    body: Mapping[str, Any], device: str, tables: Path, results: Path, store: Store | None
) -> list[Row]:
    rows = known.on_page(body, device) + known.in_spaces(tables, device)
    rows += known.in_results(results, device)
    return rows + ([] if store is None else known.in_store(store, device))


def _about(goal: Mapping[str, Any]) -> str:
    """Return where a goal is from, with the figures of its answer that it names."""
    row = goal["pick"]
    about = next((case.about for case in CASES if case.name == goal["name"]), goal["about"])
    both = read_row(row).area_luts + row["ff_count"] if row else None
    return about.format(both=DASH if both is None else f"{both:,}")


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


def _settings(text: str) -> list[Setting]:
    """Return the settings that a user named, those that run nothing first.

    Raises:
        InputError: there is none of that name.
    """
    if text == _ALL:
        return list(Setting)
    if text not in set(Setting):
        raise InputError(f"no setting {text!r}; legal: {', '.join(Setting)}, {_ALL}")
    return [Setting(text)]


def _carried(setting: Setting) -> str | None:
    """Return what the answers of a setting depend on and nobody can give, if they do."""
    return carried() if setting is Setting.REFERENCE else None


def _parts(cases: Sequence[GoalCase], how: Options) -> Iterator[tuple[GoalCase, Options]]:
    """Give each goal with what it has of the time: what the others leave is shared out anew."""
    start = time.monotonic()
    for number, case in enumerate(cases):
        part = how
        if how.budget_s is not None:
            left = how.budget_s - (time.monotonic() - start)
            part = replace(how, budget_s=max(1.0, left / (len(cases) - number)))
        yield case, part


def _needed(goal: Mapping[str, Any]) -> str:
    objective = goal["objective"]
    best = f"{'most' if objective['maximise'] else 'least'} {objective['figure']}"
    return "; ".join([*(limit["text"] for limit in goal["constraints"]), *goal["fix"], best])


def _lines(goal: Mapping[str, Any]) -> list[str]:
    """Return the answer to a goal, a line each."""
    asked, found = read_goal(goal), read_answer(goal)
    if found.best is not None:
        return met_lines(goal["device"], found, asked)
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
        f"{read_row(row).area_luts:,}",
        f"{row['ff_count']:,}",
        str(row["bram_count"]),
        str(row["n_seeds"]),
    ]


STUDIES = (Goals(),)
