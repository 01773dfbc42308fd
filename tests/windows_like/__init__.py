"""The house where Unix is missing: see `unlike_unix/sitecustomize.py`."""
