"""What is clicked in a game of bridge."""

from __future__ import annotations

LONGEST_GAME = 120.0
UNCOVERED = """element => {
  element.scrollIntoView({block: 'nearest'});
  const box = element.getBoundingClientRect();
  for (let down = 0.1; down < 1; down += 0.2) for (let right = 0.05; right < 1; right += 0.1) {
    const [x, y] = [box.width * right, box.height * down];
    if (element.contains(document.elementFromPoint(box.x + x, box.y + y))) return {x, y};
  }
}"""
"""Where a card can be touched: the rest of it may lie under the next one."""
ONE_NOTRUMP = ('.bid[data-action="1NT"]:enabled', '.bid[data-action="pass"]', ".hand .can")
SEVEN_NOTRUMP = (
    '[data-action="level 7"][aria-pressed=false]:enabled',
    '.bid[data-action="7NT"]:enabled',
    *ONE_NOTRUMP[1:],
)
"""Who opens so declares, whatever the cards are."""
