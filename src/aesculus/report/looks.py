"""How each kind of S-box looks in every picture: a colour, a shape and a name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """What tells one kind of S-box from the others.

    Attributes:
        name: for a legend.
        colour: on a light ground.
        dark: the same, brightened for a dark ground.
        shape: in the page, a name that `cloud.js` knows.
        marker: the same shape, as matplotlib names it.
    """

    name: str
    colour: str
    dark: str
    shape: str
    marker: str


# The colours of Okabe and Ito, and of Tol where these end, are told apart with any kind of colour
# vision; the shapes say the same.
LOOKS: dict[str, Look] = {
    "bram": Look("block RAM", "#0072B2", "#4DA8E0", "square", "s"),
    "rom": Look("distributed ROM", "#E69F00", "#F0B840", "triangle", "^"),
    "logic": Look("logic", "#009E73", "#2BC79A", "diamond", "D"),
    "tower": Look("tower field", "#CC79A7", "#E39AC4", "circle", "o"),
    "canright": Look("Canright", "#D55E00", "#FF8B3D", "wedge", "v"),
    "line": Look("straight line", "#56B4E9", "#93D4FA", "plus", "P"),
    "ttable": Look("T-table", "#882255", "#D0719F", "cross", "X"),
    "shallow": Look("straight line, shallow", "#332288", "#9E90FF", "lozenge", "d"),
    "lut": Look("tables by search", "#000000", "#EEEEEE", "star", "*"),
}

OTHER = Look("other S-box", "#555555", "#AAAAAA", "hexagon", "h")
