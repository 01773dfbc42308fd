"""When a page answers to a touch."""

from __future__ import annotations

SHOWN = """([touch, appears]) => {
  addEventListener(touch, () => { globalThis.touched = performance.now(); }, { capture: true });
  new MutationObserver(() => {
    if (globalThis.touched && !globalThis.after && document.querySelector(appears))
      globalThis.after = performance.now() - globalThis.touched;
  }).observe(document.getElementById("board"), { childList: true, subtree: true });
}"""
"""Measure the milliseconds from a touch to what it brings."""
