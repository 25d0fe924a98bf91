"""Electronic codebook mode: each block by itself."""

from dataclasses import dataclass
from typing import ClassVar

from cryptography.hazmat.primitives.ciphers.modes import ECB

from aesculus.products.common.around import Answers, ModeFolder
from aesculus.products.common.confidential import ByLibrary, Confidential


@dataclass(frozen=True)
class Ecb(Confidential):
    """Electronic codebook mode around a core of any direction, with up to 4 lanes."""

    about: ClassVar[str] = "electronic codebook mode"
    member: ClassVar[str] = "ModeEcb"
    inverse: ClassVar[bool] = True
    lanes: ClassVar[range] = range(1, 5)
    answers: ClassVar[Answers] = ByLibrary(ECB, files="ECB/ECB", iv_bytes=0, whole=True)


MODE = ModeFolder("ECB", Ecb)
