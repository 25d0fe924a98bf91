"""The race for the best build of a design: placements are cheap, routes are dear.

It has two heats. In the first recipes of synthesis run against each other: those whose netlists
have the longer paths, by a look at the cells alone, leave before anything is placed; the others are
placed after the default way. In the second the ways run, on the netlist of the recipe that won. In
every lap all who are left are placed with the same new seeds, the slower half by mean expected
clock leaves, and only the best of all placements are routed. When one is left, laps go on with
further seeds. In a hurry nothing more is placed.

Successive halving: Jamieson and Talwalkar, "Non-stochastic Best Arm Identification and
Hyperparameter Optimization", AISTATS 2016. Laps are whole, so no race depends on which job is
faster, and one that was stopped goes on where it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

PLACED_A_LAP = 8
"""Placements of a lap, as far as those who are left can share them evenly."""

ROUTED_A_LAP = 2
"""Best placements of a lap that are routed."""

_HOPELESS = 3
"""Routes of an entrant after which it leaves if none of them ended well."""

_FEW = 3
"""Recipes from which on some leave before they are placed."""

_TIE = 1e-9

_PRIOR = 2
"""Routes that all others together count for beside those of one entrant."""


@dataclass(frozen=True, order=True)
class Entrant:
    """Who runs: a recipe of synthesis with a way to place and route, by name."""

    recipe: str
    way: str


@dataclass(frozen=True, order=True)
class Trial:
    """One build: an entrant with a placer's seed."""

    entrant: Entrant
    seed: int


@dataclass(frozen=True)
class Lap:
    """What is to be run next; nothing at all when the race is over.

    Attributes:
        synth: recipes to synthesise.
        place: builds to place.
        route: builds to place and route.
    """

    synth: tuple[str, ...] = ()
    place: tuple[Trial, ...] = ()
    route: tuple[Trial, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.synth or self.place or self.route)


@dataclass
class Race:
    """A race; `lap` says what to run, `mapped`, `placed` and `routed` hear of it.

    Args:
        recipes: names of recipes, the default one first.
        ways: names of ways, the default one first.
        seed: gives the placer's seed of an index, from 0.
        known: builds of the first entrant worth routing before anything else, such as the best of
            those seeds that were routed already.
        routes_as: gives of a way what decides its routing once it is placed; of ways with equal
            placements and equal routing one runs.
    """

    recipes: Sequence[str]
    ways: Sequence[str]
    seed: Callable[[int], int]
    known: Sequence[int] = ()
    routes_as: Callable[[str], object] = lambda way: way
    expected: dict[Trial, float | None] = field(default_factory=dict)
    reached: dict[Trial, float | None] = field(default_factory=dict)
    left: list[Entrant] = field(default_factory=list)
    dropped: list[Entrant] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._seeds: list[int] = []
        self._heat = 0
        self._to_route = False
        self._hurries = False
        self._begun = False
        self._mapped = len(self.recipes) < _FEW
        self.left = [Entrant(recipe, self.ways[0]) for recipe in self.recipes]

    # ---- what is heard ---------------------------------------------------------------------------

    def mapped(self, found: Mapping[str, float | None]) -> None:
        """Hear the longest paths of recipes' netlists before placement, in ns, if they are known.

        The shorter half stays, and whoever is known to run: the first.
        """
        first = self.recipes[0]
        paths = {recipe: path for recipe, path in found.items() if path is not None}
        order = sorted(paths, key=lambda recipe: paths[recipe])
        if order:
            bound = paths[order[(len(order) + 1) // 2 - 1]] * (1 + _TIE)
            slow = {recipe for recipe in paths if paths[recipe] > bound} - {first}
            self.left = self._without(lambda each: each.recipe in slow)

    def placed(self, found: Mapping[Trial, float | None]) -> None:
        """Hear the clocks in MHz that placers expect; `None` for a build that failed."""
        self.expected.update(found)

    def routed(self, found: Mapping[Trial, float | None]) -> None:
        """Hear the clocks in MHz that builds reached; `None` for one that failed."""
        self.reached.update(found)

    def drop(self, recipe: str) -> None:
        """Take a recipe out of the race: its netlist is wrong, or there is none of its own."""
        self.left = self._without(lambda each: each.recipe == recipe)

    def end_heat(self) -> None:
        """End the race of recipes now: the one that leads goes on, if there is time for it."""
        if self._heat == 0 and len(self.left) > 1:
            self._keep(1)

    def hurry(self) -> None:
        """Place nothing more, as there is no time to route what a lap of placements finds."""
        self._hurries = True

    # ---- what is asked ---------------------------------------------------------------------------

    def lap(self) -> Lap:
        """Return what to run next, once all that was asked before is known."""
        if not self._begun and self.left:
            # Whatever comes later, there is an answer after the first build.
            self._begun = True
            first = self.left[0]
            known = self.known if first.recipe == self.recipes[0] else ()
            seeds = [*known, self._next_seeds(1)[0]]
            return Lap(route=tuple(Trial(first, seed) for seed in seeds))
        self._drop_failed()
        if self._hurries:
            return self._next_build()
        if not self._mapped:
            self._mapped = True
            if len(self.left) >= _FEW:
                return Lap(synth=tuple(each.recipe for each in self.left))
        if self._to_route:
            self._to_route = False
            self._halve()
            found = self._worth_routing()
            if found:
                return Lap(route=found)
        if not self.left:
            return Lap()
        if len(self.left) == 1 and self._heat == 0:
            self._heat = 1
            winner = self.left[0]
            self.left = [Entrant(winner.recipe, way) for way in self.ways]
            # They start level: with the first of the seeds that the winner was placed with.
            del self._seeds[max(1, PLACED_A_LAP // len(self.ways)) :]
        self._to_route = True
        missing = [t for e in self.left for t in self._trials(e) if t not in self.expected]
        # The first build was routed without a placement of its own to compare with.
        if not missing or self._heat == 0 or len(self.left) == 1:
            self._next_seeds(max(1, PLACED_A_LAP // len(self.left)))
            missing = [t for e in self.left for t in self._trials(e) if t not in self.expected]
        return Lap(place=tuple(missing))

    def ratio(self, entrant: Entrant) -> float:
        """Return routed over expected clock of an entrant, drawn towards that of all."""
        every = [self.reached_share(t) for t in self.reached]
        everyone = fmean(known) if (known := [r for r in every if r is not None]) else 1.0
        own = [r for t in self.reached if t.entrant == entrant and (r := self.reached_share(t))]
        return (sum(own) + _PRIOR * everyone) / (len(own) + _PRIOR)

    def reached_share(self, trial: Trial) -> float | None:
        """Return routed over expected clock of a build, `None` where one of them is unknown."""
        routed, expected = self.reached.get(trial), self.expected.get(trial)
        return routed / expected if routed and expected else None

    def predicted(self, trial: Trial) -> float:
        """Return the clock in MHz that a placed build should reach; 0 for one that failed."""
        return (self.expected.get(trial) or 0.0) * self.ratio(trial.entrant)

    def score(self, entrant: Entrant) -> float:
        """Return the mean of the clocks in MHz that an entrant's placed builds should reach."""
        trials = [t for t in self._trials(entrant) if self.expected.get(t)]
        return fmean(map(self.predicted, trials)) if trials else 0.0

    # ---- inside ----------------------------------------------------------------------------------

    def _next_build(self) -> Lap:
        """Return the best placement not routed yet, or a build of the leader's next seed."""
        placed = self._worth_routing()[:1]
        if placed or not self.left:
            return Lap(route=placed)
        return Lap(route=(Trial(self.left[0], self._next_seeds(1)[0]),))

    def _next_seeds(self, count: int) -> list[int]:
        for _ in range(count):
            self._seeds.append(self.seed(len(self._seeds)))
        return self._seeds[-count:]

    def _trials(self, entrant: Entrant) -> list[Trial]:
        return [Trial(entrant, seed) for seed in self._seeds]

    def _without(self, leaves: Callable[[Entrant], bool]) -> list[Entrant]:
        self.dropped += [each for each in self.left if leaves(each)]
        return [each for each in self.left if not leaves(each)]

    def _drop_failed(self) -> None:
        def all_failed(entrant: Entrant) -> bool:
            placed = [clock for t, clock in self.expected.items() if t.entrant == entrant]
            routed = [clock for t, clock in self.reached.items() if t.entrant == entrant]
            if placed and not any(placed):
                return True
            return len(routed) >= _HOPELESS and not any(routed)

        self.left = self._without(all_failed)

    def _drop_copies(self) -> None:
        """Take those out whose placements and routing are another's: an option did nothing."""
        seen: set[object] = set()
        for entrant in list(self.left):
            clocks = tuple(self.expected.get(t) for t in self._trials(entrant))
            mark = (entrant.recipe, self.routes_as(entrant.way), clocks)
            if mark in seen and any(clocks):
                self.left = self._without(lambda each, leaves=entrant: each == leaves)  # type: ignore[misc]
            seen.add(mark)

    def _halve(self) -> None:
        self._drop_copies()
        if len(self.left) > 1:
            self._keep((len(self.left) + 1) // 2)

    def _keep(self, count: int) -> None:
        order = sorted(self.left, key=lambda each: -self.score(each))
        bound = self.score(order[count - 1]) * (1 - _TIE)
        # Who has the same placements and was not routed yet has the same score: it stays.
        self.left = self._without(
            lambda each: (
                order.index(each) >= count and (self.score(each) < bound or self._was_routed(each))
            )
        )

    def _was_routed(self, entrant: Entrant) -> bool:
        return any(t.entrant == entrant for t in self.reached)

    def _worth_routing(self) -> tuple[Trial, ...]:
        """Return the best placements not routed yet, and one of each who was never routed."""
        open_ = [
            t
            for t, clock in self.expected.items()
            if clock and t.entrant in self.left and t not in self.reached
        ]
        place = {entrant: number for number, entrant in enumerate(self.left)}
        order = sorted(open_, key=lambda t: (-self.predicted(t), place[t.entrant], t.seed))
        chosen = order[:ROUTED_A_LAP]
        if self._heat:
            for entrant in self.left:
                if not self._was_routed(entrant) and all(t.entrant != entrant for t in chosen):
                    chosen += [t for t in order if t.entrant == entrant][:1]
        return tuple(chosen)
