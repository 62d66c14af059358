"""`python -m breachlab` is the command `breachlab`."""

from breachlab.cli.main import main

if __name__ == "__main__":
    main()
