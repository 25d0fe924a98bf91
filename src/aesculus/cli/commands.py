"""The subcommands, in the order in which `aesculus --help` names them."""

COMMANDS = {
    "explore": "Measure points on devices, best first; go on where the last run stopped.",
    "show": "Print the results by device, the Pareto-optimal points marked, as wide as the "
    "terminal.",
    "pick": "Pick the measured and verified design that meets a goal, and say what binds.",
    "close": "Race recipes, ways to place and route, and seeds for the best build of a design.",
    "verify": "Simulate a design against NIST vectors and a second implementation, and measure it.",
    "export": "Write a design as synthesisable files with core.json; "
    "its netlist is verified first.",
    "verify-bundle": "Check every file of a bundle against its manifest; "
    "name what changed, is missing or new.",
    "flow": "Write the project of a vendor's tool for a bundle, in the harness that routers get.",
    "litex": "Build a LiteX system with a VexRiscv around a design, and run a program of C on it.",
    "build": "Write a bitstream of a verified core with a serial line, for a board.",
    "board": "Try known answers and random blocks on a board by its serial port; measure its rate.",
    "import-report": "Read reports of a vendor's tool and keep them; without files, list them.",
    "foreign": "Measure a core of somebody by the same vectors, harness, recipe and seeds "
    "as our own.",
    "report": "Write the results as one HTML page.",
    "reproduce": "Measure a paper's points on its families and on a routed device; "
    "judge its claims.",
    "devices": "List the devices.",
    "space": "Describe the space, explain why a label is legal or not, list a set, or draw points.",
    "bench": "Run a benchmark campaign and write its figures, or list the campaigns.",
    "log": "Show what the tools said when a design failed: reason, and the end of the log.",
    "doctor": "Look at tools, compiler, disk and memory; say what is missing and how to get it.",
    "store": "Count the results of a store; check, merge or export stores, or forget results.",
}
"""Subcommand to what `aesculus --help` says of it, which is the first line of what its own says.

The module of its name in this room (`_` for `-`) has `command`, a function, or `app`, a group of
commands.
"""
