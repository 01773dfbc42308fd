// What is measured in a page: where things are, what covers them, how far their colours are from each other.
(() => {
  const shown = each => { const box = each.getBoundingClientRect(); return box.width > 0 && box.height > 0 && getComputedStyle(each).visibility !== "hidden"; };
  const all = selector => [...document.querySelectorAll(selector)].filter(shown);
  const name = each => `${each.tagName.toLowerCase()}${each.id ? "#" + each.id : ""}.${(each.getAttribute("class") ?? "").trim().replaceAll(/\s+/g, ".")} ${(each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 30)}`;

  // Points of an element, and whether one of them is not under something else.
  function uncovered(each) {
    const box = each.getBoundingClientRect();
    for (let down = 0.1; down < 1; down += 0.2) for (let right = 0.05; right < 1; right += 0.1) {
      const found = document.elementFromPoint(box.x + box.width * right, box.y + box.height * down);
      if (found && (each.contains(found) || found.contains(each) && getComputedStyle(each).pointerEvents === "none")) return true;
    }
    return false;
  }

  /** What should be in sight and is not. */
  function hidden(selectors) {
    return selectors.flatMap(selector => {
      const found = all(selector);
      if (!found.length) return [`nothing is ${selector}`];
      return found.filter(each => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 || !uncovered(each);
      }).map(each => `${selector}: ${name(each)} ${JSON.stringify(each.getBoundingClientRect())}`);
    });
  }

  /** What can be touched and is smaller than a finger; of cards in a row, what is seen of them. */
  function small(except, finger) {
    const touched = all("button, a, select, textarea, input:not([type=hidden]), [role=button]").filter(each => !each.closest(except) && uncovered(each));
    return touched.filter(each => {
      const box = each.getBoundingClientRect();
      const next = each.classList.contains("c") ? each.nextElementSibling?.getBoundingClientRect() : null;
      const width = next ? Math.min(box.width, next.x - box.x) : box.width;
      return width < finger - 0.5 || box.height < finger - 0.5;
    }).map(each => `${name(each)} ${Math.round(each.getBoundingClientRect().width)}×${Math.round(each.getBoundingClientRect().height)}`);
  }

  /** Things that lie on each other. */
  function overlapping(selectors) {
    const found = selectors.flatMap(all);
    return found.flatMap((one, place) => found.slice(place + 1).filter(other => {
      const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
      return !one.contains(other) && !other.contains(one) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    }).map(other => `${name(one)} / ${name(other)}`));
  }

  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  function colour(text) {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = text;
    ink.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = ink.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  const over = ([r, g, b, a], below) => [r, g, b].map((each, place) => each * a + below[place] * (1 - a));
  const light = rgb => rgb.map(each => each / 255).map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)).reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
  const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };

  // The colours that may be behind an element: those of a gradient, or of what is not seen through.
  function grounds(each) {
    const layers = [];
    for (let above = each; above; above = above.parentElement) {
      const style = getComputedStyle(above);
      const stops = style.backgroundImage.startsWith("radial-gradient") ? style.backgroundImage.match(/(rgba?|color|oklab|lab)\([^()]*\)/g).map(colour) : [];
      if (stops.length) return stops.map(stop => layers.reduceRight((below, layer) => over(layer, below), over(stop, [255, 255, 255])));
      const own = colour(style.backgroundColor);
      if (own[3] > 0) layers.push(own);
      if (own[3] === 1) break;
    }
    return [layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255])];
  }

  /** Texts that are hard to read on what is behind them; what is disabled is not asked. */
  function pale(least) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const wrong = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const each = text.parentElement;
      if (!text.data.trim() || !shown(each) || each.closest("svg, script, style, .vh, [disabled], [aria-disabled], :disabled, dialog:not([open])") || getComputedStyle(each).clipPath !== "none") continue;
      let faded = 1;
      for (let above = each; above; above = above.parentElement) faded *= Number(getComputedStyle(above).opacity);
      const own = colour(getComputedStyle(each).color);
      for (const ground of grounds(each)) {
        const found = ratio(over([own[0], own[1], own[2], own[3] * faded], ground), ground);
        if (found < least) wrong.push(`${found.toFixed(2)} ${name(each)}`);
      }
    }
    return [...new Set(wrong)];
  }

  /** Where things are, to see whether they stay there. */
  function places(selectors) {
    return Object.fromEntries(Object.entries(selectors).map(([selector, sides]) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [selector, box ? sides.map(side => Math.round(box[side])) : null];
    }));
  }

  globalThis.measures = { hidden, small, overlapping, pale, places };
})();
