"""Text files of a bundle by templates."""

from typing import Any

from aesculus.design import Port
from aesculus.pages import environment

_PACKAGE = "aesculus.export"


def render(template: str, **values: Any) -> str:
    """Return the text of a template in `templates/`, its name without `.j2`."""
    made = environment(_PACKAGE)
    made.filters |= {"range": span, "signal": signal, "vhdl": vhdl, "camel": camel}
    return made.get_template(f"templates/{template}.j2").render(values)


def span(port: Port) -> str:
    """Return the range of a port in Verilog, empty for a single bit."""
    return f"[{port.bits - 1}:0]" if port.bits > 1 else ""


def signal(port: Port) -> str:
    """Return a port's name without its direction; of one that is low when active `_n` stays."""
    stem, _, suffix = port.name.rpartition("_")
    if suffix in {"ni", "no"}:
        return f"{stem}_n"
    return stem or port.name


def vhdl(port: Port) -> str:
    """Return the type of a port in VHDL."""
    return f"std_logic_vector({port.bits - 1} downto 0)" if port.bits > 1 else "std_logic"


def camel(name: str) -> str:
    """Return a name in upper camel case."""
    return "".join(part.capitalize() for part in name.split("_"))
