"""Results for people: text and Markdown tables, plots as SVG, one self-contained HTML page."""
