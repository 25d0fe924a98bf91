"""What follows from the rest of a design: a base for those that folders bring."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from aesculus.design.model import Port
from aesculus.design.text import digest_of

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Common:
    """Members of `Design` that most designs share; a subclass gives `fields` and the others."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """See `Design.fields`."""
        raise NotImplementedError

    @property
    def identity(self) -> Mapping[str, Any]:
        """The fields: nothing came later."""
        return self.fields

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of `identity`."""
        return digest_of(self.identity)

    @property
    def features(self) -> Mapping[str, float]:
        """Nothing: models then know the design by its fields alone."""
        return {}

    @property
    def parameters(self) -> Mapping[str, int]:
        """No parameters."""
        return {}


def checked(module: str) -> str:
    """Return the name of a module.

    Raises:
        ValueError: it is not a plain Verilog identifier.
    """
    if not _IDENTIFIER.fullmatch(module):
        raise ValueError(f"module {module!r} is not an identifier; legal: letters, digits and '_'")
    return module


def header(module: str, ports: Sequence[Port], about: str) -> str:
    """Return the head of a module: a comment, its name and its ports.

    Raises:
        ValueError: `module` is not a plain Verilog identifier.
    """
    ranges = {port: f"[{port.bits - 1}:0]" if port.bits > 1 else "" for port in ports}
    lines = [f"  {port.way:<6} logic {ranges[port]:<9} {port.name}" for port in ports]
    return "\n".join([f"// {about}", f"module {checked(module)} (", ",\n".join(lines), ");"])


def top(
    module: str, ports: Sequence[Port], *, of: str, parameters: Mapping[str, str], about: str
) -> str:
    """Return a module that is another one of the same ports with every parameter bound.

    Args:
        module: its name.
        ports: of both.
        of: name of the other one.
        parameters: of the other one, as SystemVerilog writes their values.
        about: a line of comment above it.

    Raises:
        ValueError: `module` is not a plain Verilog identifier.
    """
    longest = max(map(len, parameters), default=0)
    bound = [f"    .{name:<{longest}} ({value})" for name, value in parameters.items()]
    return "\n".join(
        [
            header(module, ports, about),
            f"  {of} #(",
            ",\n".join(bound),
            "  ) u_core (",
            ",\n".join(f"    .{port.name}" for port in ports),
            "  );",
            f"endmodule : {module}",
            "",
        ]
    )
