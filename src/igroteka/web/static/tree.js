// A drawn tree: moved and enlarged by mouse, fingers and keys; a node opens below it.
const view = document.getElementById("tree");
const drawing = view?.querySelector("svg");

if (drawing) {
  const whole = drawing.viewBox.baseVal;
  const start = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  let box = { ...start };
  const pointers = new Map();
  let moved = 0;

  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  drawing.setAttribute("preserveAspectRatio", "xMinYMin meet");

  const show = () => drawing.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  const scale = () => Math.max(box.width / view.clientWidth, box.height / view.clientHeight);

  /** Enlarge around a place of the screen. */
  function zoom(by, x = view.clientWidth / 2, y = view.clientHeight / 2) {
    const factor = Math.min(Math.max(1 / by, 0.2), 5);
    const width = Math.min(Math.max(box.width * factor, start.width / 40), start.width * 3);
    const real = width / box.width;
    const place = { x: box.x + x * scale(), y: box.y + y * scale() };
    box = { x: place.x - (place.x - box.x) * real, y: place.y - (place.y - box.y) * real, width, height: box.height * real };
    show();
  }

  function move(x, y) {
    box.x -= x * scale();
    box.y -= y * scale();
    show();
  }

  function all() {
    box = { ...start };
    show();
  }

  /** On a small screen a whole tree can't be read: begin with its root, large enough. */
  function begin() {
    const readable = Math.max(1, start.width / (view.clientWidth * 1.1));
    if (readable > 1.4) {
      all();
      const root = drawing.getElementById ? drawing.getElementById("node-0").getBBox() : drawing.querySelector("#node-0").getBBox();
      const width = view.clientWidth * 1.1;
      const height = width * (view.clientHeight / view.clientWidth);
      box = { x: root.x - 16, y: root.y + root.height / 2 - height / 2, width, height };
      show();
    }
  }

  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
  }, { passive: false });

  view.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    moved = 0;
  });

  view.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    if (pointers.size === 1) {
      moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      if (moved > 4) {
        if (!view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
        move(event.clientX - before.clientX, event.clientY - before.clientY);
      }
    } else {
      const [other] = [...pointers.values()].filter((each) => each.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const frame = view.getBoundingClientRect();
      zoom(apart(event) / Math.max(1, apart(before)), (event.clientX + other.clientX) / 2 - frame.left, (event.clientY + other.clientY) / 2 - frame.top);
      moved = 100;
    }
    pointers.set(event.pointerId, event);
  });

  for (const end of ["pointerup", "pointercancel", "pointerleave"]) view.addEventListener(end, (event) => pointers.delete(event.pointerId));

  const KEYS = { "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: all, ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60) };
  view.addEventListener("keydown", (event) => {
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  for (const key of document.querySelectorAll("[data-zoom]")) key.addEventListener("click", () => (Number(key.dataset.zoom) ? zoom(Number(key.dataset.zoom)) : all()));

  /** Show what is known of a node. */
  async function open(node) {
    for (const each of drawing.querySelectorAll(".chosen")) each.classList.remove("chosen");
    node.classList.add("chosen");
    const place = document.getElementById("node");
    const answer = await fetch(`${document.body.dataset.here}/node/${node.id.slice(5)}`);
    if (answer.ok) place.innerHTML = await answer.text();
    history.replaceState(null, "", `#${node.id}`);
  }

  for (const node of drawing.querySelectorAll("g[id^=node-]")) {
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", node.querySelector("title")?.textContent ?? "");
    node.addEventListener("click", () => moved <= 4 && open(node));
    node.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), open(node)));
  }

  begin();
  const wanted = /^#node-\d+$/.test(location.hash) && drawing.querySelector(location.hash);
  if (wanted) open(wanted);
}

document.addEventListener("click", (event) => event.target.closest("[data-print]") && print());
