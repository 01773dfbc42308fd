// Things move: what is drawn anew slides from where it was. How long, the tokens of the style say; where
// motion is not wanted they are nought, and everything is at once where it belongs.
const root = getComputedStyle(document.documentElement);

/** Milliseconds of a token such as `--fly`. */
export function lasting(token) {
  const value = root.getPropertyValue(token).trim();
  return value.endsWith("ms") ? parseFloat(value) : 1000 * parseFloat(value) || 0;
}

const easing = () => root.getPropertyValue("--ease").trim() || "ease";

/** Where the things of a board are, by their keys; hidden ones have no place. */
export function places(board, key = "card") {
  const found = new Map();
  for (const thing of board.querySelectorAll(`[data-${key}]`)) {
    const box = thing.getBoundingClientRect();
    if (box.width) found.set(thing.dataset[key], box);
  }
  return found;
}

/**
 * @typedef {object} Ways how things come and go
 * @property {string} [key] the attribute that tells one thing from another
 * @property {string} [token] how long it lasts
 * @property {(thing: Element) => DOMRect | null} [from] where a new thing comes from
 * @property {(name: string) => DOMRect | null} [to] where a thing that is gone flies to
 */

/** Let what has another place now come there from the old one. What is new comes from where `from` says,
    by its element, or appears; what is gone flies to where `to` says, by its key. Both answer with a box,
    or with nothing. @param {Element} board @param {Map<string, DOMRect>} before @param {Ways} ways */
export function settle(board, before, { key = "card", token = "--fly", from = () => null, to = () => null } = {}) {
  const time = lasting(token);
  if (!time) return;
  const left = new Map(before);
  for (const thing of board.querySelectorAll(`[data-${key}]`)) {
    const old = before.get(thing.dataset[key]);
    const hidden = old ? null : small(from(thing));
    left.delete(thing.dataset[key]);
    if (old) slide(thing, old, time);
    else if (hidden) turnUp(thing, hidden, time);
  }
  for (const [name, box] of left) {
    const goal = to(name);
    if (goal) depart(board, name, box, goal, time);
  }
}

// What comes out of a place begins in the middle of it, small.
function small(box) {
  if (!box) return null;
  return new DOMRect(box.x + box.width / 2 - 20, box.y + box.height / 2 - 28, 40, 56);
}

function slide(thing, old, time) {
  const now = thing.getBoundingClientRect();
  if (!now.width || (Math.abs(now.x - old.x) < 2 && Math.abs(now.y - old.y) < 2)) return;
  thing.animate([{ translate: `${old.x - now.x}px ${old.y - now.y}px`, scale: old.width / now.width, transformOrigin: "0 0", zIndex: 4 }, { translate: "0 0", scale: 1, transformOrigin: "0 0", zIndex: 4 }], { duration: time, easing: easing() });
}

// What nobody has seen before shows its back until it is half way.
function turnUp(thing, old, time) {
  const now = thing.getBoundingClientRect();
  if (!now.width) return;
  const [x, y, size] = [old.x - now.x, old.y - now.y, old.width / now.width];
  const half = (1 + size) / 2;
  thing.classList.add("face-down");
  setTimeout(() => thing.classList.remove("face-down"), 0.45 * time);
  thing.animate([
    { translate: `${x}px ${y}px`, scale: `${size} ${size}`, transformOrigin: "0 0", zIndex: 4 },
    { translate: `${x / 2 + now.width * half / 2}px ${y / 2}px`, scale: `0 ${half}`, transformOrigin: "0 0", zIndex: 4, offset: 0.45 },
    { translate: "0 0", scale: "1 1", transformOrigin: "0 0", zIndex: 4 },
  ], { duration: time, easing: "ease-out" });
}

// A picture of what has left the board, on its way out.
const leaving = new Map();

/** Keep a picture of a thing, so that it can fly away after it has gone from the board. */
export function keepPictures(board, key = "card") {
  leaving.clear();
  for (const thing of board.querySelectorAll(`[data-${key}]`)) leaving.set(thing.dataset[key], thing);
}

function depart(board, name, box, goal, time) {
  const picture = leaving.get(name)?.cloneNode(true);
  if (!picture) return;
  const around = board.getBoundingClientRect();
  picture.removeAttribute("data-card");
  picture.setAttribute("aria-hidden", "true");
  picture.tabIndex = -1;
  picture.classList.add("leaving");
  Object.assign(picture.style, { position: "absolute", margin: 0, left: `${box.x - around.x}px`, top: `${box.y - around.y}px`, width: `${box.width}px`, pointerEvents: "none", zIndex: 5 });
  board.append(picture);
  const way = `${goal.x + goal.width / 2 - box.x - box.width / 2}px ${goal.y + goal.height / 2 - box.y - box.height / 2}px`;
  picture.animate([{ translate: "0 0", scale: 1, opacity: 1 }, { translate: way, scale: 0.5, opacity: 0.2 }], { duration: time, easing: easing() }).finished.finally(() => picture.remove());
}
