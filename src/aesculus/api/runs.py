"""What runs tools: simulation, synthesis, place and route."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from aesculus import metrics, units
from aesculus.api.goals import goal_of
from aesculus.api.naming import device_list, legal_point, points_of
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.design import Build
from aesculus.engine import Effort, Jobs, Options, Summary, Want, pursue, reference, run_wants
from aesculus.engine import explore as run_explore
from aesculus.engine.asked import opened
from aesculus.engine.eligible import eligible
from aesculus.engine.found import find
from aesculus.engine.session import matches
from aesculus.engine.verified import chain, no_netlist
from aesculus.errors import InputError, RunError
from aesculus.export.bundle import Bundle
from aesculus.export.evidence import gather
from aesculus.export.foreign.description import load as load_foreign
from aesculus.export.foreign.design import Foreign
from aesculus.export.foreign.measure import measure
from aesculus.export.place import refuse, replaced
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.records import Stage
from aesculus.search import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.found import Found, State
from aesculus.stages.synth_recipes import recipe as recipe_of
from aesculus.store import StageRecord

PICK_SPACE = "pick"
"""The space file in which a goal is looked for by default."""

PICK_BUDGET = "30m"
"""Time that is spent on a goal which nothing in the store meets."""

_QUIETLY = Options()
_USUAL = Effort()


def verify(
    label: str,
    *,
    device: str | None = None,
    options: Options = _QUIETLY,
    store: Path = STORE,
) -> list[StageRecord]:
    """Simulate a design against NIST vectors and a second implementation, and measure it.

    Args:
        label: the design.
        device: the netlist for this device is verified as well.
        options: how to run.
        store: the database file; it is made if need be.

    Returns:
        The records of the stages that were needed, in their order. One that is not `ok` says why,
        and is the last.

    Raises:
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device.
        RunError: the netlist has a cell without a simulation model.
        Trouble: the machine cannot go on.
    """
    point = legal_point(label)
    target = None if device is None else devices.load(device)
    names = Jobs()
    with opened(store) as kept:
        wants = [Want(point, Stage.VERIFY)]
        if target is not None:
            wants.append(Want(point, Stage.VERIFY_NETLIST, target))
        run_wants(kept, wants, options, jobs=names)
        records = chain(kept, names, point, target)
        if target is not None and all(record.ok for record in records) and len(records) < 3:
            raise RunError(no_netlist(kept, records))
    return records


def explore(
    points: str | Sequence[str],
    device: str | Sequence[str] = ROUTED_DEVICE,
    *,
    seeds: int = HEADLINE_SEEDS,
    options: Options = _QUIETLY,
    store: Path = STORE,
) -> list[Row]:
    """Measure points on devices, best first, then refine the frontier.

    What the store knows is not run again.

    Args:
        points: labels, named sets, or globs over these.
        device: name, or names.
        seeds: routed seeds that a point of the frontier gets.
        options: how to run.
        store: the database file; it is made if need be.

    Returns:
        The rows of these points on these devices.

    Raises:
        InputError: a text names no point.
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device.
        Trouble: the machine cannot go on.
    """
    chosen, _refused = points_of([points] if isinstance(points, str) else points)
    targets = device_list([device] if isinstance(device, str) else device, ())
    labels, names = {point.label for point in chosen}, {target.name for target in targets}
    with opened(store) as kept:
        run_explore(kept, chosen, targets, options, seeds=seeds)
        rows = metrics.rows(kept, labels=sorted(labels))
    return [row for row in rows if row.device in names]


def pick(
    device: str,
    *,
    throughput: str | None = None,
    latency: str | None = None,
    max_lut: int | None = None,
    max_ff: int | None = None,
    max_bram: int | None = None,
    minimise: str | None = None,
    maximise: str | None = None,
    fix: Iterable[str] = (),
    space: str = PICK_SPACE,
    known: bool = False,
    effort: Effort = _USUAL,
    options: Options = _QUIETLY,
    heard: Callable[[Summary], None] | None = None,
    store: Path = STORE,
) -> Found:
    """Pick the measured and verified design that meets a goal.

    What the store and the reference store have is taken at once. If no design there meets the
    goal, or with a budget or a number of evaluations, designs are explored first that may.

    Args:
        device: name of the device.
        throughput: at least this, such as `40Gbps`.
        latency: at most this, such as `300ns`.
        max_lut: at most so many look-up tables.
        max_ff: at most so many flip-flops.
        max_bram: at most so many block RAMs.
        minimise: figure to make small, such as `lut`.
        maximise: figure to make large, such as `throughput`.
        fix: values of axes, such as `key_bits=256`.
        space: space file, or its name, in which to look.
        known: run nothing.
        effort: how much to search.
        options: how to run; without a time budget or evaluations half an hour is spent.
        heard: told what a run did.
        store: the database file; it is made if need be, and with `known` need not be there.

    Returns:
        What was found; `answer.best` is the row of the design, `state` whether there is one.

    Raises:
        InputError: a text cannot be read, or the device cannot have what is asked.
        SpaceFileError: the space file is wrong, or `fix` names no axis or value.
        DeviceError: there is no such device.
        Trouble: the machine cannot go on.
    """
    target = devices.load(device)
    fixes = list(fix)
    wanted = goal_of(
        target,
        at_least=throughput,
        at_most=latency,
        counts={"area_luts": max_lut, "ff_count": max_ff, "bram_count": max_bram},
        minimise=minimise,
        maximise=maximise,
    )
    where = fixed_space(space, fixes)
    asked = options.budget_s is not None or effort.evaluations is not None
    if known and asked:
        raise InputError("--known runs nothing: leave --budget and --evaluations out")
    if not asked:
        options = replace(options, budget_s=units.seconds(PICK_BUDGET))
    needed = eligible(where)

    def points() -> tuple[Build, ...]:
        found = tuple(p for p in DesignSpace(where).points if matches(p, needed))
        if not found:
            raise InputError(f"{where.name} has no legal point with {', '.join(fixes)}")
        return found

    beside = reference.results(target)
    with opened(store, must_exist=known) if store.exists() or not known else nullcontext() as kept:
        found = find(kept, target, wanted, needed, points, reference=beside)
        more = asked or found.state is not State.VERIFIED
        if more and kept is not None and not known and found.refused is None:
            done = pursue(kept, wanted, points(), target, options, effort=effort, matching=needed)
            if heard is not None:
                heard(done)
            found = find(kept, target, wanted, needed, reference=beside)
    return found


def export(
    label: str,
    out: Path,
    *,
    device: str | None = None,
    flat: bool = False,
    force: bool = False,
    options: Options = _QUIETLY,
    store: Path = STORE,
) -> tuple[str, ...]:
    """Write a design as a bundle; what is not verified yet is verified first.

    Args:
        label: the design.
        out: the folder; an older bundle there is replaced as a whole, anything else refused.
        device: whose netlist must be verified; by default one that is, else the usual one.
        flat: add the design as one module of Verilog-2005.
        force: replace a bundle although its files were changed.
        options: how to run.
        store: the database file; it is made if need be.

    Returns:
        The files, relative to `out`; `core.json` among them names the top module.

    Raises:
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device.
        InputError: `out` holds something else.
        RunError: the design is not verified.
        Trouble: the machine cannot go on.
    """
    point = legal_point(label)
    target = None if device is None else devices.load(device)
    refuse(out, force=force)
    with opened(store) as kept:
        evidence = gather(kept, point, target, options)
    bundle = Bundle(point, evidence, flat)
    with replaced(out) as folder:
        return tuple(bundle.write(folder))


def foreign(
    file: Path,
    device: str = ROUTED_DEVICE,
    *,
    recipe: str = "default",
    seeds: int = HEADLINE_SEEDS,
    heard: Callable[[str], None] | None = None,
) -> Row:
    """Measure a core of one's own by the same vectors, harness, recipe and seeds as those here.

    Args:
        file: what the core is: a TOML file, see `docs/flows.md`.
        device: name of the device.
        recipe: of synthesis.
        seeds: placer seeds to route with; 0 for none.
        heard: told what is being done.

    Raises:
        InputError: the file or a source cannot be read, or it is no description.
        DeviceError: there is no such device.
        RecipeError: there is no such recipe.
        RunError: the core is not verified, or a tool gave no result.
    """
    told, files = load_foreign(file)
    target = devices.load(device)
    recipe_of(recipe)

    def say(what: str) -> None:
        if heard is not None:
            heard(f"{told.name}: {what}")

    design = Foreign(told, tuple(files))
    return measure(design, target, recipe=recipe, n_seeds=seeds, say=say)
