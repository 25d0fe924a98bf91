"""The bill of materials: of all that is installed, the same twice, and of what the lock names."""

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from aesculus.tools import sbom
from project.sources import ROOT

# What makes a virtual environment, and no lock names.
_BOOTSTRAP = {"pip", "setuptools", "wheel"}


def test_all_that_is_installed_is_in_it(tmp_path: Path) -> None:
    body = sbom.bill()
    names = {each["name"] for each in body["components"]}
    there = {
        re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower() for each in metadata.distributions()
    }
    assert names == there - {"aesculus"}
    for each in body["components"]:
        assert each["purl"] == f"pkg:pypi/{each['name']}@{metadata.version(each['name'])}"
    refs = {each["bom-ref"] for each in body["components"]}
    refs.add(body["metadata"]["component"]["bom-ref"])
    assert {each["ref"] for each in body["dependencies"]} == refs
    needs = {each["ref"]: each["dependsOn"] for each in body["dependencies"]}
    assert all(set(wanted) <= refs for wanted in needs.values())
    assert any(
        re.match(r"pkg:pypi/sqlalchemy@", ref)
        for name, wanted in needs.items()
        if name.startswith("pkg:pypi/alembic@")
        for ref in wanted
    )
    licensed = [each for each in body["components"] if "licenses" in each]
    assert len(licensed) > 0.8 * len(body["components"])
    again = tmp_path / "again.json"
    command = [sys.executable, "-m", "aesculus.tools.sbom", str(again)]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    assert json.loads(again.read_text()) == body


def test_what_is_installed_is_what_the_lock_names() -> None:
    lock = (ROOT / "requirements-dev.lock").read_text() + (ROOT / "requirements.lock").read_text()
    # A package may be pinned several times, for one Python each.
    pinned = set(re.findall(r"^([a-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\\n]+)", lock, flags=re.M))
    assert len(pinned) > 50
    unknown = {
        each["name"]: each["version"]
        for each in sbom.bill()["components"]
        if each["name"] not in _BOOTSTRAP and (each["name"], each["version"]) not in pinned
    }
    assert not unknown, f"installed but not locked so: {unknown}"
