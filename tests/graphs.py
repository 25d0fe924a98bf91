"""Small graphs, run with every input."""

from itertools import product
from pathlib import Path

from aesculus.studies.mutation.aiger import Aiger


def bad_within(path: Path, cycles: int) -> bool:
    """Return whether any run shows a difference: every start and input, by brute force."""
    graph = Aiger.read(path)
    n_inputs, n_latches = graph.counts
    roots = [int(line) for line in graph.roots]
    states = {(0,) * n_latches}
    for _ in range(cycles):
        following = set()
        for state, inputs in product(states, product((0, 1), repeat=n_inputs)):
            values = [0, *inputs, *state]
            for one, other in graph.ands:
                bits = (values[lit >> 1] ^ (lit & 1) for lit in (one, other))
                values.append(int(all(bits)))
            ends = [values[lit >> 1] ^ (lit & 1) for lit in roots]
            if ends[-1]:
                return True
            following.add(tuple(ends[:-1]))
        states = following
    return False
