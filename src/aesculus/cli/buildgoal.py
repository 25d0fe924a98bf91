"""From what a user typed to a goal of `aesculus close`."""

from collections.abc import Sequence

from aesculus.api.naming import legal_point
from aesculus.engine.close import CloseGoal
from aesculus.errors import InputError
from aesculus.families import Device, devices
from aesculus.families.ways import DEFAULT_WAY, way_of, ways_of
from aesculus.stages.synth_recipes import recipes


def goal_of_build(
    label: str,
    target: Device,
    *,
    mhz: float | None,
    names: Sequence[str],
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
    devices.check_mhz(mhz, target)
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
