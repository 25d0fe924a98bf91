"""The goals of the study."""

from dataclasses import dataclass

from aesculus.catalogue import AIMS
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
        fix: axes that have to have a value, and the mode around the core, as `aesculus pick --fix`
            takes them.
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
    """Return a goal; more of an objective is wanted where the catalogue says so."""
    units = {"throughput_gbps": "Gbit/s", "latency_ns": "ns"}
    texts = {
        name: f"{name} {'at least' if name == 'throughput_gbps' else 'at most'} {value:g} "
        f"{units.get(name, '')}".strip()
        for name, value in limits.items()
    }
    return Goal(
        tuple(Limit(name, value, texts[name]) for name, value in limits.items()),
        Objective(objective, maximise=AIMS[objective]),
    )


_MIDDLE = "LFE5U-45F-8"
_UP, _HX, _GOWIN = "ICE40UP5K", "ICE40HX8K", "GW2A-18"
_BOTH = "direction=both"

CASES: tuple[GoalCase, ...] = (
    GoalCase("5-gbps", _SMALL, _goal("area_luts", throughput_gbps=5)),
    GoalCase("small-and-quick", _SMALL, _goal("latency_ns", area_luts=2_000, bram_count=0)),
    GoalCase("smallest", _UP, _goal("area_luts", throughput_gbps=0.01)),
    GoalCase("1-gbps", _SMALL, _goal("area_luts", throughput_gbps=1)),
    GoalCase("150-ns", _SMALL, _goal("area_luts", latency_ns=150)),
    GoalCase("2500-luts", _SMALL, _goal("throughput_gbps", area_luts=2_500)),
    GoalCase("no-memory", _SMALL, _goal("throughput_gbps", area_luts=4_000, bram_count=0)),
    GoalCase("1-gbps-no-memory", _GOWIN, _goal("area_luts", throughput_gbps=1, bram_count=0)),
    GoalCase("ice40", _HX, _goal("latency_ns", area_luts=3_000)),
    GoalCase(
        "aes256-both",
        _SMALL,
        _goal("area_luts", throughput_gbps=0.5),
        fix=("key_bits=256", _BOTH, "unroll=1"),
    ),
    # Low rates, on the smallest parts.
    GoalCase("10-mbps-no-memory", _UP, _goal("area_luts", throughput_gbps=0.01, bram_count=0)),
    GoalCase(
        "50-mbps-least-energy",
        _UP,
        _goal("switching_per_block", throughput_gbps=0.05),
        about="what switches inside a block RAM is not counted, so one that has some looks the "
        "better for it",
    ),
    GoalCase("ctr-100-mbps", _HX, _goal("area_luts", throughput_gbps=0.1), fix=("around=CTR",)),
    GoalCase("up5k-quickest", _UP, _goal("throughput_gbps", area_luts=4_000)),
    GoalCase("500-mbps-no-memory", _HX, _goal("area_luts", throughput_gbps=0.5, bram_count=0)),
    GoalCase("aes256-ice40", _HX, _goal("area_luts", throughput_gbps=0.02), fix=("key_bits=256",)),
    GoalCase("decrypt-ice40", _HX, _goal("area_luts", latency_ns=500), fix=("direction=decrypt",)),
    # Middling ones: what a network port, a disk or a radio needs.
    GoalCase("2.5-gbps", _GOWIN, _goal("area_luts", throughput_gbps=2.5)),
    GoalCase("gowin-latency", _GOWIN, _goal("latency_ns", area_luts=5_000, bram_count=20)),
    GoalCase("efficient", _SMALL, _goal("mbps_per_lut", throughput_gbps=1)),
    GoalCase(
        "stored-keys", _SMALL, _goal("area_luts", throughput_gbps=1), fix=("key_schedule=stored",)
    ),
    GoalCase(
        "aes192-decrypt",
        _SMALL,
        _goal("throughput_gbps", area_luts=8_000),
        fix=("key_bits=192", "direction=decrypt"),
    ),
    GoalCase(
        "both-stored-1-gbps",
        _MIDDLE,
        _goal("area_luts", throughput_gbps=1, latency_ns=400),
        fix=(_BOTH, "key_schedule=stored"),
    ),
    GoalCase("10-gbps", _MIDDLE, _goal("area_luts", throughput_gbps=10)),
    GoalCase(
        "asu",
        ROUTED_DEVICE,
        _goal("area_luts", throughput_gbps=75, area_luts=45_000),
        about="the goal of the ASU report, with look-up tables in the place of slices; the report "
        "counts look-up tables and registers together, {both} of this answer: so counted it is not "
        "met",
        evaluations=LARGE,
        space="pipelines",
    ),
    GoalCase("40-gbps", ROUTED_DEVICE, _goal("area_luts", throughput_gbps=40), evaluations=LARGE),
    GoalCase(
        "20-gbps-no-memory",
        ROUTED_DEVICE,
        _goal("area_luts", throughput_gbps=20, bram_count=0),
        evaluations=LARGE,
    ),
    GoalCase(
        "gcm-5-gbps",
        _MIDDLE,
        _goal("area_luts", throughput_gbps=5, area_luts=30_000),
        fix=("around=GCM",),
        evaluations=LARGE,
    ),
    GoalCase(
        "200-ns-and-20-gbps",
        ROUTED_DEVICE,
        _goal("area_luts", throughput_gbps=20, latency_ns=200),
        evaluations=LARGE,
    ),
    GoalCase("100-gbps", ROUTED_DEVICE, _goal("area_luts", throughput_gbps=100), evaluations=LARGE),
)
"""The goals: six devices, rates from 10 Mbit/s to 100 Gbit/s, latency, area, efficiency and energy,
key sizes, directions, kept keys and modes. Most are for a small part, on which a route takes
seconds: a search shows there what it does as well as where it takes minutes. The large ones come
last, so that of a time budget they have what the others left."""
