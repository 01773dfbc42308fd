"""The published strategies, and the planner."""
