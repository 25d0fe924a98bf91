"""`aesculus bench goals`: goals answered from the store and by search, each answer confirmed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from aesculus import markdown
from aesculus.cli import pick
from aesculus.cli.bench_common import head
from aesculus.cli.common import ROUTED_DEVICE, progress_console
from aesculus.cli.errors import FAILED
from aesculus.cli.output import DASH
from aesculus.engine import Effort, Options, goal_rows, leading, pursue, told
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.search import DesignSpace
from aesculus.search.goals import Answer, Goal, Limit, Objective, answer
from aesculus.store import Store

NAME = "goals"
DOC = "Thirteen goals, the answer to each with its netlist verified and routed with five seeds."
EVALUATIONS = 8
"""Points that a goal may have measured beyond those that the store knows."""

_LARGE = 4
"""As `EVALUATIONS`, where a route takes minutes."""

_SMALL = "LFE5U-25F-6"

# Of a goal on the page: what it asks, and what came of it.
_ASKED = ("device", "objective", "constraints", "evaluations", "fix")
_GIVEN = ("complete", "label")


@dataclass(frozen=True)
class Case:
    """A goal of the campaign.

    Attributes:
        name: short name.
        device: the device.
        goal: what is needed.
        fix: axes that have to have a value, as `aesculus pick --fix` takes them.
        about: where the goal comes from.
        evaluations: points that may be measured for it.
    """

    name: str
    device: str
    goal: Goal
    fix: tuple[str, ...] = ()
    about: str = ""
    evaluations: int = EVALUATIONS


def _goal(objective: str, **limits: float) -> Goal:
    """Return a goal; more of an objective is wanted where `frontier.KNOWN` says so."""
    units = {"throughput_gbps": "Gbit/s", "latency_ns": "ns"}
    texts = {
        name: f"{name} {'at least' if name == 'throughput_gbps' else 'at most'} {value:g} "
        f"{units.get(name, '')}".strip()
        for name, value in limits.items()
    }
    return Goal(
        tuple(Limit(name, value, texts[name]) for name, value in limits.items()),
        Objective(objective, maximise=objective == "throughput_gbps"),
    )


CASES: tuple[Case, ...] = (
    Case("5-gbps", _SMALL, _goal("lut_count", throughput_gbps=5)),
    Case("small-and-quick", _SMALL, _goal("latency_ns", lut_count=2_000, bram_count=0)),
    Case("smallest", "ICE40UP5K", _goal("lut_count", throughput_gbps=0.01)),
    Case("1-gbps", _SMALL, _goal("lut_count", throughput_gbps=1)),
    Case("150-ns", _SMALL, _goal("lut_count", latency_ns=150)),
    Case("2500-luts", _SMALL, _goal("throughput_gbps", lut_count=2_500)),
    Case("no-memory", _SMALL, _goal("throughput_gbps", lut_count=4_000, bram_count=0)),
    Case("1-gbps-no-memory", "GW2A-18", _goal("lut_count", throughput_gbps=1, bram_count=0)),
    Case("ice40", "ICE40HX8K", _goal("latency_ns", lut_count=3_000)),
    Case(
        "aes256-both",
        _SMALL,
        _goal("lut_count", throughput_gbps=0.5),
        fix=("key_bits=256", "direction=both", "unroll=1"),
    ),
    Case(
        "asu",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=75, lut_count=45_000),
        about="the goal of the ASU report, with look-up tables in the place of slices",
        evaluations=_LARGE,
    ),
    Case("40-gbps", ROUTED_DEVICE, _goal("lut_count", throughput_gbps=40), evaluations=_LARGE),
    Case(
        "20-gbps-no-memory",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=20, bram_count=0),
        evaluations=_LARGE,
    ),
)
"""The goals. Most are for a small part, on which a route takes seconds: a search shows there what
it does as well as where it takes minutes. The large ones come last, so that of a time budget they
have what the others left."""


@dataclass(frozen=True)
class Answered:
    """What came of a goal."""

    case: Case
    found: Answer

    @property
    def complete(self) -> bool:
        """Whether there is an answer, confirmed, or a miss that was looked for."""
        row = self.found.best
        if row is None:
            return bool(self.found.nearest)
        return row.netlist_verified and row.n_seeds >= HEADLINE_SEEDS


def run(store: Store, options: Options, out: Path, cases: Sequence[Case] = CASES) -> None:
    """Answer the goals, one after the other, and write the answers after each.

    A goal that the page in `out` has complete is not searched for again if the store still gives
    the same answer. A time budget is shared out over the goals that are left.

    Raises:
        typer.Exit: some answers are not confirmed yet.
    """
    left = options.budget_s
    done = _settled(store, out, cases)
    coming = [case for case in cases if case.name not in done]
    for number, case in enumerate(coming):
        part = options
        if left is not None:
            part = replace(options, budget_s=max(1.0, left / (len(coming) - number)))
        progress_console().print(f"goal {case.name}", highlight=False)
        spent = _search(store, part, case)
        left = None if left is None else left - spent
        done[case.name] = Answered(case, _known(store, case))
        _write(out, [done[c.name] for c in cases if c.name in done], coming[number + 1 :])
    progress_console().print(f"Figures: {out / NAME}.json, {out / NAME}.md", highlight=False)
    left_open = [each.case.name for each in done.values() if not each.complete]
    if left_open:
        typer.echo(f"aesculus: error: not complete yet: {', '.join(left_open)}", err=True)
        raise typer.Exit(FAILED)


def _settled(store: Store, out: Path, cases: Sequence[Case]) -> dict[str, Answered]:
    """Return the goals that the page has complete and to which the store gives the same answer."""
    path = (out / NAME).with_suffix(".json")
    if not path.exists():
        return {}
    goals = json.loads(path.read_text(encoding="utf-8"))["goals"]
    before = {goal["name"]: {name: goal[name] for name in (*_ASKED, *_GIVEN)} for goal in goals}
    found: dict[str, Answered] = {}
    for case in cases:
        each = Answered(case, _known(store, case))
        if each.complete and before.get(case.name) == _question(case) | _outcome(each):
            found[case.name] = each
    return found


def _question(case: Case) -> dict[str, Any]:
    whole = pick.as_object(devices.load(case.device), Answer(None), case.goal, [])
    asked = {"evaluations": case.evaluations, "fix": list(case.fix), **whole}
    return {name: asked[name] for name in _ASKED}


def _outcome(answered: Answered) -> dict[str, Any]:
    row = leading(answered.found)
    return dict(zip(_GIVEN, (answered.complete, None if row is None else row.label), strict=True))


def _known(store: Store, case: Case) -> Answer:
    """Return the answer as far as the store has it."""
    needed = pick.eligible(pick.fixed_space(pick.SPACE, list(case.fix)))
    device = devices.load(case.device)
    rows = goal_rows(store, device, case.goal, netlist_verified=True, matching=needed)
    return answer(rows, case.goal)


def _search(store: Store, options: Options, case: Case) -> float:
    """Search for the answer and confirm it; return the seconds it took."""
    space = pick.fixed_space(pick.SPACE, list(case.fix))
    summary = pursue(
        store,
        case.goal,
        DesignSpace(space).points,
        devices.load(case.device),
        options,
        effort=Effort(evaluations=case.evaluations),
        matching=pick.needed_of(space),
    )
    progress_console().print(f"{told(summary)}.", highlight=False)
    return summary.seconds


def _write(out: Path, done: Sequence[Answered], coming: Sequence[Case]) -> None:
    body: dict[str, Any] = {
        **head(NAME, DOC),
        "open": [
            *(each.case.name for each in done if not each.complete),
            *(case.name for case in coming),
        ],
        "goals": [
            {
                "name": each.case.name,
                "about": each.case.about,
                "evaluations": each.case.evaluations,
                "fix": list(each.case.fix),
                **_outcome(each),
                **pick.as_object(devices.load(each.case.device), each.found, each.case.goal, []),
            }
            for each in done
        ],
    }
    out.mkdir(parents=True, exist_ok=True)
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(_text(body, done), encoding="utf-8")


def _text(body: dict[str, Any], done: Sequence[Answered]) -> str:
    lines = [
        "# Goals and their answers",
        "",
        f"Made {body['made']} with `{body['command']}`;",
        f"at most {EVALUATIONS} points a goal, {_LARGE} on {ROUTED_DEVICE}, were measured beyond",
        "those that the store knew. Clocks are medians over the seeds.",
        *([f"Open: {', '.join(body['open'])}."] if body["open"] else []),
        "",
        *markdown.table(
            [
                *("goal", "device", "needed", "answer"),
                *("Gbit/s", "ns", "MHz", "LUT", "FF", "BRAM", "seeds"),
            ],
            (
                [each.case.name, each.case.device, _needed(each.case), *_cells(each.found.best)]
                for each in done
            ),
            words=4,
        ),
    ]
    for each in done:
        device = devices.load(each.case.device)
        text = pick.as_text(device, each.found, each.case.goal.objective)
        about = [f"({each.case.about})", ""] if each.case.about else []
        lines += ["", f"## {each.case.name}", "", *about]
        lines += [f"- {line}" for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def _needed(case: Case) -> str:
    objective = case.goal.objective
    best = f"{'most' if objective.maximise else 'least'} {objective.figure}"
    return "; ".join([*(limit.text for limit in case.goal.limits), *case.fix, best])


def _cells(row: Row | None) -> list[str]:
    if row is None:
        return ["none"] + [DASH] * 7
    return [
        row.label,
        f"{row.throughput_gbps:.2f}",
        f"{row.latency_ns:.1f}",
        f"{row.fmax_mhz:.1f}",
        f"{row.lut_count:,}",
        f"{row.ff_count:,}",
        str(row.bram_count),
        str(row.n_seeds),
    ]
