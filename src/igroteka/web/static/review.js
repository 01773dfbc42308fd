// Looking back at a game: steps, variations, comments, and the course of the game.
import { html, svg } from "./drawing.js";
import { drawRemarks } from "./remarks.js";
import { say } from "./words.js";

const WINDOW = 60;
const page = document.querySelector("[data-game]");
const number = page.dataset.game;
const find = id => document.getElementById(id);

// Steps are taken one after another, each from where the last one led: what is asked for while
// something is still loading waits for it. The first to wait for is the page itself.
let opened;
const complain = error => { find("refusal").textContent = error.message; };
let walk = new Promise(resolve => { opened = resolve; }).catch(complain);

function step(take) {
  walk = walk.then(take).catch(complain);
}

const STEPS = { "to-start": () => go(0), back: () => go(place - 1), forward: () => go(place + 1), "to-end": () => go(line.length) };
for (const [id, take] of Object.entries(STEPS)) {
  find(id).onclick = () => step(take);
  find(id).disabled = false;
}

const { Board } = await import(`./games/${page.dataset.script}.js`);
const board = new Board(find("board"), action => step(() => tryMove(action)));
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-Form-Token"];

let tree = JSON.parse(find("tree").textContent);
let line = [];
let place = 0;
let known = new Map();
let view = null;
let analysis = null;

const byId = () => new Map(tree.moves.map(move => [move.id, move]));
const current = () => (place ? line[place - 1] : null);

async function fetchJson(address, body) {
  const options = body ? { method: "POST", body: new URLSearchParams(body), headers: { "X-Form-Token": token, Accept: "application/json" } } : {};
  const answer = await fetch(`/game/${number}/${address}`, options);
  if (!answer.ok) {
    const text = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".sentence")?.textContent;
    throw new Error(text ?? answer.statusText);
  }
  return answer.json();
}

// --- moving along the line ---

async function follow(to, wanted) {
  const found = await fetchJson(`positions?count=1${to ? `&to=${to}` : ""}`);
  known = new Map();
  line = found.line;
  await go(wanted ?? line.indexOf(to) + 1);
}

async function go(wanted) {
  const next = Math.max(0, Math.min(line.length, wanted));
  if (!known.has(next)) {
    const first = Math.max(0, next - WINDOW / 2);
    const last = next ? line[next - 1] : line.at(-1);
    const found = await fetchJson(`positions?first=${first}&count=${WINDOW}${last ? `&to=${last}` : ""}`);
    found.positions.forEach((position, after) => known.set(first + after, position));
  }
  place = next;
  draw();
}

async function tryMove(action) {
  find("refusal").textContent = "";
  const next = byId().get(line[place]);
  if (next?.text === action) {
    await go(place + 1);
    return;
  }
  try {
    const { move } = await fetchJson("variation", { after: current() ?? "", action });
    tree = await fetchJson("tree");
    await follow(move);
  } catch (error) {
    find("refusal").textContent = error.message;
    board.refused?.();
    draw();
  }
}

// --- drawing ---

function draw() {
  const position = known.get(place);
  if (!position) return; // another line is being read; it is drawn when it is there
  const moves = line.slice(0, place).map(id => byId().get(id));
  const eye = position.turn >= 0 ? position.turn : 0;
  const seats = tree.seats.map(each => ({ ...each, bot: false, present: true, yours: false }));
  const table = { number, game: tree.game, phase: "playing", turn: position.turn, eye, yours: [], to_move: position.turn >= 0, curtain: false, kid: false };
  view = Board.open?.(position.views, eye) ?? position.views[eye];
  board.draw({ table, seats, view, text: position.text, actions: position.actions, moves, result: null });
  const move = moves.at(-1);
  find("status").textContent = move ? `${move.ordinal}. ${board.moveText?.(move) ?? move.text} ${move.mark}` : say("The start");
  drawRemarks(move?.said ?? tree.said, !move);
  find("same-position").hidden = !position.landmark;
  find("same-position").href = `/archive?${new URLSearchParams({ game: tree.game, position: position.landmark ?? "" })}`;
  find("branch-after").value = current() ?? "";
  drawMoves();
  drawCourse();
}

function drawMoves() {
  const list = find("moves");
  const scroll = list.scrollTop;
  list.replaceChildren(...branch(null));
  const here = list.querySelector("[aria-current]");
  if (here) {
    list.scrollTop = scroll;
    here.scrollIntoView({ block: "nearest" });
  }
}

// The main line as items of the list, each with the variations that leave it.
function branch(parent) {
  const items = [];
  for (let above = parent; ;) {
    const children = tree.moves.filter(move => move.parent === above);
    if (!children.length) return items;
    const next = children.find(move => move.main) ?? children[0];
    const others = children.filter(move => move !== next);
    items.push(item(next, others));
    above = next.id;
  }
}

function item(move, others) {
  const judged = analysis?.moves.find(each => each.number === move.ordinal && move.main);
  const text = board.moveText?.(move) ?? move.text;
  return html("li", { value: move.ordinal },
    html("button", {
      class: `step${judged?.cost > 0.15 ? " costly" : ""}${analysis?.turning === move.ordinal && move.main ? " turning" : ""}`,
      "aria-current": move.id === current() ? "step" : null, onclick: () => step(() => follow(move.id)),
    }, html("span", { class: "faint" }, move.seat < 0 ? "⚂" : tree.seats[board.handOf?.(move, view) ?? move.seat].title), ` ${text} ${move.mark}`),
    move.comment ? html("small", {}, move.comment) : null,
    ...others.map(other => html("ol", { class: "variation" }, item(other, []), ...branch(other.id))));
}

function drawCourse() {
  const root = find("course");
  root.hidden = !analysis;
  if (!analysis) return;
  const points = analysis.moves.filter(move => move.expected !== null);
  const width = 640, height = 130, last = Math.max(2, tree.moves.filter(move => move.main).length);
  const x = n => (n - 1) / (last - 1) * width, y = value => (1 - value) * height;
  const path = points.map(move => `${x(move.number)},${y(move.expected)}`).join(" ");
  const judged = analysis.moves.find(move => move.number === place);
  const turning = analysis.moves.find(move => move.number === analysis.turning);
  const dots = points.map(move => svg("circle", { cx: x(move.number), cy: y(move.expected), r: move.number === analysis.turning ? 7 : move.number === place ? 6 : 3, class: move.number === analysis.turning ? "turning" : move.number === place ? "here" : "", onclick: () => step(() => follow(mainMove(move.number))) }));
  const progress = analysis.done < analysis.total ? html("progress", { max: analysis.total, value: analysis.done, "aria-label": say("The game is being analysed") }) : null;
  root.replaceChildren(...[
    progress,
    points.length ? svg("svg", { viewBox: `-8 -8 ${width + 16} ${height + 16}`, role: "img", "aria-label": say("What {name} could expect after each move", { name: tree.seats[0].title }) },
      svg("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "even" }),
      svg("polyline", { points: path, class: "curve" }), ...dots) : null,
    analysis.problem ? html("p", { class: "alert" }, analysis.problem) : null,
    judged ? html("p", {}, judged.cost > 0.005 ? say("Better was {move}.", { move: board.moveText?.({ text: judged.best }) ?? judged.best }) : say("Nothing was better."), judged.remark ? ` ${judged.remark}` : "") : null,
    turning ? html("p", {}, html("b", {}, say("The turning point: move {number}.", { number: turning.number })), " ",
      html("button", { onclick: () => step(() => follow(mainMove(turning.number), turning.number - 1)) }, say("Show it"))) : null,
    analysis.done === analysis.total && !turning && tree.finished ? html("p", {}, say("No single move turned this game.")) : null,
  ].filter(Boolean));
}

const mainMove = ordinal => tree.moves.find(move => move.main && move.ordinal === ordinal)?.id;

// --- buttons, keys and forms ---

if (board.turnAround) {
  find("turn-board").hidden = false;
  find("turn-board").onclick = () => board.turnAround();
}

document.addEventListener("keydown", event => {
  if (event.target.closest("input, textarea, select, [data-square], [data-card]")) return;
  const button = { ArrowLeft: "back", ArrowRight: "forward", Home: "to-start", End: "to-end" }[event.key];
  if (!button) return;
  event.preventDefault();
  step(STEPS[button]);
});

find("comment-form").addEventListener("submit", async event => {
  event.preventDefault();
  try {
    await fetchJson(`comment/${current() ?? 0}`, { comment: find("comment").value, mark: find("mark").value });
    tree = await fetchJson("tree");
    draw();
  } catch (error) {
    find("refusal").textContent = error.message;
  }
});

async function watchAnalysis(first) {
  analysis = first;
  while (analysis && analysis.done < analysis.total) {
    draw();
    await new Promise(resolve => setTimeout(resolve, 700));
    analysis = await fetchJson("analysis");
  }
  if (analysis) draw();
}

find("analyse")?.addEventListener("click", async event => {
  event.target.disabled = true;
  try {
    await watchAnalysis(await fetchJson("analysis", { begin: "yes" }));
  } catch (error) {
    find("refusal").textContent = error.message;
  }
});

async function showAfterword() {
  const lines = tree.finished ? await fetchJson("afterword") : [];
  find("afterword").hidden = !lines.length;
  find("afterword").querySelector("pre").textContent = lines.join("\n");
}

opened(follow(null, 0));
await walk;
showAfterword();
await watchAnalysis(await fetchJson("analysis"));
