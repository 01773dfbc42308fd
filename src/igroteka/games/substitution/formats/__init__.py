"""Files of the substitution game: a configuration as XML."""
