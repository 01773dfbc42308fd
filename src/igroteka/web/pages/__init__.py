"""The pages: one file a room, each with its own router.

`common.py` is what they share: drawing a template for a visitor, and letting forms in.
"""
