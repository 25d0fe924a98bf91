"""Designs that are taken away, and cores that are brought."""

from collections.abc import Callable
from pathlib import Path

from aesculus.api.naming import legal_point
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.engine.session import Options
from aesculus.export.bundle import Bundle
from aesculus.export.evidence import gather
from aesculus.export.foreign.description import load as load_foreign
from aesculus.export.foreign.design import Foreign
from aesculus.export.foreign.measure import measure
from aesculus.export.place import refuse, replaced
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.stages.synth_recipes import recipe as recipe_of
from aesculus.store.opened import opened

_QUIETLY = Options()


def export(
    label: str,
    out: str | Path,
    *,
    device: str | None = None,
    flat: bool = False,
    force: bool = False,
    mhz: float | None = None,
    options: Options = _QUIETLY,
    heard: Callable[[str], None] | None = None,
    store: str | Path = STORE,
) -> tuple[str, ...]:
    """Write a design as a bundle; what is not verified yet is verified first.

    Args:
        label: the design.
        out: the folder; an older bundle there is replaced as a whole, anything else refused.
        device: whose netlist must be verified; by default one that is, else the usual one.
        flat: add the design as one module of Verilog-2005.
        force: replace a bundle although its files were changed.
        mhz: clock in its constraints, MHz; by default what the slowest seed on the device reached.
        options: how to run.
        heard: told whose netlist is verified and which clock the constraints have; and if the
            netlist is larger than the device, which hinders no export.
        store: the database file; it is made if need be.

    Returns:
        The files, relative to `out`; `core.json` among them names the top module.

    Raises:
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device.
        InputError: `out` holds something else, or `mhz` can be no clock.
        RunError: the design is not verified.
        Trouble: the machine cannot go on.
    """
    point = legal_point(label)
    target = None if device is None else devices.load(device)
    devices.check_mhz(mhz, target)
    place = Path(out)
    refuse(place, force=force)
    with opened(Path(store)) as kept:
        evidence = gather(kept, point, target, options)
    devices.check_mhz(mhz, devices.load(evidence.netlist.job.device or ROUTED_DEVICE))
    bundle = Bundle(point, evidence, flat, mhz)
    with replaced(place) as folder:
        names = tuple(bundle.write(folder))
    if heard is not None:
        heard(f"netlist verified for {evidence.netlist.job.device}; constraints: {bundle.clock[1]}")
        if evidence.too_large:
            heard(f"{evidence.too_large}; it is exported all the same")
    return names


def foreign(
    file: str | Path,
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
    told, files = load_foreign(Path(file))
    target = devices.load(device)
    recipe_of(recipe)

    def say(what: str) -> None:
        if heard is not None:
            heard(f"{told.name}: {what}")

    design = Foreign(told, tuple(files))
    return measure(design, target, recipe=recipe, n_seeds=seeds, say=say)
