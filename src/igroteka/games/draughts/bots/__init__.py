"""The engine: its search budget, its levels for people, what it knows, and how that was fitted."""
