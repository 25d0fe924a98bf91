"""Verilog that somebody else may have made: whether simulating it could do more than simulate.

A netlist out of a merged store is compiled into a program that runs with the user's rights, so it
may hold only what this program writes into a netlist: cells, expressions, clocked blocks, and the
cell models of the families. The text is searched as it stands, comments and strings included, and
no token is looked for that another reader of Verilog could see differently; what real netlists hold
is so little that this costs nothing. Every search is linear in the length of the text.

Verilator looks for a module that a text does not define in a file, whose path an escaped identifier
may name: so there are none of these, and every module is defined in the text. Words beside each
other are those of a short list, or an instance of such a module: no other statement that brings in
a file, a library or a program has a form without two words, or a word and a string.

A netlist as JSON is Verilog too where its ports are written into the harness around it, which Yosys
reads; and Yosys calls functions of C libraries where a text asks for them. What is simulated of it
is made of its cells, and so is what is routed: nothing else in it may say anything.
"""

import re
from collections.abc import Collection
from typing import Any

from aesculus.errors import InputError

# Pure functions, and what a cell model says when it is used in a way that it does not model.
_HARMLESS = frozenset({"$clog2", "$display", "$fatal", "$finish", "$signed", "$unsigned"})

# The block RAM of iCE40 can begin with the content of a file, whose name a netlist would choose.
# No netlist of ours gives one, so that this statement does nothing in it.
_FROM_FILE = "$readmemh(INIT_FILE, memory);"

_SIGNS = re.compile(r"[^\t\n -\[\]-~]")
_CALL = re.compile(r"\$[A-Za-z0-9_$]*")
# A sign of money within a name: to one reader it belongs to it, to another it begins a call.
_JOINED = re.compile(r"\w\$")
_WORD = re.compile(r"\b(?:import|export|bind)\b")
_LINT = re.compile(r"/\* verilator lint_o(?:n|ff) [A-Z]+ \*/")
_TOOL = re.compile("verilator", re.IGNORECASE)
_DIRECTIVE_LINE = re.compile(r"^[^`\n]*`.*$", re.MULTILINE)

# Lines with a directive in the libraries that Yosys brings. A macro stands apart from the words
# around it, or it could join two of them into one that nobody has looked at.
_DIRECTIVES = (
    re.compile(r"\s*`(?:ifdef|ifndef) \w+\s*"),
    re.compile(r"\s*`(?:else|endif)\s*"),
    re.compile(r"`define SB_DFF_INIT initial Q = 0;"),
    re.compile(r"`define ICE40_DEFAULT_ASSIGNMENT_(?:V\(v\)(?: = v)?|0(?: = 1'b0)?|1(?: = 1'b1)?)"),
    re.compile(
        r"(?:[\w\[\]: \t]*[ \t])?"
        r"`(?:SB_DFF_INIT|ICE40_DEFAULT_ASSIGNMENT_(?:[01]|V\([0-9a-f'h ]*\)))[,;]?\s*"
    ),
)

# Each looks to the end of the text at most once.
_APART = re.compile(r'"[^"\n]*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_CONDITION = re.compile(r"`(?:(?:ifdef|ifndef) \w+|else|endif)")
_MACRO = re.compile(r"`define [^\n]*|`SB_DFF_INIT|`ICE40_DEFAULT_ASSIGNMENT_(?:[01]|V\([^)]*\))")
_LABEL = re.compile(r"\bbegin\s*:\s*\w+")
_CHOICES = re.compile(r"`(?:ifn?def|endif)\b|\bmodule\b")
_DEFINED = re.compile(r"\bmodule\s+(\w+)")
_PAIR = re.compile(r'\b([A-Za-z_]\w*)\b\s*(?=["#A-Za-z_])(?!(?:or|inside)\b)')

# The words of Verilog that our netlists have before another word.
_FIRST_WORDS = frozenset(
    {
        *("module", "endmodule", "parameter", "localparam", "input", "output", "inout"),
        *("wire", "reg", "integer", "genvar", "assign", "initial", "begin", "end", "else"),
        *("endcase", "posedge", "negedge", "or", "generate", "endgenerate"),
        *("function", "endfunction", "task", "endtask"),
    }
)

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# One of 93,000 tables has 7 million.
_MOST = 1 << 27

_REFUSED = (
    "refused, as it could run more than a simulation: {}; a netlist of this program has none, so "
    "somebody else made it"
)


class ForeignCodeError(InputError):
    """A netlist holds what could run a program or open a file; the message is one line."""


def checked(text: str) -> str:
    """Return a netlist to be simulated, less what could open a file.

    Args:
        text: Verilog of a netlist and of its cells' models.

    Raises:
        ForeignCodeError: it holds a system task, a directive, an import or a word to a tool that no
            netlist of ours has, or is longer than any; the message names the first.
    """
    if len(text) > _MOST:
        raise ForeignCodeError(f"refused, as it has more than {_MOST:,} signs: no netlist has")
    text = text.replace(_FROM_FILE, ";")
    why = _why_not(text)
    if why:
        raise ForeignCodeError(_REFUSED.format(why))
    return text


def check_ports(ports: Any) -> None:
    """Refuse ports of a netlist that cannot be written into Verilog as they are.

    Args:
        ports: name to direction and bits, as Yosys writes them.

    Raises:
        ForeignCodeError: a name is no plain identifier, a direction neither input nor output, or
            they are no ports at all; the message names the first.
    """
    if not isinstance(ports, dict):
        raise ForeignCodeError(_REFUSED.format("it has no ports"))
    for name, port in ports.items():
        if not _IDENTIFIER.fullmatch(name):
            raise ForeignCodeError(_REFUSED.format(f"a port named {name[:40]!a}"))
        if not isinstance(port, dict) or port.get("direction") not in ("input", "output"):
            raise ForeignCodeError(_REFUSED.format(f"the port {name} is neither input nor output"))
        if not isinstance(port.get("bits"), list):
            raise ForeignCodeError(_REFUSED.format(f"the port {name} has no bits"))


def check_netlist(netlist: Any, top: str) -> None:
    """Refuse a netlist as JSON that could say one thing to a simulation and another to a router.

    It may hold one module of plain cells. Yosys would put further modules into it, whatever they
    are named, and join nets by their names; and a name or a value that is written into Verilog
    could be more than one there.

    Args:
        netlist: as `netlists.netlist.parse` returns it.
        top: name of its module.

    Raises:
        ForeignCodeError: so it is, or no netlist; the message names the first.
    """
    try:
        _check_netlist(netlist, top)
    except (AttributeError, KeyError, TypeError) as error:
        raise ForeignCodeError(_REFUSED.format("a part of another form")) from error


def _check_netlist(netlist: Any, top: str) -> None:
    _only(netlist, {"creator", "modules"}, "it")
    _only(netlist["modules"], {top}, "its modules")
    module = netlist["modules"][top]
    check_ports(module["ports"])
    _only(module, {"attributes", "ports", "cells", "netnames"}, "its module")
    _only(module.get("attributes", {}), {"top"}, "the attributes of its module")
    for name, port in module["ports"].items():
        _only(port, {"direction", "bits"}, f"the port {name}")
        _check_bits(port["bits"], f"the port {name}")
    for cell in module.get("cells", {}).values():
        _check_cell(cell)
    for name, net in module.get("netnames", {}).items():
        shown = f"the net {name[:40]!a}"
        _only(net, {"hide_name", "bits", "upto", "offset", "attributes"}, shown)
        _only(net.get("attributes", {}), set(), shown)
        _check_bits(net["bits"], shown)
        port = module["ports"].get(name)
        if port is not None and port["bits"] != net["bits"]:
            raise ForeignCodeError(_REFUSED.format(f"{shown}, which is another than the port"))


_CELL = frozenset(
    {"hide_name", "type", "parameters", "attributes", "port_directions", "connections"}
)
_CELL_ATTRIBUTES = frozenset({"keep", "LOC", "BEL"})
# Words, and numbers that all readers take for the same. Yosys puts a blank behind a text that looks
# like a number: to one reader it is a text then, to another a number. Of that kind our own netlists
# have few, and a family that has tables as texts reads no other ones.
_VALUE = re.compile(r"(?:\w[\w.-]*)?", re.ASCII)
_CONTENT = re.compile(r"[01x]+|0[bx][0-9A-Fa-fx]+|0x[01]+ |NONE")
_TEXT = re.compile(r"CEMUX=1 |CSDECODE_\w=[01]+ ", re.ASCII)
_MOST_BIT = (1 << 31) - 1
"""Tools number nets with 32 bits: a larger number is another net to them than to this program."""


def _check_cell(cell: Any) -> None:
    kind = cell["type"]
    if not _IDENTIFIER.fullmatch(kind):
        raise ForeignCodeError(_REFUSED.format(f"a cell of the type {kind[:40]!a}"))
    shown = f"a cell {kind}"
    _only(cell, _CELL, shown)
    _only(cell.get("attributes", {}), _CELL_ATTRIBUTES, f"the attributes of {shown}")
    for name, value in cell.get("parameters", {}).items():
        form = _CONTENT if "INIT" in name else _VALUE
        plain = form.fullmatch(value) or _TEXT.fullmatch(f"{name}={value}")
        if not (_IDENTIFIER.fullmatch(name) and plain):
            raise ForeignCodeError(_REFUSED.format(f"the parameter {name[:40]!a} of {shown}"))
    directions = cell["port_directions"]
    for name, bits in cell["connections"].items():
        if not _IDENTIFIER.fullmatch(name) or directions.get(name) not in ("input", "output"):
            raise ForeignCodeError(_REFUSED.format(f"the pin {name[:40]!a} of {shown}"))
        _check_bits(bits, shown)


def _check_bits(bits: Any, of: str) -> None:
    for bit in bits:
        if not (bit in ("0", "1", "x", "z") if type(bit) is not int else 0 <= bit <= _MOST_BIT):
            raise ForeignCodeError(_REFUSED.format(f"{of} with a bit that is none"))


def _only(found: Any, legal: Collection[str], of: str) -> None:
    for name in found.keys() - legal:
        raise ForeignCodeError(_REFUSED.format(f"{of} with {name[:40]!a}"))


def _why_not(text: str) -> str:
    for found in _SIGNS.finditer(text):
        return f"the sign {found[0]!a} in {_line(text, found)}"
    for found in _CALL.finditer(text):
        if found[0] not in _HARMLESS and text[found.start() - 1 : found.end() + 1] != "[$]":
            return f"{found[0][:40]} in {_line(text, found)}"
    for pattern in (_JOINED, _WORD):
        for found in pattern.finditer(text):
            return f"{found[0]} in {_line(text, found)}"
    for found in _TOOL.finditer(text):
        start = max(found.start() - len("/* "), 0)
        if not _LINT.match(text, start):
            return f"a word to Verilator in {_line(text, found)}"
    for found in _DIRECTIVE_LINE.finditer(text):
        if not any(each.fullmatch(found[0]) for each in _DIRECTIVES):
            return f"a compiler directive in {_line(text, found)}"
    return _why_not_words(text)


def _why_not_words(text: str) -> str:
    """Return what in a text is neither a statement of our netlists nor an instance of its modules.

    Args:
        text: as the other searches leave it.
    """
    for found in _APART.finditer(text):
        if not _is_plain(found[0], text[found.end() : found.end() + 1]):
            return f"a text without an end, or with a directive in it, in {_line(text, found)}"
    bare = _APART.sub(_blank, text)
    depth = 0
    for found in _CHOICES.finditer(bare):
        depth += found[0].startswith("`if") - found[0].startswith("`endif")
        if depth and found[0] == "module":
            return f"a module under a condition in {_line(bare, found)}"
    # Whatever is chosen, nothing may begin before a condition and end behind it.
    bare = _LABEL.sub(_begin, _MACRO.sub("", _CONDITION.sub('""', bare)))
    defined = set(_DEFINED.findall(bare))
    for found in _PAIR.finditer(bare):
        word = found[1]
        if word not in _FIRST_WORDS and word not in defined:
            return f"{word[:40]}, which is no module of its own, in {_line(bare, found)}"
    return ""


def _is_plain(token: str, behind: str) -> bool:
    """Return whether a string or a comment is one for every reader."""
    if "`" in token:
        return False
    if token.startswith("/*"):
        return token.endswith("*/") and len(token) > len("/*/")
    # Three quotes begin a string over several lines in newer Verilog.
    return token.startswith("//") or (token.endswith('"') and len(token) > 1 and behind != '"')


def _blank(found: re.Match[str]) -> str:
    return '""' if found[0][0] == '"' else " " + "\n" * found[0].count("\n")


def _begin(found: re.Match[str]) -> str:
    return "begin" + "\n" * found[0].count("\n")


def _line(text: str, found: re.Match[str]) -> str:
    return f"line {text.count(chr(10), 0, found.start()) + 1:,}"
