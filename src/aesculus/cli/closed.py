"""What a race for the best build came to: as an object for machines, and as a text for people."""

import json as json_module
from pathlib import Path
from typing import Any

import typer

from aesculus.cli.telling import put
from aesculus.defaults import on_store
from aesculus.engine.close import BestBuild, Closed, build_object
from aesculus.errors import RunError
from aesculus.inputs import InputFileError, unpacked
from aesculus.metrics import Row
from aesculus.outputs import write_whole
from aesculus.store import Store


def show(found: Closed, store: Path, *, json: bool) -> None:
    """Print what was found in a store, for programs or for people."""
    if json:
        typer.echo(json_module.dumps(closed_object(found, store), indent=2))
    else:
        put(closed_text(found, store))


def write_design(store: Store, build: BestBuild, out: Path | None) -> None:
    """Write the routed design of a build where the user wants it, if anywhere.

    Raises:
        RunError: what the store has is none.
        StoreError: the store has lost it.
    """
    if out is None:
        return
    design = store.artefact(build.artefact)
    try:
        write_whole(out, unpacked(design))
    except InputFileError as error:
        raise RunError(f"the routed design in {store.path} cannot be used: {error}") from error


def closed_object(found: Closed, store: Path) -> dict[str, Any]:
    """Return what was found in a store as it is printed in JSON."""
    goal, best = found.goal, found.best
    assert best is not None
    return {
        "label": goal.point.label,
        "device": goal.device.name,
        "mhz": goal.mhz,
        "met": None if goal.mhz is None else best.meets(goal.mhz),
        "answer": found.state.value,
        "best_build": {**build_object(best), "again": on_store(best.again, store)},
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


def closed_text(found: Closed, store: Path) -> str:
    """Return what was found in a store in lines; the best build and the median stand apart."""
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
        + (f", up to {best.turns} turns" if best.turns else "")
        + f", seed {best.seed}",
    ]
    if best.critical_path:
        parts, ends = best.critical_path_ns, best.critical_path
        lines.append(
            f"  longest path: {parts['logic']:.2f} ns logic, {parts['routing']:.2f} ns routing, "
            f"from {ends['from']} to {ends['to']}"
        )
    lines.append(f"  routed design (SHA-256): {best.routed_sha256}")
    lines.append(f"  again: {on_store(best.again, store)}")
    if found.median is not None:
        row = found.median
        one = row.n_seeds == 1
        seeds = "one fixed seed" if one else f"the median of {row.n_seeds} fixed seeds"
        lines.append(
            f"another figure, {seeds} of {row.label}: "
            f"{row.fmax_routed_mhz:.1f} MHz ({row.fmax_routed_min:.1f} to "
            f"{row.fmax_routed_max:.1f})"
        )
    lines.append(f"{found.placed} placements looked at, {len(found.builds)} routed")
    if best.netlist_verified:
        return "\n".join(lines)
    confirm = on_store(f"aesculus verify {best.label} --device {best.device}", store)
    return "\n".join([*lines, f"To verify its netlist run `{confirm}`."])
