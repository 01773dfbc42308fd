"""`python -m igroteka` is the command line."""

from igroteka.cli import main

main()
