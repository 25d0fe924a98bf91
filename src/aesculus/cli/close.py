"""`aesculus close`: the best build of a design that a race finds."""

import gzip
import json as json_module
import math
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus.cli import common
from aesculus.cli.naming import legal_point
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.design.build import DEFAULT_RECIPE
from aesculus.engine import told
from aesculus.engine.asked import opened, run_options
from aesculus.engine.close import BestBuild, Closed, CloseGoal, build_object, build_once, close
from aesculus.engine.found import EXIT_CODES, State
from aesculus.errors import InputError, RunError
from aesculus.families import Device, devices
from aesculus.families.ways import DEFAULT_WAY, way_of, ways_of
from aesculus.metrics import Row
from aesculus.stages.synth_recipes import recipes

BUDGET = "30m"
"""Time that is spent where no other is named."""

_MOST_SEED = 2**31 - 1


def command(
    *,
    label: Annotated[
        str,
        typer.Argument(
            help="The design; with `+recipe` behind it no other recipe is tried.",
            metavar="LABEL[+RECIPE]",
        ),
    ],
    device: Annotated[str, typer.Option("--device", "-d", help="The device.")],
    mhz: Annotated[
        float | None, typer.Option("--mhz", help="Frequency to meet; the race ends there.")
    ] = None,
    way: Annotated[
        list[str] | None,
        typer.Option(
            "--way", help="Only this way to place and route; may be repeated.", metavar="NAME"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=1, max=_MOST_SEED, help="Make the build of this placer's seed, no race."
        ),
    ] = None,
    routes: Annotated[
        int | None, typer.Option("--routes", min=1, help="Most builds to route.")
    ] = None,
    budget: common.BudgetOption = None,
    jobs: common.JobsOption = 0,
    scheduler: common.SchedulerOption = None,
    cluster: common.ClusterOption = None,
    insecure: common.InsecureOption = False,
    retry_failed: common.RetryOption = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the routed design of the best build.", metavar="FILE"),
    ] = None,
    json: common.JsonOption = False,
    store: common.StoreOption = STORE,
) -> None:
    """Race recipes, ways to place and route, and seeds for the best build of a design.

    Exit codes: 0 with a verified build that meets --mhz, or without --mhz the best one found; 1 if
    none meets it; 3 if the netlist of the one that does is not verified.

    The clock of the best build is that of one chosen seed. What other commands show is the median
    of fixed seeds; the two are never mixed.
    """
    target = devices.load(device)
    goal = _goal(label, target, mhz=mhz, names=way or [], seed=seed, routes=routes)
    if seed is not None and routes is not None:
        raise InputError("--seed makes one build: leave --routes out")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget or (None if routes or seed is not None else BUDGET),
        retry_failed=retry_failed,
    )
    with opened(store) as kept:
        if seed is None:
            found = close(kept, goal, options)
        else:
            found = build_once(kept, goal, seed, options)
        say(f"{told(found.summary)}.")
        if found.best is None:
            raise RunError(f"{goal.point.label} on {target.name}: no build: {found.reason}")
        if out is not None:
            design = kept.artefact(found.best.artefact)
            out.write_bytes(gzip.decompress(design))
    typer.echo(json_module.dumps(_object(found), indent=2) if json else _text(found))
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])


def _goal(
    label: str,
    target: Device,
    *,
    mhz: float | None,
    names: list[str],
    seed: int | None,
    routes: int | None,
) -> CloseGoal:
    """Return what is wanted.

    Raises:
        InputError: something of it cannot be.
    """
    if target.router is None:
        able = [name for name in devices.names() if devices.load(name).router is not None]
        raise InputError(f"no open router knows {target.name}; legal: {', '.join(able)}")
    limit = target.clock_limit_mhz
    if mhz is not None and not (math.isfinite(mhz) and mhz > 0):
        raise InputError(f"--mhz {mhz:g}: give a frequency above 0 in MHz")
    if mhz is not None and limit is not None and mhz > limit:
        raise InputError(
            f"--mhz {mhz:g}: the clock network of {target.name} carries at most {limit:g} MHz"
        )
    for name in names:
        way_of(target.family, name)
    point = legal_point(label)
    if seed is not None and len(names) > 1:
        raise InputError(f"--seed makes one build: name one way, not {', '.join(names)}")
    # A recipe that is named is meant, the default one as well.
    fixed = seed is not None or "+" in label
    others = () if fixed else (name for name in recipes() if name != point.recipe)
    every = (DEFAULT_WAY,) if seed is not None else tuple(ways_of(target.family).ways)
    return CloseGoal(
        point,
        target,
        recipes=(point.recipe, *others),
        ways=tuple(dict.fromkeys(names)) or every,
        mhz=mhz,
        routes=routes,
    )


def again(build: BestBuild) -> str:
    """Return the command that makes exactly this build."""
    name = build.label if build.recipe != DEFAULT_RECIPE else f"{build.label}+{DEFAULT_RECIPE}"
    words = ["aesculus", "close", name, "--device", build.device]
    return shlex.join([*words, "--way", build.way, "--seed", str(build.seed)])


def _object(found: Closed) -> dict[str, Any]:
    """Return what was found as it is printed in JSON."""
    goal, best = found.goal, found.best
    assert best is not None
    return {
        "label": goal.point.label,
        "device": goal.device.name,
        "mhz": goal.mhz,
        "met": None if goal.mhz is None else best.meets(goal.mhz),
        "answer": found.state.value,
        "best_build": build_object(best, again(best)),
        "median_of_fixed_seeds": None if found.median is None else _median(found.median),
        "race": {
            "placed": found.placed,
            "routed": len(found.builds),
            "builds": [
                {
                    "recipe": b.recipe,
                    "way": b.way,
                    "seed": b.seed,
                    "fmax_placed_mhz": found.expected.get((b.recipe, b.way, b.seed)),
                    "fmax_routed_mhz": b.fmax_routed_mhz,
                }
                for b in found.builds
            ],
            "dropped": [f"{each.recipe}/{each.way}" for each in found.dropped],
            "left": [f"{each.recipe}/{each.way}" for each in found.left],
        },
    }


def _median(row: Row) -> dict[str, Any]:
    names = ("fmax_routed_mhz", "fmax_routed_min", "fmax_routed_max", "fmax_mhz", "n_seeds")
    return {"label": row.label, **{name: getattr(row, name) for name in names}}


def _text(found: Closed) -> str:
    goal, best = found.goal, found.best
    assert best is not None
    checked = "netlist verified" if best.netlist_verified else "netlist NOT verified"
    capped = best.fmax_routed_mhz > best.fmax_mhz
    clock = f"{best.fmax_mhz:.1f} MHz"
    if capped:
        clock += f" (the clock network's limit; the router reached {best.fmax_routed_mhz:.1f})"
    lines = []
    if goal.mhz is not None and not best.meets(goal.mhz):
        lines.append(f"No build meets {goal.mhz:g} MHz. The best one:")
    lines += [
        f"best build of {best.label} on {best.device}: {clock}, {best.throughput_gbps:.3f} Gbit/s, "
        f"latency {best.latency_ns:.1f} ns ({checked})",
        f"  recipe {best.recipe}, way {best.way}"
        + (f" ({' '.join(best.options)})" if best.options else "")
        + f", seed {best.seed}",
    ]
    if best.critical_path:
        parts, ends = best.critical_path_ns, best.critical_path
        lines.append(
            f"  longest path: {parts['logic']:.2f} ns logic, {parts['routing']:.2f} ns routing, "
            f"from {ends['from']} to {ends['to']}"
        )
    lines.append(f"  routed design (SHA-256): {best.routed_sha256}")
    lines.append(f"  again: {again(best)}")
    if found.median is not None:
        row = found.median
        lines.append(
            f"another figure, the median of {row.n_seeds} fixed seeds of {row.label}: "
            f"{row.fmax_routed_mhz:.1f} MHz ({row.fmax_routed_min:.1f} to "
            f"{row.fmax_routed_max:.1f})"
        )
    lines.append(f"{found.placed} placements looked at, {len(found.builds)} routed")
    if best.netlist_verified:
        return "\n".join(lines)
    confirm = f"aesculus verify {best.label} --device {best.device}"
    return "\n".join([*lines, f"To verify its netlist run `{confirm}`."])
