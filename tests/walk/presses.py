"""Everything that can be pressed on a page is pressed once, and what comes of it is looked at."""

from __future__ import annotations

from playwright.sync_api import Error

from tests.walk import keys_and_fingers
from tests.walk.recording import take_picture, walked
from tests.walk.tables import LAPTOP, PHONE, Walker

PRESSES = "button, summary, label:has(input[type=radio]), input[type=checkbox]"
NEXT = "walk-next"
"""Marks what is pressed next; a page that draws itself anew forgets it."""
OVER = "dialog[open], .listing :is(.moves-panel, .afterword)"
"""What lies over all else until it is put away."""
FIND = f"""([presses, risky, pressed]) => {{
  const over = [...document.querySelectorAll("{OVER}")].filter(each => each.checkVisibility());
  const open = over.at(-1) ?? document;
  const alike = text => (text ?? "").trim().replaceAll(/[\\d.,]+/g, "N").slice(0, 40);
  const found = [...document.querySelectorAll(presses)].map(each => {{
    const form = each.form?.getAttribute("action") ?? "";
    const list = each.closest("ol, ul, tbody")?.children.length > 3;
    const words = list ? "one of many" : alike(each.getAttribute("aria-label") ?? each.textContent);
    const kind = [each.tagName, each.id, each.getAttribute("name"), alike(form), words];
    const here = open.contains(each) && !each.closest("#board") && !each.disabled
      && each.checkVisibility({{ visibilityProperty: true }}) && each.matches(".risk") === risky;
    return {{ each, kind: kind.join(" | "), here }};
  }}).find(({{ kind, here }}) => here && !pressed.includes(kind));
  document.querySelector(".{NEXT}")?.classList.remove("{NEXT}");
  found?.each.classList.add("{NEXT}");
  return found?.kind ?? null;
}}"""
FILL = """() => {
  for (const field of document.querySelectorAll("[required]")) {
    if (!field.value) field.value = field.type === "number" ? "1" : "Vera";
  }
}"""
PAUSE = 150
"""Milliseconds after which a press has had its effect on the page."""
LONGEST_PRESS = 15_000
"""Milliseconds after which a thing is taken for one that cannot be pressed."""
MOST = 60
"""Presses on one page."""


class Presser:
    """Presses what this visitor has not pressed yet; what can't be taken back only if asked to."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.pressed: set[str] = set()

    def press_all(self, address: str, *, risky: bool = False) -> None:
        """Press what is new at an address: on a phone, then what is on a laptop alone."""
        self.walker.scripts.write_down()
        self.walker.page.goto(address)
        self.walker.page.wait_for_timeout(PAUSE)
        for size in (PHONE, LAPTOP):
            self.walker.resize(size)
            self._press_new(address, size, risky)
        keys_and_fingers.use_all(self.walker, self.pressed)

    def _press_new(self, address: str, size: tuple[int, int], risky: bool) -> None:
        page = self.walker.page
        here = page.url
        for _ in range(MOST):
            kind = self.walker.ask(FIND, [PRESSES, risky, [*self.pressed]])
            if kind is None and not page.locator(OVER).count():
                return
            if kind is not None:
                self._press(kind, size)
            if kind is None or page.url != here:
                page.goto(address)

    def _press(self, kind: str, size: tuple[int, int]) -> None:
        page = self.walker.page
        self.walker.ask(FILL)
        pressed = page.locator(f".{NEXT}")
        try:
            pressed.click(timeout=LONGEST_PRESS, no_wait_after=True)
        except Error as error:
            if not (pressed.count() and pressed.is_visible() and pressed.is_enabled()):
                self.pressed.add(kind)  # it was a moment ago, and is pressed where it is again
                return
            why = [each for each in str(error).splitlines() if "intercepts" in each]
            take_picture(page)
            self.walker.fault(f"can't be pressed: {kind}: {why[-1:] or error}")
        self.pressed.add(kind)
        page.wait_for_timeout(PAUSE)
        page.wait_for_load_state()
        self.walker.measure(f"after {kind}", (size,))
        walked("press", kind)
