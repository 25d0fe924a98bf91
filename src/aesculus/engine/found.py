"""Looking up what a store knows of a goal."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from aesculus import metrics
from aesculus.catalogue import FIGURES, Needs
from aesculus.design import Build, parse_build
from aesculus.engine.answers import goal_rows, has_place, standing
from aesculus.engine.eligible import answering, does, ours, present
from aesculus.engine.elsewhere import elsewhere
from aesculus.errors import InputError
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.search.axes import shown_as
from aesculus.search.bounds import Refusal, refusal
from aesculus.search.fixing import LABEL
from aesculus.search.found import Found, State
from aesculus.search.goals import Goal, answer
from aesculus.search.judged import judged, too_slow
from aesculus.store import Matching, Store

_MODE = "design.mode"
_AROUND = (_MODE, "design.bus")
"""What the names of fields begin with that say what is around a core."""

_MAPPER = "yosys"
"""The tool that makes a netlist."""

_FRONTS = 3
"""Builds of a mode that are named, at most."""

_CHECKED = 2000
"""So many rows are compared with their records before they are said to be no answer."""

EXIT_CODES = {State.VERIFIED: 0, State.NONE: 1, State.UNVERIFIED: 3}
"""The exit code of `pick` by what it found; 2 is bad input."""


def find(
    store: Store | None,
    device: Device,
    goal: Goal,
    needed: Matching,
    points: Callable[[], Sequence[Build]] | None = None,
    *,
    reference: Sequence[Row] = (),
    all_known: Callable[[], Sequence[Row]] | None = None,
) -> Found:
    """Return what is known of a goal.

    Args:
        store: open, for reading at least; `None` where there is none yet.
        device: the device.
        goal: what is needed.
        needed: values that fields of a row have to have, as for `pursue`.
        points: gives the designs that could be looked at, to say whether any of them can meet the
            goal; asked only where the store has no answer.
        reference: results of the reference store on the device, which stand beside the store's.
        all_known: gives those of designs that do something else as well; they are counted where
            nothing can be compared with the goal.

    Raises:
        StoreError: what the store keeps of an answer is not what its records say.
    """
    known = answering(reference, device, needed)
    if store is not None:
        known = _verified_here(store, device, standing(store, device, known))
    own = [] if store is None else _own(store, device, goal, needed)
    rows = beside(own, known)
    verified = [row for row in rows if row.netlist_verified]
    others = [row for row in rows if not row.netlist_verified]
    found = answer(verified, goal)
    if found.best is not None:
        # What a limit costs is told by all that is measured, the netlist verified or not; of a
        # store that is the frontier alone, so that how many there are is not known.
        found = answer(verified, goal, beyond=[*verified, *others])
        found = replace(found, measured=None, untold=())
    best = answer(others, goal).best
    if best is not None and found.best is not None and not goal.objective.better(best, found.best):
        best = None
    if found.best is not None or best is not None:
        return Found(device.name, goal, found, best)
    near = answer([*verified, *others], goal)
    refused = None if points is None else _refused(points, device, goal, rows, needed)
    reason = ""
    # A goal that no design can meet is refused for that reason, whatever is known.
    if not near.nearest and refused is None:
        listed = reference if all_known is None else all_known()
        reason = _reason(store, listed, device, goal, needed)
    return Found(device.name, goal, near, refused=refused, reason=reason)


def _refused(
    points: Callable[[], Sequence[Build]],
    device: Device,
    goal: Goal,
    rows: Sequence[Row],
    needed: Matching,
) -> Refusal | None:
    """Return why nothing that could be looked at can meet a goal, beside what is known.

    Raises:
        InputError: there is nothing that could be looked at, and nothing is known.
    """
    known = [parse_build(row.label) for row in rows]
    try:
        every = points()
        bound = replace(goal, limits=judged(goal.limits, every))
        found = _beyond(every, device, bound)
    except InputError as error:
        if not known:
            raise
        return Refusal(str(error), "", beyond=True)
    if found is not None and known and _beyond(known, device, bound) is None:
        return replace(found, beyond=True)
    return found and elsewhere(found, every, device, goal, limits=bound.limits, needed=needed)


def _beyond(points: Sequence[Build], device: Device, goal: Goal) -> Refusal | None:
    return refusal(points, device, goal) or too_slow(points, device, goal.limits)


def _own(store: Store, device: Device, goal: Goal, needed: Matching) -> list[Row]:
    """Return rows of the store among which the answer is, as its records say."""
    rows = [
        row
        for checked in (True, False)
        for row in goal_rows(store, device, goal, netlist_verified=checked, matching=needed)
    ]
    metrics.check_rows(store, rows)
    return rows


def _verified_here(store: Store, device: Device, rows: Sequence[Row]) -> list[Row]:
    """Return rows of the reference store, verified where the store has verified their netlist.

    Raises:
        StoreError: what the store keeps of one is not what its records say.
    """
    labels = [row.label for row in rows if not row.netlist_verified]
    own = [
        row
        for row in (metrics.rows(store, device=device.name, labels=labels) if labels else ())
        if row.netlist_verified
    ]
    metrics.check_rows(store, own)
    return verified_by(own, rows)


def verified_by(others: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    """Return rows of a store, verified where rows of another one say so of their netlist.

    That is so of a netlist of the same sources with the same counts: `aesculus verify` makes it
    without a route, and the clock is that of the reference store.

    Args:
        others: rows that are what their records say, on the same device.
        rows: rows of the store, or of the reference store.
    """
    known = {row.label: row for row in others if row.netlist_verified}
    return [
        row.model_copy(update={"netlist_verified": True})
        if row.label in known and _same_netlist(row, known[row.label])
        else row
        for row in rows
    ]


def _same_netlist(one: Row, other: Row) -> bool:
    names = ("rtl_digest", "lut_count", "lutram_count", "ff_count", "bram_count")
    alike = all(getattr(one, name) == getattr(other, name) for name in names)
    return alike and one.tools.get(_MAPPER) == other.tools.get(_MAPPER)


def beside(own: Sequence[Row], reference: Sequence[Row]) -> list[Row]:
    """Return rows of the store with those of the reference store that are known better there.

    A netlist is there once, by the row of more seeds, and verified if either row says so: by the
    clock of one lucky seed it would otherwise stand beside its own median. Of two netlists of a
    design one that is verified hides none that is not, nor the other way round.
    """
    found = {(row.label, row.netlist_verified): row for row in verified_by(reference, own)}
    for row in verified_by(own, reference):
        mine = found.get((row.label, row.netlist_verified))
        if mine is None or mine.n_seeds < row.n_seeds:
            found[row.label, row.netlist_verified] = row if mine is None else _filled(row, mine)
    return list(found.values())


def _filled(row: Row, mine: Row) -> Row:
    """Return a row of the reference store with what it lacks and the store's own row has."""
    if not _same_netlist(row, mine):
        return row
    lacking = (name for name in FIGURES if getattr(row, name, None) is None)
    return row.model_copy(update={name: getattr(mine, name, None) for name in lacking})


def _reason(
    store: Store | None, reference: Sequence[Row], device: Device, goal: Goal, needed: Matching
) -> str:
    """Return why nothing that is known can be compared with a goal, one line."""
    if store is None:
        if not reference:
            return f"no store yet, and no result on {device.name} in the reference store"
        return f"no store yet; in the reference store {_lack(reference, device, goal, needed)}"
    own = metrics.rows(store, device=device.name)
    # Of a row that was edited the reason would be a wrong one.
    metrics.check_rows(store, own[:_CHECKED])
    return _lack([*own, *reference], device, goal, needed)


def _lack(rows: Sequence[Row], device: Device, goal: Goal, needed: Matching) -> str:
    """Return what rows of a device lack to be compared with a goal."""
    verified = [row for row in rows if row.verified]
    if not verified:
        failed = Counter(row.status for row in rows)
        told = ", ".join(f"{count} {status}" for status, count in sorted(failed.items()))
        return f"no verified design on {device.name}" + (f" ({told})" if told else "")
    counted = [row for row in verified if ours(row.rtl_digest, needed)]
    # Of these the RTL is simulated; only an answer has to have its netlist simulated, too.
    many = f"{_count(verified, 'design')} verified (RTL) on {device.name}, but"
    if not counted:
        return f"{many} none with the RTL sources of this program{_of_mode(verified, needed)}"
    able = [row for row in counted if does(row, needed)]
    if not able:
        return f"{many} none {_undone(verified, counted, needed)}"
    if len(able) < len(verified):
        many = (
            f"of designs that do what is needed {_count(able)} verified (RTL) on {device.name}, but"
        )
    fitting = [row for row in able if has_place(row)]
    if not fitting:
        return f"{many} none fits on it, as far as was tried"
    if not any(row.n_seeds for row in fitting):
        clocked = [n for n in goal.figures if FIGURES[n].needs is Needs.ROUTED]
        if clocked:
            return f"{many} none is routed, which {' and '.join(clocked)} needs"
    all_of = "all of " if len(goal.figures) > 1 else ""
    return f"{many} none has {all_of}{', '.join(goal.figures)}"


def _undone(verified: Sequence[Row], counted: Sequence[Row], needed: Matching) -> str:
    """Return what none of the rows that count does, and where another one would."""
    if LABEL in needed:
        return "is in the space"
    # Of another build of the mode the sources are others, and it has what it has.
    builds = [*counted, *present(verified)]
    other = sorted(
        path.removeprefix("design.")
        for path, values in needed.items()
        if path.startswith("design.")
        and not any(
            does(row, {path: values}) for row in (builds if path.startswith(_AROUND) else counted)
        )
    )
    front = any(f"design.{name}".startswith(_AROUND) for name in other)
    if "mode" in other:
        # Its options say no more.
        other = [name for name in other if not name.startswith("mode_")]
    what = ", ".join(f"{name} {_one_of(name, needed[f'design.{name}'])}" for name in other)
    told = f": {what}" if what else " all at once"
    known = _of_mode(verified, needed) if front else _around_others(verified, needed)
    return f"does what is needed{told}{known}"


def _of_mode(rows: Sequence[Row], needed: Matching) -> str:
    """Return which other builds of the mode that is asked for are known, as `--mode` names them."""
    asked = {path: values for path, values in needed.items() if path.startswith(_AROUND)}
    modes = needed.get(_MODE, ())
    others = [row for row in rows if row.design.get("mode") in modes and not does(row, asked)]
    named = _fronts(others)
    return f"; `--mode {named}` is there" if named else ""


def _around_others(rows: Sequence[Row], needed: Matching) -> str:
    """Return what stands around cores that do what is needed, as `--mode` names it."""
    inside = {path: values for path, values in needed.items() if not path.startswith(_AROUND)}
    named = _fronts([row for row in rows if does(row, inside)])
    return f"; a design with `--mode {named}` does" if named else ""


def _fronts(rows: Sequence[Row]) -> str:
    """Return what stands around the cores of some rows, joined; nothing for cores alone."""
    fronts = {row.label.rpartition(".")[0].lower() for row in present(rows)} - {""}
    return "` or `--mode ".join(sorted(fronts)[:_FRONTS])


def _count(rows: Sequence[Row], what: str = "") -> str:
    """Return of how many designs rows are, with a verb behind it."""
    count = len({row.label for row in rows})
    noun = f" {what}{'s' * (count != 1)}" if what else ""
    return f"{count}{noun} {'is' if count == 1 else 'are'}"


def _one_of(name: str, values: Sequence[object]) -> str:
    return " or ".join(shown_as(name, value) for value in values)
