"""The points of a space file."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any

from pydantic import ValidationError

from aesculus.ciphers.aes.space import DesignPoint, canonical, is_legal, violations
from aesculus.design import Build, Design, IllegalDesignError, parse_build
from aesculus.design.labels import DOT
from aesculus.families import devices
from aesculus.inputs import brief, shown
from aesculus.search.axes import (
    AXES,
    RECIPE,
    SAME,
    AxisValues,
    default_of,
    expand,
    resolve,
    shown_as,
)
from aesculus.search.errors import SearchError, SpaceFileError
from aesculus.search.expressions import Expression, ExpressionError
from aesculus.search.fidelity import levels_on
from aesculus.search.problem import Problem
from aesculus.search.spacefile import Constraint, SpaceFile

_DEPENDS = {"cut_every": ("unroll",), "cuts": ("sbox", "direction")}
"""Axis to those on which hangs what its words stand for (`resolve`)."""

LARGEST = 500_000
"""Most combinations of axis values that are enumerated (half a minute)."""


class DesignSpace:
    """The legal points of a space file, equivalent ones merged by their canonical form."""

    def __init__(self, content: SpaceFile) -> None:
        """Take a space file.

        Raises:
            SpaceFileError: it has more than `LARGEST` combinations.
        """
        self.file = content
        self._grids = [
            {name: expand(name, values) for name, values in axes.items()} for axes in content.grids
        ]
        self._tests = [
            _Test(constraint, f"{content.told}: constraints.{number}.rule")
            for number, constraint in enumerate(content.constraints)
        ]
        if self.combinations > LARGEST:
            largest = max(self._grids, key=_combinations)
            widest = max(largest, key=lambda name: len(largest[name]))
            raise SpaceFileError(
                f"{content.told}: {self.combinations} combinations; legal: at most {LARGEST}; "
                f"{widest} has most values, {len(largest[widest])}"
            )

    @property
    def combinations(self) -> int:
        """Combinations of axis values, before any rule."""
        return sum(_combinations(axes) for axes in self._grids) * max(1, len(self.file.around))

    @cached_property
    def points(self) -> tuple[Build, ...]:
        """All legal points in canonical form, each once, in the order of the file."""
        return tuple(self.walk())

    def walk(self) -> Iterator[Build]:
        """Yield the points as they are found: who needs only the first waits for no others."""
        listed = (_canonical(point) for point in self._listed() if _is_legal(point))
        return _once(chain(self._dressed(self._walk_cores()), listed))

    @cached_property
    def _cores(self) -> tuple[Build, ...]:
        """The legal cores of the axes, each once, with nothing around them."""
        return tuple(self._walk_cores())

    def _walk_cores(self) -> Iterator[Build]:
        return _once(_canonical(point) for point in self._grid() if _is_legal(point))

    def __len__(self) -> int:
        return len(self.points)

    def __contains__(self, point: object) -> bool:
        return isinstance(point, Build) and _canonical(point) in self._members

    @cached_property
    def _members(self) -> frozenset[Build]:
        return frozenset(self.points)

    def refused(self) -> dict[str, str]:
        """Return what the file names and cannot be, with the reason.

        That is labels listed under `points`, and what `around` puts around none of the cores.
        """
        found: dict[str, str] = {}
        for front in filter(None, self.file.around):
            dressed = [parse_build(f"{front}{DOT}{core.label}") for core in self._cores]
            if dressed and not any(map(_is_legal, dressed)):
                first = _reasons(dressed[0].design)[0]
                found[front] = f"around: {front} goes around none of the cores: {first}"
        for text in self.file.points:
            try:
                parse_build(text).design.check()
            except IllegalDesignError as error:
                found[text] = str(error)
        return found

    def sample(self, count: int, seed: int = 0) -> list[Build]:
        """Return different points, each set of that size equally likely.

        Raises:
            SearchError: there are not so many points, or fewer than none are wanted.
        """
        if not 0 <= count <= len(self.points):
            raise SearchError(
                f"{count} points of {self.file.name}: legal are 0..{len(self.points)}"
            )
        # Not for secrets: a seeded draw that a reader can repeat.
        return random.Random(seed).sample(self.points, count)  # noqa: S311

    def explain(self, point: Build) -> list[str]:
        """Return why a point is not in the space, one line a reason; nothing if it is there."""
        # What is illegal is in no space: the points need not be counted for it.
        reasons = _reasons(point.design)
        if not reasons and point in self:
            return []
        if self.file.around:
            fronts = ", ".join(front or "the core alone" for front in self.file.around)
            return reasons or [f"{point.label} is not among the {len(self)} with {fronts}"]
        if not self._grids or not isinstance(point.design, DesignPoint):
            return reasons or [f"{point.label} is not listed; points lists {len(self.points)}"]
        # The combinations from which it differs in the fewest axes are those that are meant.
        nearest: list[str] = min((_outside(point, axes) for axes in self._grids), key=len)
        if len(self._grids) > 1:
            nearest = [f"{reason} (nearest of {len(self._grids)} sets)" for reason in nearest]
        reasons += nearest
        values = _plain(point)
        reasons += [test.refusal() for test in self._tests if not test.passes(values)]
        return reasons or [f"{point.label} is not one of the points of {self.file.name}"]

    def check(self) -> None:
        """Return if there is a point.

        Raises:
            SearchError: there is none.
        """
        if self.points:
            return
        many = "" if self.combinations == 1 else "s"
        first = next(self._grid(), None)
        reasons = [] if first is None else _reasons(first.design)
        raise SearchError(
            f"{self.file.told} has no legal point among its {self.combinations} combination{many}: "
            + (f"of the first, {reasons[0]}" if reasons else "loosen axes or constraints")
        )

    def problem(self, device: str) -> Problem:
        """Return what a strategy has to solve on one of the devices.

        Raises:
            SearchError: the space has no point.
            devices.DeviceError: there is no such device.
        """
        self.check()
        highest = self.file.fidelity_on(device)
        return Problem(
            points=self.points,
            device=devices.load(device),
            objectives=self.file.objectives_on(device),
            fidelities=levels_on(devices.load(device), highest),
        )

    def _grid(self) -> Iterator[Build]:
        for axes in self._grids:
            # Rules over axes that are all written refuse most combinations before a point is made.
            early = [test for test in self._tests if test.names <= axes.keys() - {"key_sbox"}]
            late = [test for test in self._tests if test not in early]
            for fields in _combined(axes, early):
                point = self._point(fields)
                values = _plain(point)
                if all(test.passes(values) for test in late):
                    yield point

    def _dressed(self, cores: Iterable[Build]) -> Iterator[Build]:
        """Give each core with each of what may stand around it, or the core where nothing does."""
        for core in cores:
            for front in self.file.around or ("",):
                if not front:
                    yield core
                elif _is_legal(whole := parse_build(f"{front}{DOT}{core.label}")):
                    yield whole

    def _point(self, fields: Mapping[str, int | str]) -> Build:
        own = {name: value for name, value in fields.items() if name != RECIPE}
        recipe = str(fields.get(RECIPE, default_of(RECIPE)))
        try:
            return Build(DesignPoint.model_validate(own), recipe=recipe)
        except ValidationError as error:
            first = error.errors()[0]
            where = f"{self.file.told}: {first['loc'][-1]}"
            raise SpaceFileError(
                f"{where}: {shown(first['input'])}: {brief(first['msg'])}"
            ) from None

    def _listed(self) -> Iterator[Build]:
        return (parse_build(text) for text in self.file.points)


class _Test:
    """A constraint, made ready for many points."""

    def __init__(self, constraint: Constraint, where: str) -> None:
        self._constraint = constraint
        self._where = where
        self._rule = None if constraint.rule is None else Expression(constraint.rule, AXES)
        self._order = () if self._rule is None else tuple(sorted(self._rule.names))
        self._said: dict[tuple[int | str, ...], bool] = {}
        self._forbid = [_combination(constraint.forbid)] if constraint.forbid is not None else []
        self._allow = [_combination(item) for item in constraint.allow or ()]

    @property
    def names(self) -> frozenset[str]:
        """The axes that it speaks of; all of them where that is not a rule."""
        return frozenset(AXES) if self._rule is None else self._rule.names

    def passes(self, values: Mapping[str, int | str]) -> bool:
        if self._rule is not None:
            # A rule speaks of few axes, so the same question comes up thousands of times.
            key = tuple(values[name] for name in self._order)
            if key not in self._said:
                try:
                    self._said[key] = self._rule.holds(values)
                except ExpressionError as error:
                    raise SpaceFileError(f"{self._where}: {error}") from None
            return self._said[key]
        if self._forbid:
            return not _matches(self._forbid[0], values)
        return any(_matches(combination, values) for combination in self._allow)

    def refusal(self) -> str:
        given = self._constraint
        what = given.rule or (f"forbid {given.forbid}" if given.forbid else "no allow matches")
        return f"constraint {what}: not met" + (f": {given.why}" if given.why else "")


def _combined(
    axes: Mapping[str, Sequence[int | str]], tests: Iterable[_Test]
) -> Iterator[dict[str, Any]]:
    """Yield the combinations of values that pass tests, as fields, in the order of their product.

    A test is asked as soon as all is chosen that it speaks of, so what it refuses is refused once.
    """
    order = list(axes)
    due: dict[int, list[_Test]] = {}
    for test in tests:
        meant = set(test.names).union(*(_DEPENDS.get(name, ()) for name in test.names))
        last = max((order.index(name) for name in meant & axes.keys()), default=0)
        due.setdefault(last, []).append(test)

    def chosen(depth: int, before: Mapping[str, int | str]) -> Iterator[dict[str, Any]]:
        for value in axes[order[depth]]:
            taken = {**before, order[depth]: value}
            asked = due.get(depth, ())
            fields = resolve(taken) if asked or depth == len(order) - 1 else {}
            if not all(test.passes(fields) for test in asked):
                continue
            if depth == len(order) - 1:
                yield fields
            else:
                yield from chosen(depth + 1, taken)

    return chosen(0, {}) if order else iter(({},))


def _once(points: Iterable[Build]) -> Iterator[Build]:
    seen: set[Build] = set()
    for point in points:
        if point not in seen:
            seen.add(point)
            yield point


def _combinations(axes: Mapping[str, Sequence[int | str]]) -> int:
    return prod(len(values) for values in axes.values())


def _outside(point: Build, axes: Mapping[str, Sequence[int | str]]) -> list[str]:
    """Return which of a point's values are not among those of the axes, one line a value."""
    reasons: list[str] = []
    values = _plain(point)
    for name, value in values.items():
        fields = {field: other for field, other in values.items() if field != name}
        # What is not written has its default, which other fields may decide.
        default = _filled_in(fields, name)
        written = axes.get(name, (SAME if name == "key_sbox" else default,))
        legal = [resolve({**fields, name: v}).get(name, default) for v in written]
        if value not in legal:
            shown = ", ".join(shown_as(name, v) for v in written)
            reasons.append(f"{name} {shown_as(name, value)}: not in the file; legal: {shown}")
    return reasons


def _filled_in(fields: Mapping[str, int | str], name: str) -> int | str:
    """Return the value that an axis has when the others are given."""
    if name == RECIPE:
        return default_of(RECIPE)
    own = {field: value for field, value in fields.items() if field != RECIPE}
    found: int | str = getattr(DesignPoint.model_validate(own), name)
    return found


def _combination(item: Mapping[str, AxisValues]) -> dict[str, tuple[int | str, ...]]:
    return {name: expand(name, values) for name, values in item.items()}


def _matches(
    combination: Mapping[str, tuple[int | str, ...]], values: Mapping[str, int | str]
) -> bool:
    for name, legal in combination.items():
        meant = [resolve({**values, name: value}).get(name, values["sbox"]) for value in legal]
        if values[name] not in meant:
            return False
    return True


def _plain(point: Build) -> dict[str, int | str]:
    """Return axis to value of a point of AES."""
    own = {name: getattr(point.design, name) for name in DesignPoint.model_fields}
    return {**own, RECIPE: point.recipe}


def _canonical(point: Build) -> Build:
    # Any other design comes from a label, and so in its canonical form.
    if isinstance(point.design, DesignPoint):
        return Build(canonical(point.design), recipe=point.recipe)
    return point


def _is_legal(point: Build) -> bool:
    if isinstance(point.design, DesignPoint):
        return is_legal(point.design)
    return not _reasons(point.design)


def _reasons(design: Design) -> list[str]:
    """Return why a design cannot be, one line a reason."""
    if isinstance(design, DesignPoint):
        return [str(violation) for violation in violations(design)]
    try:
        design.check()
    except IllegalDesignError as error:
        return [str(error)]
    return []
