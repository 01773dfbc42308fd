// The table's page: everything around the board. The board itself is the game's own script.
import { ask } from "./dialogs.js";
import { html } from "./drawing.js";
import { showMoves } from "./moves.js";
import { seatPanel, startClocks } from "./seats.js";
import * as sound from "./sound.js";
import { isLast, sentence, showSitting, standing } from "./standing.js";
import { Wire } from "./wire.js";
import { say } from "./words.js";

const page = document.querySelector("[data-table]");
const find = id => document.getElementById(id);
const { Board } = await import(`./games/${page.dataset.script}`);

const protocol = location.protocol === "https:" ? "wss" : "ws";
const wire = new Wire(`${protocol}://${location.host}/table/${page.dataset.table}/socket`);
const board = new Board(find("board"), play);
page.dataset.layout = Board.layout;
let drawn = null;
let cutOff = false;

function play(action, more = {}) {
  refuse("");
  // What is played is meant for the picture that is shown, unless one is ahead of the pictures.
  const after = (shown?.table.to_move ? shown : wire.seen)?.after;
  hurry();
  find("advice").hidden = true;
  request({ action, after, ...more });
}

function request(message) {
  if (!wire.send(message)) refuse(say("The connection is lost; it comes back by itself."));
}

function refuse(reason) {
  find("refusal").textContent = sentence(reason);
}

// Pictures are shown in their order. One that people want to look at, such as a full trick, stays for a
// while, and those that came meanwhile follow at the pace of the table; nobody gets far behind it.
const MOST_WAITING = 6;
const FOLLOWING = 5000; // milliseconds after which spectators go along to the next game
const waiting = [];
let shown = null;
let pause = null;

wire.addEventListener("seen", event => {
  waiting.push({ seen: event.detail, came: performance.now() });
  if (pause === null) showNext();
});

function showNext() {
  pause = null;
  while (waiting.length && pause === null) {
    const { seen, came } = waiting.shift();
    const rest = seen.table.phase !== "over" && board.rests(seen, shown) ? 2.5 : waiting.length ? 1 : 0;
    show(seen, came);
    const wait = waiting.length > MOST_WAITING ? 0 : 1000 * seen.table.pace * rest;
    if (wait) pause = setTimeout(showNext, wait);
  }
}

// Who plays has seen enough.
function hurry() {
  clearTimeout(pause);
  showNext();
}

function show(seen, came) {
  const before = shown;
  shown = seen;
  startClocks(came);
  page.classList.toggle("over", seen.table.phase === "over");
  page.classList.toggle("won", seen.table.yours.some(seat => seen.result?.winners.includes(seat)));
  page.classList.toggle("gathering", seen.table.phase === "gathering");
  if (cutOff) refuse("");
  cutOff = false;
  if (drawn !== null && seen.moves.length > drawn) {
    refuse("");
    if (seen.table.to_move && !before?.table.to_move) sound.ring();
    else sound.knock();
  }
  if (drawn !== seen.moves.length || seen.table.phase === "over") find("advice").hidden = true;
  drawn = seen.moves.length;
  showAfterword(seen);
  if (seen.table.curtain) showCurtain(seen);
  else board.draw(seen);
  find("status").textContent = standing(seen, board);
  document.title = (seen.table.to_move ? "● " : "") + document.title.replace(/^● /, "");
  showSeats(seen);
  showLinks(seen);
  find("facts").replaceChildren(...(seen.table.curtain ? [] : board.facts(seen)));
  find("own-acts").replaceChildren(...(seen.table.curtain ? [] : board.acts(seen)));
  showControls(seen);
  showOffer(seen);
  showNotices(seen);
  showSitting(find("sitting"), seen);
  showMoves(find("moves"), board, seen); // when all else has its height, so that the last one is in sight
}

document.addEventListener("looks", () => { if (shown && !shown.table.curtain) board.draw(shown); });

wire.addEventListener("refused", event => {
  refuse(event.detail.reason);
  board.refused();
  if (shown && !shown.table.curtain) board.draw(shown);
});

wire.addEventListener("connection", event => {
  const { state, pause, reason } = event.detail;
  page.classList.toggle("offline", state !== "open");
  if (state === "open") return;
  cutOff = true;
  if (reason) refuse(reason);
  const seconds = Math.round(pause / 1000);
  find("status").textContent = state === "ended" ? say("This page is no longer connected to the table. Reload it to try again.")
    : seconds > 1 ? say("The house does not answer. Connecting again in {seconds} s …", { seconds })
    : say("Connecting again …");
});

// When the game is over the house says what there is to say of it, as soon as it has found that out; to a child
// it says nothing.
let after = null;
let asked = false;

async function showAfterword({ table }) {
  const over = table.phase === "over";
  const told = board.afterword(over ? after : null);
  find("afterword").replaceChildren(...told);
  find("afterword").hidden = !told.length;
  page.classList.toggle("told", told.length > 0);
  if (!over || asked || document.body.classList.contains("kid")) return;
  asked = true;
  const answer = await fetch(`/game/${page.dataset.table}/afterword`).catch(() => null);
  asked = answer !== null; // of a house that is gone for a while it is asked again
  after = answer?.ok ? await answer.json() : null;
  if (after && shown.table.phase === "over") show(shown, performance.now());
}

// Two people at one screen: a hand is shown only to the one who asks for it.
function showCurtain(seen) {
  const { player } = seen.seats[seen.table.turn];
  find("board").replaceChildren(
    html("div", { class: "cloth curtain" },
      html("p", {}, say("Give the device to {name}.", { name: player })),
      html("button", { class: "b go", onclick: () => wire.send({ look: seen.table.turn }) }, say("I am {name}: show my cards", { name: player }))));
}

function showSeats(seen) {
  const below = board.below(seen);
  const panels = seen.seats.map(({ seat }) => seatPanel(seat, seen, board.taken(seat, seen)));
  find("seats-above").replaceChildren(...panels.filter((_, seat) => seat !== below));
  find("seats-below").replaceChildren(panels[below]);
}

// Until all have sat down their links are the main thing. One that somebody came by leads nobody else to the seat.
function showLinks({ seats, table }) {
  if (find("inviting")) {
    find("inviting").hidden = table.phase !== "gathering";
    page.classList.toggle("inviting", table.phase === "gathering");
  }
  for (const link of document.querySelectorAll("[data-free-seat]")) {
    const { player, title } = seats[link.dataset.freeSeat];
    if (player === null) continue;
    delete link.dataset.freeSeat;
    link.replaceChildren(html("p", {}, say("{name} has sat down ({seat}); the link is spent.", { name: player, seat: title })));
  }
}

function showControls({ table, seats, sitting }) {
  const playing = table.phase === "playing";
  const mine = seats.find(each => each.yours && each.seat === table.turn) ?? seats.find(each => each.yours);
  const set = (id, shown, enabled = true) => {
    const button = find(id);
    if (!button) return;
    button.hidden = !shown;
    button.disabled = !enabled;
  };
  set("hint", table.can.hint && table.phase !== "over", table.to_move && mine?.hints !== 0);
  set("take-back", table.can.take_back && table.phase !== "over", playing && mine?.take_backs !== 0);
  set("draw", table.can.draw && playing, !table.offer);
  set("resign", table.can.resign && playing);
  set("pause", playing || table.phase === "paused");
  count("hint", mine?.hints);
  count("take-back", mine?.take_backs);
  showPause(table.phase === "paused");
  find("review").hidden = table.phase !== "over";
  if (find("again")) find("again").hidden = table.phase !== "over" || isLast(sitting) || table.next !== null;
  if (find("typed")) find("typed").hidden = !playing;
}

function showPause(paused) {
  const button = find("pause");
  if (!button) return;
  const words = paused ? say("Go on") : say("Pause");
  button.title = words;
  button.setAttribute("aria-label", words);
  button.querySelector("use").setAttribute("href", `${document.body.dataset.static}/icons.svg#${paused ? "play" : "pause"}`);
}

function count(id, left) {
  const place = find(id)?.querySelector(".count");
  if (place) place.textContent = left === null || left === undefined ? "" : String(left);
}

function showNotices({ notices }) {
  find("notices").hidden = !notices.length;
  find("notices").replaceChildren(...notices.map(each => html("li", {}, sentence(each))));
}

let sawLast = false; // whether this was the latest game of its series when the page showed it

function showOffer({ table }) {
  const bar = find("offer");
  sawLast ||= !table.next;
  if (table.next) {
    bar.hidden = false;
    bar.replaceChildren(html("a", { class: "b go", href: `/table/${table.next}` }, say("The next game has begun")));
    if (!table.yours.length && sawLast) setTimeout(() => { location.href = `/table/${table.next}`; }, FOLLOWING);
    return;
  }
  bar.hidden = !table.offer;
  if (!table.offer) return;
  const what = table.offer.kind === "draw" ? say("{name} offers a draw.", { name: table.offer.by }) : say("{name} asks to take a move back.", { name: table.offer.by });
  const buttons = table.offer.yours_to_answer
    ? [html("button", { class: "b go", onclick: () => wire.send({ answer: true }) }, say("Agree")),
       html("button", { class: "b", onclick: () => wire.send({ answer: false }) }, say("Refuse"))]
    : [];
  bar.replaceChildren(html("span", {}, what), ...buttons);
}

// A hint comes in steps: where to look, with what, and only then the move.
wire.addEventListener("hint", event => {
  const { step, steps, words, places, items } = event.detail;
  const advice = find("advice");
  advice.hidden = false;
  advice.replaceChildren(
    html("p", {}, words),
    items?.length ? html("ol", { class: "row" }, ...items.map(suggestion)) : "",
    step < steps ? html("button", { class: "b", id: "more-hint", onclick: () => request({ hint: step + 1 }) }, step + 1 < steps ? say("A little more") : say("Show the move")) : "");
  board.mark({ better: items?.[0]?.text, places });
});

function suggestion(item) {
  return html("li", {}, html("button", { class: "b", onclick: () => play(item.text), title: item.words === item.text ? null : item.words }, board.moveText(item)));
}

find("controls").addEventListener("click", async event => {
  const button = event.target.closest("[data-request]");
  if (!button || (button.dataset.confirm && !(await ask(button.dataset.confirm, button.getAttribute("aria-label"))))) return;
  refuse("");
  const asked = button.dataset.request;
  request({ [asked]: asked === "pause" ? wire.seen.table.phase !== "paused" : asked === "hint" ? 1 : true });
});

find("typed")?.addEventListener("submit", event => {
  event.preventDefault();
  const field = find("typed-move");
  if (field.value.trim()) play(field.value.trim());
  field.value = "";
});

if (board.turns) {
  find("turn-board").hidden = false;
  find("turn-board").addEventListener("click", () => {
    board.turnAround();
    showSeats(shown);
  });
}

find("show-moves")?.addEventListener("click", () => page.classList.toggle("listing"));

// Leaving a running game asks first, but no child; it can be gone on with later all the same.
document.addEventListener("click", async event => {
  const link = event.target.closest?.("header a");
  if (!link || document.body.classList.contains("kid") || !wire.seen?.table.yours.length || wire.seen.table.phase !== "playing") return;
  event.preventDefault();
  if (await ask(say("Leave the game? It waits for you in the list of unfinished games."), say("Leave"))) location.href = link.href;
}, true);
