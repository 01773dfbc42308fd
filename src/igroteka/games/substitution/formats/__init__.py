"""Files of the substitution game: logs of its first program."""
