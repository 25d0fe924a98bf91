"""A bill of materials of the environment that this runs in, as CycloneDX 1.5 in JSON.

`python -m aesculus.tools.sbom FILE` writes it. What is installed is read with
`importlib.metadata`; licences are as the packages declare them. There is no time and no random
number in it, so that the same environment gives the same bytes.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement

ROOT = "aesculus"
_SPEC = "1.5"


def bill(distributions: Iterable[metadata.Distribution] | None = None) -> dict[str, Any]:
    """Return the bill of materials.

    Args:
        distributions: what is installed; by default what this interpreter sees.
    """
    found = {
        _name(each.metadata["Name"]): each
        for each in (metadata.distributions() if distributions is None else distributions)
        if each.metadata["Name"]
    }
    components = [_component(name, each) for name, each in sorted(found.items()) if name != ROOT]
    root: dict[str, Any] = {"type": "application", "name": ROOT, "bom-ref": ROOT}
    if ROOT in found:
        root |= _component(ROOT, found[ROOT]) | {"type": "application"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": _SPEC,
        "version": 1,
        "metadata": {"component": root},
        "components": components,
        "dependencies": [
            {"ref": _ref(found, name), "dependsOn": _needs(found, name)} for name in sorted(found)
        ],
    }


def _name(text: str) -> str:
    return re.sub(r"[-_.]+", "-", text).lower()


def _ref(found: dict[str, metadata.Distribution], name: str) -> str:
    return f"pkg:pypi/{name}@{found[name].version}"


def _component(name: str, each: metadata.Distribution) -> dict[str, Any]:
    ref = f"pkg:pypi/{name}@{each.version}"
    told: dict[str, Any] = {
        "type": "library",
        "bom-ref": ref,
        "name": name,
        "version": each.version,
        "purl": ref,
    }
    if _field(each, "Summary"):
        told["description"] = _field(each, "Summary")
    licences = _licences(each)
    if licences:
        told["licenses"] = licences
    record = each.read_text("RECORD")
    if record:
        # Of the list of its files with their digests: what was installed, file by file.
        digest = hashlib.sha256("\n".join(sorted(_files(record))).encode()).hexdigest()
        told["properties"] = [{"name": "aesculus:files:sha256", "value": digest}]
    return told


def _field(each: metadata.Distribution, name: str) -> str:
    # A field that there is not is an error in some versions of the library, and None in others.
    return each.metadata[name] if name in each.metadata else ""  # noqa: SIM401


def _files(record: str) -> Iterable[str]:
    """Return the lines of a list of files that do not depend on where it was installed."""
    return (line for line in record.splitlines() if ",sha256=" in line and "../" not in line)


def _licences(each: metadata.Distribution) -> list[dict[str, Any]]:
    expression = _field(each, "License-Expression")
    if expression:
        return [{"expression": expression}]
    named = [
        text.rpartition(" :: ")[2]
        for text in each.metadata.get_all("Classifier") or []
        if text.startswith("License :: ")
    ]
    text = (_field(each, "License") or "").strip()
    if not named and text and "\n" not in text and len(text) < 100:
        named = [text]
    return [{"license": {"name": name}} for name in sorted(set(named))]


def _needs(found: dict[str, metadata.Distribution], name: str) -> list[str]:
    """Return what a package needs of what is installed, extras left out."""
    wanted = set()
    for line in found[name].requires or []:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if applies and _name(requirement.name) in found:
            wanted.add(_ref(found, _name(requirement.name)))
    return sorted(wanted)


def main(path: Path) -> int:
    """Write the bill of materials to a file; return how many components it has."""
    body = bill()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(body, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return len(body["components"])


if __name__ == "__main__":
    count = main(Path(sys.argv[1]))
    sys.stdout.write(f"{sys.argv[1]}: {count} components\n")
