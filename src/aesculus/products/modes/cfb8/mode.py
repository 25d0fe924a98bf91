"""Cipher feedback with segments of a byte."""

from dataclasses import dataclass
from typing import ClassVar

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.segments import BySegments, Segmented


@dataclass(frozen=True)
class Cfb8(Segmented):
    """Cipher feedback with segments of a byte, in both directions around a core that encrypts."""

    about: ClassVar[str] = "cipher feedback with segments of a byte"
    segment: ClassVar[int] = 8
    answers: ClassVar[Answers] = BySegments(8)


MODE = ModeFolder("CFB8", Cfb8)
