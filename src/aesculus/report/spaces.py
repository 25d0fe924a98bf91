"""What is known of a space, for people."""

from typing import Any

from aesculus.pages import DASH

_MOST_SHOWN = 20


def space_text(found: dict[str, Any]) -> str:
    """Return what `search.describe` tells as text."""
    lines: list[str] = []
    if "legal_rtl_points" in found:
        lines.append(
            f"{found['legal_rtl_points']:,} legal points (recipes, tag widths and fixed keys aside)"
        )
        lines += [f"  {axis['field']}: {_listed(axis)}" for axis in found["axes"]]
        lines.append("recipes:")
        lines += [f"  {name}: {text}" for name, text in found["recipes"].items()]
    for told in found.get("points", []) + found.get("sample", []):
        lines.append(f"{told['label']}: {'legal' if told['legal'] else 'not legal'}")
        lines += [f"  {name} is another label of this design" for name in told.get("typed", [])]
        lines += [f"  {reason}" for reason in told.get("reasons", [])]
        if "nearest" in told:
            lines.append(f"  nearest legal point: {told['nearest']}")
        for name, reasons in told.get("spaces", {}).items():
            lines.append(f"  {'not ' if reasons else ''}in {name}")
            lines += [f"    {reason}" for reason in reasons]
    if found.get("presets"):
        lines.append("named sets of points:")
    for named in found.get("presets", []):
        lines.append(
            f"  {named['name']}: {named['legal']} legal of {named['labels']}; {named['doc']}"
        )
        if "points" in named:
            lines.append("    " + " ".join(named["points"]))
        for label, told in named.get("refused", {}).items():
            lines.append(f"    {label}: {'; '.join(told['reasons'])}; nearest: {told['nearest']}")
    if found.get("spaces"):
        lines.append("space files:")
    for told in found.get("spaces", []):
        lines += _of_file(told)
    return "\n".join(lines)


def _of_file(told: dict[str, Any]) -> list[str]:
    """Return the lines of a space file."""
    counts = f"{told['legal']:,} point{_s(told['legal'])}; " if "legal" in told else ""
    lines = [f"  {told['name']}: {counts}{told['doc']}".removesuffix("; ")]
    if "devices" in told:
        lines.append(
            f"    {told['combinations']:,} combination{_s(told['combinations'])} of "
            f"{', '.join(told['axes']) or 'none'}; {told['listed']} label{_s(told['listed'])}"
            f"; devices: {', '.join(told['devices'])}"
        )
    lines += [f"    {reason}" for reason in told.get("refused", {}).values()]
    if told.get("legal") == 0:
        lines.append("    no legal point: loosen axes or constraints")
    return lines


def _listed(axis: dict[str, Any]) -> str:
    values = [_shown(axis["field"], value) for value in axis["values"]]
    if len(values) > _MOST_SHOWN:
        return f"{', '.join([*values[:4], '…', values[-1]])} ({len(values):,} values)"
    return ", ".join(values) or DASH


def _shown(field: str, value: object) -> str:
    if isinstance(value, bool):
        # As a space file has it.
        return str(value).lower()
    return f"{value:#x}" if field == "basis" and isinstance(value, int) else str(value)


def _s(count: int) -> str:
    return "" if count == 1 else "s"
