"""`python -m aesculus.cli` is the `aesculus` command."""

from aesculus.cli import main

if __name__ == "__main__":
    main()
