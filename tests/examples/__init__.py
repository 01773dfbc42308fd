"""Games that are added from outside, as the examples show it."""
