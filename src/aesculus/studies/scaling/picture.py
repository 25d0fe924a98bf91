"""The picture of the scaling study."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from aesculus.studies.scaling.simulate import Line

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def draw(studies: Mapping[str, Sequence[Line]], path: Path) -> None:
    """Draw the time to the frontier over workers, both logarithmic; SVG or PNG by the file's name.

    A dotted line is what perfect scaling from one worker would be.
    """
    with mpl.rc_context({"svg.hashsalt": "aesculus", "font.size": 9}):
        figure = Figure(figsize=(4.6 * len(studies), 3.6), layout="constrained")
        panels = figure.subplots(1, len(studies), squeeze=False)[0]
        for axes, (space, lines) in zip(panels, studies.items(), strict=True):
            names = dict.fromkeys(line.strategy for line in lines)
            for name, colour in zip(names, _COLOURS, strict=False):
                own = [line for line in lines if line.strategy == name and line.reached]
                workers = [line.workers for line in own]
                minutes = [line.seconds / 60 for line in own]
                axes.plot(workers, minutes, "o-", color=colour, label=name, markersize=3)
                if own:
                    ideal = [minutes[0] * workers[0] / count for count in workers]
                    axes.plot(workers, ideal, ":", color=colour, linewidth=0.8)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("workers")
            axes.set_ylabel("time to the frontier (min)")
            axes.set_title(space)
            axes.grid(visible=True, alpha=0.3)
        panels[0].legend(frameon=False)
        meta = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, metadata=meta)
