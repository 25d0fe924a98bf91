"""`python -m aesculus` is the command `aesculus`."""

from aesculus.cli import main

if __name__ == "__main__":
    main()
