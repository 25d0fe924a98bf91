"""The design that meets a goal."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from aesculus import units
from aesculus.api.goals import goal_of
from aesculus.api.spaces import with_recipes
from aesculus.defaults import STORE
from aesculus.design import Build
from aesculus.engine import reference
from aesculus.engine.eligible import among, eligible, matches
from aesculus.engine.engine import Summary
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.engine.found import find
from aesculus.engine.session import Effort, Options, pursue
from aesculus.errors import InputError
from aesculus.families import devices
from aesculus.search.clash import clash, other_name
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.found import Found, State
from aesculus.store import Store
from aesculus.store.opened import opened

SPACE = "pick"
"""The space file in which a goal is looked for by default."""

BUDGET = "30m"
"""Time that is spent on a goal which nothing in the store meets."""

_QUIETLY = Options()
_USUAL = Effort()


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
    space: str = SPACE,
    known: bool = False,
    effort: Effort = _USUAL,
    options: Options = _QUIETLY,
    begun: Callable[[Found], None] | None = None,
    heard: Callable[[Summary], None] | None = None,
    broken: Callable[[Found], None] | None = None,
    store: str | Path = STORE,
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
        begun: told what is known where something is going to be run.
        heard: told what a run did.
        broken: told what is known where a run is broken off, before that is raised.
        store: the database file; it is made if need be, and with `known` need not be there.

    Returns:
        What was found; `answer.best` is the row of the design, `state` whether there is one.

    Raises:
        InputError: a text cannot be read, or the device cannot have what is asked.
        RecipeError: the space, or `fix`, names a recipe that is unknown.
        SpaceFileError: the space file is wrong, or `fix` names no axis or value.
        DeviceError: there is no such device.
        Trouble: the machine cannot go on.
        Interrupted: a signal ended it.
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
    where = with_recipes(fixed_space(space, fixes), fixes)
    asked = options.budget_s is not None or effort.evaluations is not None
    if known and asked:
        raise InputError("--known runs nothing: leave --budget and --evaluations out")
    if not asked:
        options = replace(options, budget_s=units.seconds(BUDGET))
    chosen = DesignSpace(where)
    # A space of the user's own says what may be the answer; the usual one where to look for it.
    whole = space != SPACE
    needed = eligible(where, chosen.points if whole else None)

    def points() -> tuple[Build, ...]:
        every = chosen.points
        found = every if whole else tuple(p for p in every if matches(p, needed))
        if not found:
            why = other_name(every[0], fixes) if every else clash(space, fixes)
            text = f"{where.name} has no legal point"
            text += f" with {', '.join(fixes)}" if fixes else ": loosen its axes or constraints"
            raise InputError(f"{text}: {why}" if why else text)
        return found

    if whole:
        points()
    beside = reference.results(target, wanted=among(needed))
    path = Path(store)

    def known_of(kept: Store | None, every: Callable[[], tuple[Build, ...]] | None = None) -> Found:
        found = find(
            kept,
            target,
            wanted,
            needed,
            every,
            reference=beside,
            all_known=partial(reference.results, target),
        )
        return replace(found, store=path)

    # What is known is only read, so that a store that nobody may write to answers, too.
    there = path.exists() and (known or path.stat().st_size > 0)
    with opened(path, must_exist=True) if there else nullcontext() as kept:
        found = known_of(kept, points)
    answered = found.state is State.VERIFIED and not asked
    if known or answered or found.refused is not None:
        return found
    with opened(path, must_exist=False) as kept:
        if begun is not None:
            begun(found)
        try:
            done = pursue(
                kept,
                wanted,
                points(),
                target,
                options,
                effort=effort,
                matching=needed,
                beside=beside,
            )
        except (Interrupted, Trouble):
            if broken is not None:
                broken(known_of(kept))
            raise
        if heard is not None:
            heard(done)
        return replace(known_of(kept), exhausted=bool(done.exhausted))
