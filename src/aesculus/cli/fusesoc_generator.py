"""The generator of `aesculus.core`: FuseSoC calls it to get a design by its label.

It exports a bundle below the folder that FuseSoC gives it, with the store that `AESCULUS_STORE`
names or that lies beside the core file that calls, and writes a core file about it.
"""

import json
import sys
from pathlib import Path


def main(path: Path) -> None:
    """Do what FuseSoC asks for in a file of its own.

    Raises:
        ValueError: the parameters are not legal.
        OSError: a file cannot be read or written.
    """
    import yaml  # noqa: PLC0415 - FuseSoC has it, and nothing else here needs it

    # The path is set by now.
    from aesculus.cli.app import main as run  # noqa: PLC0415
    from aesculus.export.fusesoc import MODULE, alias, core_file, parameters, store  # noqa: PLC0415
    from aesculus.inputs import InputFileError, read_text  # noqa: PLC0415

    try:
        asked = yaml.safe_load(read_text(path))
    except InputFileError as error:
        raise ValueError(f"{path}: {error}") from None
    except yaml.YAMLError as error:
        raise ValueError(f"{path}: no YAML: {' '.join(str(error).split())}") from None
    if not isinstance(asked, dict) or not {"files_root", "vlnv"} <= asked.keys():
        raise ValueError(f"{path}: not what FuseSoC gives a generator")
    if str(asked["vlnv"]).count(":") < 2:
        raise ValueError(f"{path}: vlnv {asked['vlnv']!r}; legal: vendor:library:name:version")
    wanted = parameters(asked.get("parameters"))
    folder = Path("bundle")
    arguments = ["export", wanted["label"], "--out", str(folder), "--force"]
    arguments += ["--store", str(store(Path(asked["files_root"])))]
    arguments += ["--flat"] if wanted["flat"] else []
    arguments += ["--device", wanted["device"]] if wanted["device"] else []
    try:
        run(arguments)
    except SystemExit as end:
        if end.code:
            raise
    core = json.loads((folder / "core.json").read_text(encoding="utf-8"))
    Path(f"{MODULE}.v").write_text(alias(core), encoding="utf-8")
    bench = f"module {MODULE}_tb;\n  {core['wrapper']['top']}_tb u_bench ();\nendmodule\n"
    licence = "// SPDX-License-Identifier: Apache-2.0\n"
    Path(f"{MODULE}_tb.sv").write_text(licence + bench, encoding="utf-8")
    name = asked["vlnv"].split(":")[2]
    text = core_file(asked["vlnv"], folder, core, wanted)
    Path(f"{name}.core").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    # In a checkout that is not installed. The folder of a script comes first otherwise, and a
    # module here would hide one of Python's that has its name.
    sys.path[:1] = [str(Path(__file__).resolve().parents[2])]
    try:
        if len(sys.argv) != 2:
            raise ValueError("FuseSoC calls this, with one file")
        main(Path(sys.argv[1]))
    except (ValueError, OSError) as error:
        sys.exit(f"aesculus: error: {error}")
