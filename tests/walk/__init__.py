"""The walk: what a person can reach is opened, measured and used, and found to work.

Nothing here names a game, a page, an option or a command. What is walked comes from the registry,
the option lists, the routes and the commands, so that what is added is walked by itself.
`make walk` runs what CI runs and prints what was reached; `make slow` walks the full product.
"""
