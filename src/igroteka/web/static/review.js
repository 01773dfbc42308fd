// Looking back at a game: steps, variations, comments, and the course of the game.
import "./dialogs.js";
import { html, svg } from "./drawing.js";
import { moveItem } from "./moves.js";
import { drawRemarks } from "./remarks.js";
import { say } from "./words.js";

const WINDOW = 60;
const page = document.querySelector("[data-game]");
const number = page.dataset.game;
const find = id => document.getElementById(id);

// Steps are taken one after another, each from where the last one led: what is asked for while
// something is still loading waits for it. The first to wait for is the page itself.
let opened = /** @type {(value: Promise<void>) => void} */ (null);
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

const { Board } = await import(`./games/${page.dataset.script}`);
const board = new Board(find("board"), action => step(() => tryMove(action)));
page.dataset.layout = Board.layout;
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-Form-Token"];

let tree = JSON.parse(find("tree").textContent);
let line = [];
let place = 0;
let known = new Map();
let view = null;
let analysis = null;
let after = null;
let marked = null;

const byId = () => new Map(tree.moves.map(move => [move.id, move]));
const current = () => (place ? line[place - 1] : null);

async function fetchJson(address, body) {
  const options = body ? { method: "POST", body: new URLSearchParams(body), headers: { "X-Form-Token": token, Accept: "application/json" } } : {};
  return (await fetchAnswer(address, options)).json();
}

async function fetchAnswer(address, options) {
  const answer = await fetch(`/game/${number}/${address}`, options);
  if (!answer.ok) {
    const text = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".sentence")?.textContent;
    throw new Error(text ?? answer.statusText);
  }
  return answer;
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
    board.refused();
    draw();
  }
}

// --- drawing ---

const lineMoves = () => line.slice(0, place).map(id => byId().get(id));
const judgedAt = ordinal => analysis?.moves.find(each => each.number === ordinal);
const KINDS = { "?!": "q1", "?": "q2", "??": "q3" };

function draw() {
  const position = known.get(place);
  if (!position) return; // another line is being read; it is drawn when it is there
  drawPosition(position);
  drawJudged();
}

function drawPosition(position) {
  const moves = lineMoves();
  const viewpoint = Board.viewpoint;
  const seats = tree.seats.map(each => ({ ...each, bot: false, present: true, yours: false, clock: null }));
  const table = { number, game: tree.game, phase: "playing", turn: position.turn, eye: viewpoint, yours: [], to_move: position.turn >= 0, curtain: false, kid: false, past: true };
  view = Board.open(position.views, viewpoint);
  const seen = { table, seats, view, text: position.text, actions: position.actions, moves, result: null };
  drawAfterword();
  board.draw(seen);
  find("facts").replaceChildren(...board.facts(seen));
  const move = moves.at(-1);
  marked = null;
  drawRemarks(move?.said ?? tree.said, !move);
  find("same-position").hidden = !position.landmark;
  find("same-position").href = `/archive?${new URLSearchParams({ game: tree.game, position: position.landmark ?? "" })}`;
  find("branch-after").value = current() ?? "";
  find("show-expects")?.toggleAttribute("hidden", position.turn < 0);
}

// What depends on the analysis, drawn anew while it goes on: on the board somebody may be choosing a move meanwhile.
function drawJudged() {
  const moves = lineMoves();
  const move = moves.at(-1);
  const judged = move?.main ? judgedAt(move.ordinal) : null;
  showMarks(move, judged);
  drawTitle(move, moves, judged);
  drawVerdict(move, judged);
  drawMoves();
  drawCourse();
  drawBar(judged);
}

// What was played and what was better are shown on the position that the move led to, once.
function showMarks(move, judged) {
  const before = known.get(place - 1);
  if (!judged?.mark || !before || marked === move.id) return;
  marked = move.id;
  board.mark({ played: move.text, better: judged.best, reply: judged.reply, before: Board.open(before.views, Board.viewpoint) });
}

function drawTitle(move, moves, judged) {
  const mark = judged?.mark || move?.mark || "";
  find("status").replaceChildren(...(move ? [
    board.moveTitle(moves.length - 1, moves, view),
    mark ? html("span", { class: `q ${KINDS[mark] ?? ""}` }, mark) : null,
    judged && analysis.turning === move.ordinal ? html("small", {}, say("the turning point")) : null,
  ].filter(Boolean) : [say("The start")]));
}

function drawVerdict(move, judged) {
  find("verdict").replaceChildren(...[
    analysis?.problem ? html("p", { class: "alert" }, analysis.problem) : null,
    judged?.sentence ? html("p", {}, judged.sentence) : null,
    judged?.mark && Board.chances ? odds(move, judged) : null,
    !move && analysis?.turning ? html("button", { class: "b", onclick: () => step(() => follow(mainMove(analysis.turning))) }, say("Show the turning point")) : null,
    !move && analysis && analysis.done === analysis.total && !analysis.turning && tree.finished ? html("p", { class: "dim" }, say("No single move turned this game.")) : null,
  ].filter(Boolean));
}

function odds(move, { best, chances }) {
  const row = (kind, text, chance) => [
    html("span", {}, html("span", { class: kind === "played" ? "key p" : "key" }), board.moveText({ text, seat: move.seat })),
    track(kind, chance), html("b", {}, `${Math.round(100 * chance)} %`)];
  return html("div", { class: "odds" }, ...row("better", best, chances.best), ...row("played", move.text, chances.played));
}

function track(kind, chance) {
  const drawn = html("span", { class: `track ${kind}` }, html("i"));
  drawn.style.setProperty("--chance", `${100 * chance}%`);
  return drawn;
}

// --- the list of moves ---

function drawMoves() {
  const list = find("moves");
  const scroll = list.scrollTop;
  list.style.setProperty("--columns", String(Board.columns));
  list.replaceChildren(...mainLine());
  const here = list.querySelector("[aria-current]");
  list.scrollTop = scroll;
  here?.scrollIntoView({ block: "nearest" });
}

// The main line in its columns; a variation stands below the move that it replaces.
function mainLine() {
  const main = [];
  for (let above = null; ;) {
    const next = childrenOf(above).find(move => move.main);
    if (!next) break;
    main.push(next);
    above = next.id;
  }
  const branched = tree.moves.some(move => !move.main);
  const items = main.flatMap((move, place) => {
    const item = moveItem(board, { moves: main, view, seats: tree.seats }, place, [stepButton(move), move.comment ? html("small", {}, move.comment) : null]);
    if (branched) item.style.gridRow = "";
    return [item, ...childrenOf(move.parent).filter(each => each !== move && !each.main).map(variation)];
  });
  return [...items, ...childrenOf(main.at(-1)?.id ?? null).filter(each => !each.main).map(variation)];
}

const childrenOf = parent => tree.moves.filter(move => move.parent === parent);

function variation(first) {
  const steps = [];
  for (let move = first; move; move = childrenOf(move.id)[0]) {
    steps.push(stepButton(move), ...(move.comment ? [html("small", {}, move.comment)] : []));
    const others = childrenOf(move.id).slice(1);
    if (others.length) steps.push(html("ol", {}, ...others.map(variation)));
  }
  return html("li", { class: "variation" }, ...steps);
}

function stepButton(move) {
  const judged = move.main ? judgedAt(move.ordinal) : null;
  const mark = judged?.mark || move.mark;
  return html("button", {
    class: "step", "aria-current": move.id === current() ? "step" : null, onclick: () => step(() => follow(move.id)),
  }, board.moveText(move), mark ? html("span", { class: `q ${KINDS[mark] ?? ""}` }, mark) : null);
}

// --- the course of the game ---

function drawBar(judged) {
  const last = judged ?? analysis?.moves.findLast(each => each.number <= place && each.expected !== null);
  const expected = last?.expected ?? null;
  find("bar").hidden = !Board.chances || !analysis?.moves.some(each => each.expected !== null);
  if (expected === null) return;
  find("bar").style.setProperty("--chance", `${100 * expected}%`);
  find("bar").setAttribute("aria-label", `${Board.courseTitle(tree.seats)}: ${Math.round(100 * expected)} %`);
}

function drawCourse() {
  const root = find("course");
  const points = (analysis?.moves ?? []).filter(move => move.expected !== null);
  root.hidden = !analysis || (!points.length && analysis.done === analysis.total);
  if (root.hidden) return;
  const width = 640, height = 92, last = Math.max(2, tree.moves.filter(move => move.main).length);
  const x = n => (n - 1) / (last - 1) * width, y = value => (1 - value) * height;
  const path = points.map(move => `${x(move.number)},${y(move.expected)}`).join(" ");
  const first = points[0], final = points.at(-1);
  const dots = points.filter(move => move.mark).map(move => svg("path", {
    d: `M${x(move.number)} ${y(move.expected)}h0`, class: `dot ${KINDS[move.mark]}${move.number === analysis.turning ? " turning" : ""}`, onclick: () => step(() => follow(mainMove(move.number))) }));
  root.replaceChildren(...[
    html("p", { class: "cap" }, html("span", {}, Board.courseTitle(tree.seats)), html("span", {}, place ? say("{place} of {count}", { place, count: last }) : "")),
    analysis.done < analysis.total ? html("progress", { max: analysis.total, value: analysis.done, "aria-label": say("The game is being analysed") }) : null,
    points.length ? svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": Board.courseTitle(tree.seats) },
      svg("polygon", { points: `${x(first.number)},${height / 2} ${path} ${x(final.number)},${height / 2}`, class: "area" }),
      svg("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "even" }),
      svg("polyline", { points: path, class: "curve" }),
      place ? svg("line", { x1: x(place), x2: x(place), y1: 0, y2: height, class: "here" }) : null, ...dots) : null,
  ].filter(Boolean));
}

const mainMove = ordinal => tree.moves.find(move => move.main && move.ordinal === ordinal)?.id;

// --- buttons, keys and forms ---

if (board.turns) {
  find("turn-board").hidden = false;
  find("turn-board").onclick = () => board.turnAround();
}

find("show-moves").addEventListener("click", () => page.classList.toggle("listing"));

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
    find("more").close();
  } catch (error) {
    find("refusal").textContent = error.message;
  }
});

// What a bot that predicts expects in this position, in a window of its own.
find("show-expects")?.addEventListener("click", () => step(async () => {
  const answer = await fetchAnswer(current() ? `expects?after=${current()}` : "expects", {});
  find("expects-tree").innerHTML = await answer.text();
  find("expects").showModal();
}));

async function watchAnalysis(first) {
  analysis = first;
  while (analysis && analysis.done < analysis.total) {
    if (known.has(place)) drawJudged();
    await new Promise(resolve => setTimeout(resolve, 700));
    analysis = await fetchJson("analysis");
  }
  if (analysis && known.has(place)) drawJudged();
}

// One's own worst moments of the game, as puzzles.
async function showLessons() {
  const { puzzles } = tree.finished ? await fetchJson("puzzles") : { puzzles: [] };
  const next = puzzles.find(each => !each.solved) ?? puzzles[0];
  find("learn").hidden = !next;
  if (next) find("learn").href = `/puzzle/${next.id}`;
}

async function fetchAfterword() {
  after = tree.finished ? await fetchJson("afterword") : null;
  draw();
}

// What is said of the whole game is shown where the game has ended.
function drawAfterword() {
  const told = board.afterword(current() === mainMove(line.length) ? after : null);
  find("afterword").replaceChildren(...told);
  find("afterword").hidden = !told.length;
  page.classList.toggle("told", told.length > 0);
}

opened(follow(null, 0));
await walk;
fetchAfterword().catch(complain);
await watchAnalysis(await fetchJson("analysis"));
await showLessons();
