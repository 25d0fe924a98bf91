"""What is built, apart from how: a `Design`, and the `Build` of it on a device."""

from aesculus.design.build import Build
from aesculus.design.model import Design, Port

__all__ = ["Build", "Design", "Port"]
