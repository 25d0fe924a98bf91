"""Goals answered from what is known and by search, each answer confirmed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.design import DesignError, LabelError, parse_build
from aesculus.design.text import digest_of
from aesculus.engine.jobs import Jobs
from aesculus.engine.session import Effort, Options
from aesculus.errors import InputError, RunError
from aesculus.pages import DASH
from aesculus.search.goaltext import (
    met_lines,
    missed_lines,
    read_answer,
    read_goal,
    read_row,
)
from aesculus.search.spacefile import load
from aesculus.stages.provenance import rtl_fingerprint
from aesculus.store.opened import opened
from aesculus.studies.goals import known
from aesculus.studies.goals.cases import CASES, SPACE, GoalCase
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
from aesculus.studies.goals.tables import (
    PRESENT,
    is_seedless,
    misses_at_slowest,
    seeds_that_keep,
    tables_of,
)
from aesculus.studies.study import RunOptions, Study

_ALL = "all"

# What a trial says of how its goal was asked.
_ASKED = ("device", "objective", "constraints", "evaluations", "fix", "space", "space_digest")


class GoalsOptions(RunOptions):
    """What the study can be told."""

    setting: Annotated[
        str, Field(description=f"What is known before: {', '.join(Setting)}, or {_ALL}.")
    ] = _ALL
    only: Annotated[str | None, Field(description="Names of goals, with commas between them.")] = (
        None
    )
    again: Annotated[
        bool,
        Field(
            description="Run nothing: answer anew from the reference store; with --setting "
            "reference also ask its commands again, for their times."
        ),
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

        What the page has complete of a goal in a setting, asked of the present core, is not asked
        again. A time budget is shared out over what is left.

        Raises:
            InputError: a setting or a goal is not known.
            RunError: something is not complete yet.
        """
        timed = options.again and options.setting == Setting.REFERENCE
        if options.again and not timed:
            if options.only is not None or options.setting != _ALL:
                raise InputError(
                    "--again answers all goals: leave --only away, and of --setting all but "
                    f"{Setting.REFERENCE}"
                )
            self._again(options)
            return
        start = time.monotonic()
        cases, chosen = self._chosen(options), _settings(options.setting)
        if Setting.REFERENCE in chosen:
            for case in cases:
                if timed or not self._is_done(options, Setting.REFERENCE, case):
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
        self.write_lost_page(options.out, self.resume(options))
        self.say_where(options.out)
        late = [
            f"{case.name} ({setting})"
            for setting in chosen
            for case in cases
            if not self._is_done(options, setting, case)
        ]
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
        coming = [case for case in cases if not self._is_done(options, Setting.FILLED, case)]
        with opened(options.store) as store:
            for case, part in _parts(coming, how):
                trial = from_store(case, store, part, Effort(evaluations=case.evaluations))
                self.write(options.out, self._told(options, Setting.FILLED, case, trial))

    def _empty(self, options: GoalsOptions, how: Options, cases: Sequence[GoalCase]) -> None:
        """Ask the goals of stores without a result, each of one of its own.

        What they measure is kept in the store that was given.
        """
        coming = [case for case in cases if not self._is_done(options, Setting.EMPTY, case)]
        with opened(options.store) as kept:
            for case, part in _parts(coming, how):
                trial = from_nothing(case, part, kept)
                self.write(options.out, self._told(options, Setting.EMPTY, case, trial))

    def _is_done(self, options: GoalsOptions, setting: Setting, case: GoalCase) -> bool:
        """Return whether the page has what came of a goal in a setting, asked as it is now."""
        told = self.resume(options).get("settings", {}).get(setting.value, {}).get(case.name)
        done = told and told["complete"] and told.get("carried") == _carried(setting)
        return bool(done and _is_as_now(told, _question(case)))

    def _told(
        self, options: GoalsOptions, setting: Setting, case: GoalCase, trial: Trial
    ) -> dict[str, Any]:
        """Return the page with what came of a goal in a setting."""
        say(f"goal {case.name}, {setting}: {trial.label or trial.state.value}")
        body = self.resume(options)
        tried = body.setdefault("settings", {}).setdefault(setting.value, {})
        tried[case.name] = {
            "asked": _question(case),
            **trial_object(trial),
            "carried": _carried(setting),
            "rtl_digest": _sources_of(trial.label),
            "made": datetime.now(UTC).isoformat("T", "seconds"),
        }
        return self._answered(body, [case])

    def _again(self, options: GoalsOptions) -> None:
        """Answer all goals anew from the reference store."""
        body = self.resume(options)
        if not body:
            raise InputError(f"no {self.name}.json in {options.out}")
        self.write(options.out, self._answered(body, self.cases))
        self.say_where(options.out)

    def _answered(self, body: Mapping[str, Any], cases: Sequence[GoalCase]) -> dict[str, Any]:
        """Return the page with goals answered anew by what is known of the present core.

        These are the given ones, or all that it has if the page is of another reference store.
        """
        if body.get("known") != carried():
            cases = self.cases
        answers = {goal["name"]: goal for goal in body.get("goals", [])}
        best = dict(body.get("best_known", {}))
        questions = {case.name: _question(case) for case in self.cases}
        settings = {
            setting: {
                name: {
                    **told,
                    PRESENT: _is_as_now(told, questions.get(name)),
                }
                for name, told in tried.items()
            }
            for setting, tried in body.get("settings", {}).items()
        }
        for case in cases:
            rows = known.measured(case)
            answers[case.name] = known.answered(case, rows)
            trials = [
                told
                for tried in settings.values()
                if (told := tried.get(case.name)) and told[PRESENT]
            ]
            best[case.name] = best_known(case.goal, rows, trials)
        return {
            **self.head(),
            "known": carried(),
            "settings": settings,
            "best_known": best,
            "goals": [answers[case.name] for case in self.cases if case.name in answers],
        }

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line a goal, and the text of each answer."""
        return {
            "open": [
                case.name
                for case in self.cases
                if not any(g["name"] == case.name and g["pick"] for g in body["goals"])
            ],
            "rows": [
                [goal["name"], goal["device"], _needed(goal), *_cells(goal["pick"])]
                for goal in body["goals"]
            ],
            "abouts": {goal["name"]: _about(goal) for goal in body["goals"]},
            "seedless": sum(map(is_seedless, body["goals"])),
            "slow": [_slow(goal) for goal in body["goals"] if misses_at_slowest(goal)],
            "texts": {goal["name"]: [*_lines(goal), *_ahead(goal)] for goal in body["goals"]},
            **tables_of(body, self.cases),
        }


def _slow(goal: Mapping[str, Any]) -> str:
    """Return the name of a goal, with how many seeds of its answer keep the limits."""
    kept = seeds_that_keep(goal)
    return f"{goal['name']} ({kept})" if kept else str(goal["name"])


def _about(goal: Mapping[str, Any]) -> str:
    """Return where a goal is from, with the figures of its answer that it names."""
    row = goal["pick"]
    about = next((case.about for case in CASES if case.name == goal["name"]), goal["about"])
    counted = row is not None and row["ff_count"] is not None
    both = read_row(row).area_luts + row["ff_count"] if counted else None
    return about.format(both=DASH if both is None else f"{both:,}")


def _ahead(goal: Mapping[str, Any]) -> list[str]:
    """Return a line on points that would be the answer, but whose netlist is not verified."""
    rows = goal["netlist_not_verified"]
    if not rows:
        return []
    figure = goal["objective"]["figure"]
    some = ", ".join(f"{row['label']} ({row[figure]:,.6g})" for row in rows[:3])
    what = f"better in {figure}" if goal["pick"] else "meets the goal"
    return [f"{what}, but netlist not verified: {len(rows)} measured points, {some}"]


def _question(case: GoalCase) -> dict[str, Any]:
    more = {"evaluations": case.evaluations, "space_digest": _space_digest(case.space)}
    asked = {**known.asks(case), **more}
    return {name: asked[name] for name in _ASKED}


@cache
def _space_digest(space: str) -> str:
    """Return the SHA-256 (hex) of what a space file says."""
    return digest_of(load(space).model_dump(mode="json"))


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


def _sources_of(label: str) -> str:
    """Return the SHA-256 of the RTL of a design; where there is none, of all RTL of the core."""
    return _jobs().rtl_digest_of(parse_build(label)) if label else rtl_fingerprint()


@cache
def _jobs() -> Jobs:
    return Jobs()


def _is_present(told: Mapping[str, Any]) -> bool:
    """Return whether what came of a goal is of the present RTL."""
    try:
        return bool(told.get("rtl_digest") == _sources_of(told["label"]))
    except (LabelError, DesignError):
        # Of a mode or an axis that there is no more.
        return False


def _is_as_now(told: Mapping[str, Any], question: Mapping[str, Any] | None) -> bool:
    """Return whether a goal was asked as it is now, and what came of it is of the present RTL."""
    return told["asked"] == question and _is_present(told)


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
    where = [] if goal["space"] == SPACE else [f"in the space {goal['space']}"]
    needed = (limit["text"] for limit in goal["constraints"])
    return "; ".join([*needed, *goal["fix"], *where, best])


def _lines(goal: Mapping[str, Any]) -> list[str]:
    """Return the answer to a goal, a line each."""
    asked, found = read_goal(goal), read_answer(goal)
    if found.best is not None:
        return met_lines(goal["device"], found, asked)
    missed = f"No verified design on {goal['device']} meets the goal."
    return [missed, *missed_lines(found, asked)]


def _cells(row: Mapping[str, Any] | None) -> list[str]:
    if row is None:
        return ["none"] + [DASH] * 9
    figures = (
        (row["throughput_gbps"], ".2f"),
        (row["latency_ns"], ".1f"),
        (row["fmax_mhz"], ".1f"),
        (row["fmax_routed_min"], ".1f"),
        (row["fmax_routed_max"], ".1f"),
        (read_row(row).area_luts, ","),
        (row["ff_count"], ","),
        (row["bram_count"], ""),
        (row["n_seeds"], ""),
    )
    # A device without a router has no clocks.
    return [
        row["label"],
        *(DASH if value is None else format(value, spec) for value, spec in figures),
    ]


STUDIES = (Goals(),)
