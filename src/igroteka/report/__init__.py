"""Results for people: text and Markdown listings, plots as SVG, one self-contained HTML page.

It may import the arena and all below.
"""
