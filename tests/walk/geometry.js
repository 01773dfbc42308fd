// What is wrong with where things are on a page: too wide, cut off, on each other, too small for a finger.
(() => {
  const TOLERANCE = 2; // pixels
  const box = each => each.getBoundingClientRect();
  const round = rect => `${Math.round(rect.width)}×${Math.round(rect.height)} at ${Math.round(rect.x)},${Math.round(rect.y)}`;
  const name = each => {
    const kind = (each.getAttribute("class") ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 2).map(one => `.${one}`).join("");
    const words = (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 28);
    return `${each.tagName.toLowerCase()}${each.id ? `#${each.id}` : kind}${words ? ` “${words}”` : ""}`;
  };

  // What was found out about an element is known until the page is measured again.
  const memories = [];
  function remembering(find) {
    const known = new Map();
    memories.push(known);
    return each => {
      if (!known.has(each)) known.set(each, find(each));
      return known.get(each);
    };
  }

  const style = remembering(each => {
    const { clipPath, opacity, display, overflowX, overflowY, position, pointerEvents, textOverflow, writingMode } = getComputedStyle(each);
    return { clipPath, opacity, display, overflowX, overflowY, position, pointerEvents, textOverflow, writingMode };
  });
  const shown = remembering(each => {
    const rect = box(each);
    return rect.width > 0 && rect.height > 0 && each.checkVisibility({ visibilityProperty: true }) && !hidden(each);
  });

  // What is kept for those who listen, or lies in a window that is closed, is not seen.
  const hidden = remembering(each => {
    if (!each || each === document.body) return false;
    const { clipPath, opacity, display } = style(each);
    return clipPath.startsWith("inset(50") || opacity === "0" || display === "none" || hidden(each.parentElement);
  });

  const modal = remembering(() => [...document.querySelectorAll("dialog[open]")].at(-1));
  const within = each => !modal() || modal().contains(each);

  /** The part of an element, or of a text in it, that what is around it and the window leave to be seen, and who cuts it. */
  function left(each, rect, around = each.parentElement) {
    let { left, top, right, bottom } = rect;
    let cutter = null, scrolls = false;
    const leave = (edges, x, y) => {
      if (x) { left = Math.max(left, edges.left); right = Math.min(right, edges.right); }
      if (y) { top = Math.max(top, edges.top); bottom = Math.min(bottom, edges.bottom); }
    };
    const cut = (edges, by, x, y) => {
      if (x && (left < edges.left - TOLERANCE || right > edges.right + TOLERANCE) || y && (top < edges.top - TOLERANCE || bottom > edges.bottom + TOLERANCE)) cutter ??= by;
      leave(edges, x, y);
    };
    for (let above = around; above; above = above.parentElement) {
      const { overflowX, overflowY, position } = style(above);
      const may = how => how === "auto" || how === "scroll";
      if (above === document.documentElement || above === document.body && overflowX === "visible") break;
      if (may(overflowX) || may(overflowY)) { scrolls = true; leave(box(above), true, true); break; } // what is scrolled away can be reached
      if (overflowX !== "visible" || overflowY !== "visible") cut(box(above), above, overflowX !== "visible", overflowY !== "visible");
      if (position === "fixed") break;
    }
    if (!scrolls) cut({ left: 0, right: innerWidth, top: -1e6, bottom: 1e6 }, document.documentElement, true, false);
    return { x: left, y: top, left, top, right, bottom, width: right - left, height: bottom - top, cutter };
  }

  const TOUCHED = "button, a[href], select, textarea, input:not([type=hidden]), [role=button], summary";
  const DRAWN = `${TOUCHED}, svg, img, [role=img], label, h1, h2, h3, p, li, td, th, b, small, span`;
  const texts = remembering(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const each = text.parentElement;
      if (!text.data.trim() || each.closest("script, style, template, option, svg, noscript, .skip") || !within(each) || !shown(each)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) if (rect.width > 1 && rect.height > 1) found.push({ each, rect, seen: left(each, rect, each) });
    }
    return found;
  });

  function tooWide() {
    const page = document.scrollingElement;
    if (page.scrollWidth <= innerWidth + 1) return [];
    const over = [...document.body.querySelectorAll(DRAWN)].filter(each => shown(each) && box(each).right > innerWidth + 1 && left(each, box(each)).cutter === document.documentElement);
    return [`the page is ${page.scrollWidth - innerWidth} px too wide: ${over.slice(0, 3).map(name).join("; ")}`];
  }

  function tooHigh() {
    if (!document.body.classList.contains("at-table") || document.scrollingElement.scrollHeight <= innerHeight + 1) return [];
    return [`a table is ${document.scrollingElement.scrollHeight - innerHeight} px higher than the window`];
  }

  // A text that goes on past the end of its line, and only there.
  function dotted(each, rect) {
    const { textOverflow, writingMode } = style(each);
    const across = writingMode.startsWith("vertical") ? rect.right <= box(each).right + TOLERANCE : rect.bottom <= box(each).bottom + TOLERANCE;
    return textOverflow === "ellipsis" && across;
  }

  // Names may end in three dots, and what scrolls is reached; all else is seen whole.
  function cutOff() {
    const wrong = [];
    const told = new Set();
    const tell = (each, what) => { if (!told.has(each)) { told.add(each); wrong.push(what); } };
    for (const { each, rect, seen } of texts()) {
      if (each.closest("[aria-hidden=true]")) continue;
      if (!seen.cutter || dotted(seen.cutter, rect)) continue;
      if (seen.width < rect.width - TOLERANCE || seen.height < rect.height - 6) tell(each, `cut off by ${name(seen.cutter)}: ${name(each)}`);
    }
    for (const each of document.querySelectorAll(`main :is(${TOUCHED}, svg, img, .c)`)) {
      if (!within(each) || !shown(each) || each.closest("svg") !== each && each.closest("svg")) continue;
      const rect = box(each), seen = left(each, rect);
      if (seen.cutter && (seen.width < rect.width - 3 || seen.height < rect.height - 3)) tell(each, `cut off by ${name(seen.cutter)}: ${name(each)} ${round(rect)}, of which ${Math.round(seen.width)}×${Math.round(seen.height)} is seen`);
    }
    return wrong;
  }

  // Lines of text that lie on each other. What is said for a moment may.
  function onEachOther() {
    const found = texts().filter(({ each, seen }) => seen.width > 3 && seen.height > 3 && !each.closest(".refusal") && !behind(each, seen));
    found.sort((one, other) => one.seen.top - other.seen.top);
    const wrong = new Set();
    found.forEach(({ each: one, seen }, place) => {
      for (let next = place + 1; next < found.length && found[next].seen.top < seen.bottom; next += 1) {
        const { each: other, seen: lower } = found[next];
        const wide = Math.min(seen.right, lower.right) - Math.max(seen.left, lower.left);
        const high = Math.min(seen.bottom, lower.bottom) - lower.top;
        if (wide <= 3 || high <= Math.min(seen.height, lower.height) * 0.35) continue;
        const inner = (outer, each) => outer.contains(each) && style(each).position === "static";
        if (one !== other && !inner(one, other) && !inner(other, one)) wrong.add(`on each other: ${name(one)} / ${name(other)}`);
      }
    });
    return [...wrong];
  }

  // Whether something else lies on the middle of a text, so that it is not seen at all.
  function behind(each, rect) {
    const x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    return top && top !== each && !each.contains(top) && !top.contains(each);
  }

  function inside(rect) {
    return rect.left >= -1 && rect.top >= -1 && rect.right <= innerWidth + 1 && rect.bottom <= innerHeight + 1;
  }

  // Some point of it answers to a finger; of cards in a fan the edge does.
  const reached = remembering(each => {
    const rect = box(each);
    for (let down = 0.1; down < 1; down += 0.2) for (let right = 0.04; right < 1; right += 0.08) {
      const top = document.elementFromPoint(rect.x + rect.width * right, rect.y + rect.height * down);
      if (top && (each.contains(top) || top.contains(each) && style(each).pointerEvents === "none")) return true;
      if (top && each.closest("label")?.contains(top)) return true;
    }
    return false;
  });

  // What lies under a bar that stays in its place comes out from under it when the page is scrolled.
  function underBar(each) {
    const rect = box(each);
    if (document.scrollingElement.scrollHeight <= innerHeight + 1) return false;
    const top = document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
    for (let above = top; above && above !== document.body; above = above.parentElement) {
      if (["fixed", "sticky"].includes(style(above).position)) return !above.contains(each);
    }
    return false;
  }

  // Cards may lie on cards; what is no part of the board lies on none.
  function strangerOver(each) {
    const rect = box(each);
    const top = inside(rect) && document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
    const word = top?.closest(".refusal") && !each.matches("button"); // what is said for a moment
    return top && !word && !document.getElementById("board").contains(top) && !top.contains(each);
  }

  // A list of moves that was asked for lies on the table until it is put away.
  const listing = () => Boolean(document.querySelector(".listing"));

  function covered() {
    if (listing()) return [];
    const scrolled = each => { for (let above = each.parentElement; above && above !== document.body; above = above.parentElement) if (/auto|scroll/.test(`${style(above).overflowX} ${style(above).overflowY}`)) return true; return false; };
    const needed = [...document.querySelectorAll(`main :is(${TOUCHED}, .c, .piece)`)].filter(each => within(each) && shown(each) && style(each).pointerEvents !== "none");
    const cut = each => { const { width, height } = left(each, box(each)); return width <= 0 || height <= 0; }; // or pulled out of a drawing's view
    const wrong = needed.filter(each => inside(box(each)) && !cut(each) && !reached(each) && !underBar(each) && !scrolled(each) && !each.matches("span.c"));
    const hidden = [...document.querySelectorAll("#board :is(.c, .piece):not([aria-hidden=true])")].filter(each => within(each) && shown(each) && strangerOver(each));
    return [...wrong, ...hidden].map(each => `covered: ${name(each)} ${round(box(each))}`);
  }

  // Things for a finger. A link in a sentence is as high as its line; squares of a board fill its width.
  function small(finger) {
    const wrong = [...document.querySelectorAll(TOUCHED)].filter(each => {
      if (!within(each) || !shown(each) || each.closest(".skip, [aria-hidden=true], [aria-disabled=true]") || each.disabled || !inside(box(each)) || !reached(each)) return false;
      if (style(each).display === "inline" && each.parentElement.textContent.trim() !== each.textContent.trim()) return false;
      const over = getComputedStyle(each, "::after"); // a link whose surroundings lead there too
      if (over.content !== "none" && over.position === "absolute") return false;
      const rect = each.type === "checkbox" || each.type === "radio" ? box(each.closest("label") ?? each) : box(each);
      const next = each.matches(".c") ? each.nextElementSibling : null;
      const width = next ? Math.min(rect.width, Math.abs(box(next).x - rect.x) || rect.width) : rect.width;
      const least = each.ownerSVGElement ? Math.min(finger, innerWidth / 10.5) : finger;
      return width < least - 0.5 || rect.height < least - 0.5;
    });
    return wrong.map(each => `small for a finger: ${name(each)} ${round(box(each))}`);
  }

  function sameNames() {
    const seats = [...document.querySelectorAll("main [data-seat]:not(.c)")].filter(shown).map(each => each.textContent.trim()).filter(Boolean);
    return [...new Set(seats.filter((each, place) => seats.indexOf(each) !== place))].map(each => `two seats read “${each.slice(0, 60)}”`);
  }

  /** Everything that is wrong, as soon as there is a page; what touches matter to is asked where screens are touched. */
  async function faults(finger) {
    while (!document.body) await new Promise(done => setTimeout(done, 10));
    memories.forEach(each => each.clear());
    return [...new Set([...tooWide(), ...tooHigh(), ...cutOff(), ...onEachOther(), ...covered(), ...sameNames(), ...(finger ? small(finger) : [])])];
  }

  /** The same of a page that is longer than the window: its beginning, where it goes on alike, and its end. */
  async function scrolled(finger) {
    scrollTo(0, 0);
    const found = new Set(await faults(finger));
    const end = document.scrollingElement.scrollHeight - innerHeight, step = innerHeight * 0.9;
    const tops = [step, 2 * step].filter(top => top < end);
    for (const top of end > 0 ? [...tops, end] : []) {
      scrollTo(0, top);
      await new Promise(done => requestAnimationFrame(done));
      (await faults(finger)).forEach(each => found.add(each));
    }
    scrollTo(0, 0);
    return [...found];
  }

  globalThis.geometry = { faults, scrolled };
})();
