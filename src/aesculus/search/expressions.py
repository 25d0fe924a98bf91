"""Rules of a space file: conditions over axis names, read without running anything.

The grammar is a small part of Python's: `and`, `or`, `not`, comparisons (chained and `in` too),
`+ - * // % &` on numbers, axis names, numbers, texts, lists, and `ones(mask)`, the number of cut
positions in a mask. `A or not B` says "B only with A".
"""

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

_LONGEST = 400

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda value, values: value in values,
    ast.NotIn: lambda value, values: value not in values,
}
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
}
_FUNCTIONS: dict[str, Callable[[int], int]] = {"ones": int.bit_count}
_LEGAL = "and, or, not, == != < <= > >= in, + - * // % &, lists, ones(cuts)"


class ExpressionError(ValueError):
    """A rule that cannot be read or does not make sense; the message is one line."""


class Expression:
    """One rule, read once and tested on many points."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        """Read a rule.

        Args:
            text: the rule.
            names: the names it may use.

        Raises:
            ExpressionError: it is not a rule; the message names what is wrong and what is legal.
        """
        self.text = text
        if len(text) > _LONGEST:
            raise ExpressionError(f"rule of {len(text)} characters: at most {_LONGEST} are legal")
        try:
            self._root = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            why = error.msg if isinstance(error, SyntaxError) else str(error)
            raise ExpressionError(
                f"rule {text!r} cannot be read ({why}); legal: {_LEGAL}"
            ) from None
        self.names: frozenset[str] = frozenset(_check(self._root, text, tuple(names)))

    def equated(self) -> list[tuple[str, int | str]]:
        """Return each name with a value that the rule asks whether it is, or is not."""
        return list(_equated(self._root))

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Return whether the rule holds for these values of the names.

        Raises:
            ExpressionError: values of kinds that do not fit its operators, or a division by zero.
        """
        try:
            return bool(_value(self._root, values))
        except TypeError:
            what = (
                "values that do not go together; legal: numbers with numbers, texts with texts, "
                "`in` before a list"
            )
            raise ExpressionError(f"rule {self.text!r}: {what}") from None
        except ZeroDivisionError:
            what = "division by zero; legal: a divisor that is never 0"
            raise ExpressionError(f"rule {self.text!r}: {what}") from None


def _check(node: ast.AST, text: str, names: tuple[str, ...]) -> set[str]:
    """Return the names below a node; every node that the grammar lacks is refused."""

    def refuse(what: str, legal: str) -> ExpressionError:
        return ExpressionError(f"rule {text!r}: {what}; legal: {legal}")

    used: set[str] = set()
    match node:
        case ast.Name(id=name):
            if name not in names:
                raise refuse(f"{name!r} is no axis", ", ".join(names))
            return {name}
        case ast.Constant(value=value):
            if not isinstance(value, int | str):
                raise refuse(f"value {value!r}", "whole numbers and texts")
            return used
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            return _check(argument, text, names)
        case ast.BoolOp(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            children: list[ast.AST] = list(parts)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            children = [operand]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            children = [left, right]
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in _COMPARE for op in ops
        ):
            children = [left, *others]
        case _:
            source = ast.get_source_segment(text.strip(), node) if hasattr(node, "lineno") else None
            raise refuse(f"{source or type(node).__name__!r} is not allowed", _LEGAL)
    for child in children:
        used |= _check(child, text, names)
    return used


def _equated(root: ast.AST) -> Iterator[tuple[str, int | str]]:
    for node in ast.walk(root):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for one, op, other in zip(sides, node.ops, node.comparators, strict=False):
            if not isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn):
                continue
            for name, value in ((one, other), (other, one)):
                if isinstance(name, ast.Name):
                    for each in getattr(value, "elts", [value]):
                        if isinstance(each, ast.Constant) and isinstance(each.value, int | str):
                            yield name.id, each.value


def _number(node: ast.AST, values: Mapping[str, Any]) -> int:
    found = _value(node, values)
    if not isinstance(found, int):
        # A text times a number would take as much memory as the number says.
        raise TypeError
    return found


def _value(node: ast.AST, values: Mapping[str, Any]) -> Any:  # noqa: PLR0911
    match node:
        case ast.Name(id=name):
            return values[name]
        case ast.Constant(value=value):
            return value
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _FUNCTIONS[name](_value(argument, values))
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, values) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_value(part, values) for part in parts)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_value(part, values) for part in parts]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, values)
        case ast.UnaryOp(operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_number(left, values), _number(right, values))
        case ast.Compare(left=left, ops=ops, comparators=others):
            before = _value(left, values)
            for comparison, other in zip(ops, others, strict=True):
                after = _value(other, values)
                if not _COMPARE[type(comparison)](before, after):
                    return False
                before = after
            return True
    raise AssertionError(ast.dump(node))  # _check lets nothing else through
