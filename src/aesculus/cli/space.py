"""`aesculus space`: what the design space is, and why a point is not in it."""

import json as json_module
import os
from typing import Annotated, Any

import typer

from aesculus.api.naming import label_or_name
from aesculus.api.spaces import space as points_in
from aesculus.ciphers.aes.space import draw
from aesculus.cli.common import JsonOption, StoreOption
from aesculus.cli.errors import BAD_INPUT
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.design import Build
from aesculus.engine.model_quality import quality
from aesculus.errors import InputError
from aesculus.families import devices
from aesculus.papers.pointsets import point_sets
from aesculus.report.model import quality_text
from aesculus.report.spaces import space_text
from aesculus.search import describe
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import packaged as space_files
from aesculus.stages.synth_recipes import recipes
from aesculus.store.opened import opened

_MOST_DRAWN = 10_000  # some four seconds


def command(
    *,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Labels to explain; named sets or space files to count and list.",
            metavar="LABEL|SET|SPACE|FILE",
        ),
    ] = None,
    sample: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST_DRAWN,
            help="Draw so many legal points, of the whole space or a file's.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the draw.")] = 0,
    model: Annotated[
        bool,
        typer.Option(
            "--model", help="Show how well the analytic model predicts what the store measured."
        ),
    ] = False,
    device: Annotated[str, typer.Option("--device", "-d", help="With --model.")] = ROUTED_DEVICE,
    json: JsonOption = False,
    store: StoreOption = STORE,
) -> None:
    """Describe the space, explain why a label is legal or not, list a set, or draw points.

    With a space file, labels are also explained against that space.
    """
    if model:
        if names or sample:
            raise InputError("--model stands alone: it judges the store's points on --device")
        with opened(store, must_exist=True) as kept:
            told = quality(kept, devices.load(device))
        typer.echo(json_module.dumps(told, indent=2) if json else quality_text(told))
        return
    given = names or []
    spaces = [points_in(name) for name in given if _is_space(name)]
    sets = [name for name in given if name in point_sets()]
    kinds = {"sets": list(point_sets()), "spaces": space_files()}
    points = [
        (name, label_or_name(name, kinds))
        for name in given
        if not _is_space(name) and name not in point_sets()
    ]
    good = True
    found: dict[str, Any]
    if sample:
        drawn = _sample(given, spaces, sample, seed)
        found = {"seed": seed, "sample": [describe.point_told(point) for point in drawn]}
    elif given:
        found, good = describe.parts([point for _, point in points], sets, spaces)
        for (name, _), each in zip(points, found.get("points", []), strict=True):
            if name.strip().casefold() != each["label"].casefold():
                each["typed"] = [name.strip()]
    else:
        found = describe.whole_space({name: item.summary for name, item in recipes().items()})
    typer.echo(json_module.dumps(found, indent=2) if json else space_text(found))
    if not good:
        raise typer.Exit(BAD_INPUT)


def _is_space(name: str) -> bool:
    """Tell a space file, by its name or its path, from a label."""
    return name in space_files() or name.lower().endswith(".toml") or os.sep in name


def _sample(given: list[str], spaces: list[DesignSpace], count: int, seed: int) -> list[Build]:
    """Return drawn points of a space file, else of the whole space.

    Raises:
        InputError: it is neither, or has not so many points.
        SearchError: the file has not so many points.
    """
    if given and (len(given) > 1 or not spaces):
        raise InputError(
            "--sample draws from the whole space or from one space file: give that file or "
            f"nothing with it; spaces: {', '.join(space_files())}"
        )
    if spaces:
        return spaces[0].sample(count, seed)
    found = draw(count, seed)
    if len(found) < count:
        raise InputError(f"--sample {count}: the space gave only {len(found)} different points")
    return list(map(Build, found))
