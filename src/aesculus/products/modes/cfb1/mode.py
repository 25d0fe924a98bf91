"""Cipher feedback with segments of a bit."""

from dataclasses import dataclass
from typing import ClassVar

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.segments import BySegments, Segmented


@dataclass(frozen=True)
class Cfb1(Segmented):
    """Cipher feedback with segments of a bit, in both directions around a core that encrypts."""

    about: ClassVar[str] = "cipher feedback with segments of a bit"
    segment: ClassVar[int] = 1
    answers: ClassVar[Answers] = BySegments(1)


MODE = ModeFolder("CFB1", Cfb1)
