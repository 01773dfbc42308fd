"""How the tables came to be: one file a step, run in order when an archive is opened."""
