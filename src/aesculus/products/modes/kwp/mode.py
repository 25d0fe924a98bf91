"""KWP: key wrap of any number of bytes. Its RTL and answers are those of KW."""

from dataclasses import dataclass
from typing import ClassVar

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.modes.kw.answers import WrapAnswers
from aesculus.products.modes.kw.mode import OPTIONS, KeyWrap


@dataclass(frozen=True)
class KeyWrapPadded(KeyWrap):
    """Key wrap with padding around a core."""

    about: ClassVar[str] = "KWP"
    pads: ClassVar[bool] = True
    answers: ClassVar[Answers] = WrapAnswers(pads=True)


MODE = ModeFolder("KWP", KeyWrapPadded, OPTIONS)
