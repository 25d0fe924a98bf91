"""A run of the engine in a process of its own, for tests that kill it: run_fake.py STORE LOG."""

import sys
from pathlib import Path

from aesculus.design import parse_build
from aesculus.engine.engine import Engine
from aesculus.engine.errors import Interrupted
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.task import Task
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome
from aesculus.store import Store
from aesculus.tools import run
from engine.fakes import good


def main(store: str, log: str) -> int:
    def slow(task: Task, workdir: Path) -> StageOutcome:
        with Path(log).open("a", encoding="utf-8") as stream:
            stream.write(f"{task.stage} {task.point.label}\n")
        # A program, so that there is a child to be ended with the run.
        run(["sleep", "0.1"], name="sleep", cwd=workdir, log=workdir / "log", timeout_s=60)
        return good(task)

    device = devices.load("XC2V4000")
    wants = [w for n in range(1, 5) for w in whole_chain(parse_build(f"UF{n}-PP1T"), device)]
    with (
        Store.open(store) as opened,
        Pool(slots=2, stages=dict.fromkeys(Stage, slow)) as pool,
    ):
        try:
            Engine(opened, pool).run(wants)
        except Interrupted as end:
            print(end)  # noqa: T201
            return 128 + end.signal
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
