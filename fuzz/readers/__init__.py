"""What the readers promise, a module a group: each lists its `TARGETS`."""
