/* The list of all games of a run, and the viewer in which each of them opens. */
/* global seatings, games, packed, run, folder */
const $ = id => document.getElementById(id);
const STEP = 200;

function outcome(game) {
  const scores = game[2];
  if (!Array.isArray(scores)) return ["fault"];
  const most = Math.max(...scores);
  if (scores.every(score => score === most)) return ["drawn"];
  return seatings[game[1]].filter((_, seat) => scores[seat] === most).map(name => `won by ${name}`);
}
function said(game) {
  const result = Array.isArray(game[2]) ? game[2].join(" : ") : game[2];
  return game[4] ? `${result} (${game[4]})` : result;
}

const results = new Set(games.flatMap(outcome));
const counts = seatings.map(() => 0);
for (const game of games) counts[game[1]] += 1;
$("seating").add(new Option(`all (${games.length})`, ""));
seatings.forEach((names, place) => $("seating").add(new Option(`${names.join(" – ")} (${counts[place]})`, place)));
$("result").add(new Option("all", ""));
for (const words of [...results].sort()) $("result").add(new Option(words, words));

let chosen = games, shown = 0;
function choose() {
  const seating = $("seating").value, words = $("result").value;
  chosen = games.filter(game =>
    (seating === "" || game[1] === Number(seating)) && (words === "" || outcome(game).includes(words)));
  shown = 0;
  $("list").replaceChildren();
  $("shown").textContent = chosen.length === games.length ? "" : `${chosen.length} of ${games.length} games`;
  more();
}
function more() {
  for (const game of chosen.slice(shown, shown + STEP)) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.textContent = `game ${game[0]}   ${said(game)}`;
    button.onclick = () => open_game(game);
    item.append(button);
    $("list").append(item);
  }
  shown += STEP;
  $("more").hidden = shown >= chosen.length;
}
$("seating").onchange = $("result").onchange = choose;
$("more").onclick = more;
$("filters").onsubmit = event => {
  event.preventDefault();
  const game = games.find(each => each[0] === Number($("number").value));
  if (game) open_game(game);
};

const waiting = new Map();
window.take_piece = (of, piece, text) => {
  if (of === run) packed[piece] = text;
};
function piece_of(piece) {
  if (piece in packed || piece === null) return Promise.resolve(packed[piece]);
  if (!waiting.has(piece)) waiting.set(piece, new Promise(done => {
    const script = document.createElement("script");
    script.src = `${encodeURIComponent(folder)}/${piece}.js`;
    script.onload = script.onerror = () => { waiting.delete(piece); done(packed[piece]); };
    document.head.append(script);
  }));
  return waiting.get(piece);
}
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
function drawn(changes) {
  let before = [];
  return changes.map(lines => {
    before = lines.map((line, place) => line === 0 ? before[place] : line);
    return before.join("\n");
  });
}
function missing(game) {
  const beside = game[3] === null ? "This run is too large for a page that carries all its games."
    : `The positions of this game are in the folder ${folder}, which belongs beside this page.`;
  return [`${beside}\n\nThe same run with --records games.jsonl keeps every game; then\n\n` +
    `    igroteka replay games.jsonl:${game[0]}\n\nopens this one.`];
}

let frames = [""], at = 0;
async function open_game(game) {
  const text = await piece_of(game[3]);
  frames = text ? drawn((await unpack(text))[game[0]]) : missing(game);
  $("name").textContent = `Game ${game[0]}: ${seatings[game[1]].join(" – ")}, ${said(game)}`;
  $("place").max = frames.length - 1;
  if (!$("viewer").open) $("viewer").showModal();
  show(0);
}
function show(place) {
  at = Math.min(Math.max(place, 0), frames.length - 1);
  $("frame").textContent = frames[at];
  $("place").value = at;
  $("count").textContent = `${at} / ${frames.length - 1}`;
}
$("start").onclick = () => show(0);
$("back").onclick = () => show(at - 1);
$("forward").onclick = () => show(at + 1);
$("end").onclick = () => show(frames.length);
$("place").oninput = () => show(Number($("place").value));
$("close").onclick = () => $("viewer").close();
$("viewer").onkeydown = event => {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length }[event.key];
  if (to !== undefined && event.target !== $("place")) { event.preventDefault(); show(to); }
};
choose();
