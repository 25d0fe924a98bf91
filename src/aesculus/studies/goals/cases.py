"""The goals of the study."""

from dataclasses import dataclass

from aesculus.defaults import ROUTED_DEVICE
from aesculus.search.goals import Goal, Limit, Objective

EVALUATIONS = 8
"""Points that a goal may have measured beyond those that the store knows."""

LARGE = 4
"""As `EVALUATIONS`, where a route takes minutes."""

SPACE = "pick"
"""The space file in which a goal is looked for, unless the goal names another."""

_SMALL = "LFE5U-25F-6"


@dataclass(frozen=True)
class GoalCase:
    """A goal of the campaign.

    Attributes:
        name: short name.
        device: the device.
        goal: what is needed.
        fix: axes that have to have a value, as `aesculus pick --fix` takes them.
        about: where the goal comes from.
        evaluations: points that may be measured for it.
        space: the space file in which it is looked for.
    """

    name: str
    device: str
    goal: Goal
    fix: tuple[str, ...] = ()
    about: str = ""
    evaluations: int = EVALUATIONS
    space: str = SPACE


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


CASES: tuple[GoalCase, ...] = (
    GoalCase("5-gbps", _SMALL, _goal("lut_count", throughput_gbps=5)),
    GoalCase("small-and-quick", _SMALL, _goal("latency_ns", lut_count=2_000, bram_count=0)),
    GoalCase("smallest", "ICE40UP5K", _goal("lut_count", throughput_gbps=0.01)),
    GoalCase("1-gbps", _SMALL, _goal("lut_count", throughput_gbps=1)),
    GoalCase("150-ns", _SMALL, _goal("lut_count", latency_ns=150)),
    GoalCase("2500-luts", _SMALL, _goal("throughput_gbps", lut_count=2_500)),
    GoalCase("no-memory", _SMALL, _goal("throughput_gbps", lut_count=4_000, bram_count=0)),
    GoalCase("1-gbps-no-memory", "GW2A-18", _goal("lut_count", throughput_gbps=1, bram_count=0)),
    GoalCase("ice40", "ICE40HX8K", _goal("latency_ns", lut_count=3_000)),
    GoalCase(
        "aes256-both",
        _SMALL,
        _goal("lut_count", throughput_gbps=0.5),
        fix=("key_bits=256", "direction=both", "unroll=1"),
    ),
    GoalCase(
        "asu",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=75, lut_count=45_000),
        about="the goal of the ASU report, with look-up tables in the place of slices; the report "
        "counts look-up tables and registers together, {both} of this answer: so counted it is not "
        "met",
        evaluations=LARGE,
        space="pipelines",
    ),
    GoalCase("40-gbps", ROUTED_DEVICE, _goal("lut_count", throughput_gbps=40), evaluations=LARGE),
    GoalCase(
        "20-gbps-no-memory",
        ROUTED_DEVICE,
        _goal("lut_count", throughput_gbps=20, bram_count=0),
        evaluations=LARGE,
    ),
)
"""The goals. Most are for a small part, on which a route takes seconds: a search shows there what
it does as well as where it takes minutes. The large ones come last, so that of a time budget they
have what the others left."""
