"""`python -m aesculus.studies.faults FOLDER` runs all trials and writes their table there."""

import sys
from pathlib import Path

from aesculus.studies.faults.run import run

if __name__ == "__main__":
    sys.exit(min(1, run(Path(sys.argv[1]))))
