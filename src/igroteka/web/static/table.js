// The table's page: everything around the board. The board itself is the game's own script.
import { html } from "./drawing.js";
import * as sound from "./sound.js";
import { Wire } from "./wire.js";
import { say } from "./words.js";

const page = document.querySelector("[data-table]");
const find = id => document.getElementById(id);
const { Board } = await import(`./games/${page.dataset.script}.js`);

const protocol = location.protocol === "https:" ? "wss" : "ws";
const wire = new Wire(`${protocol}://${location.host}/table/${page.dataset.table}/socket`);
const board = new Board(find("board"), play);
let drawn = null;
let cutOff = false;
let clockStarted = performance.now();

function play(action, more = {}) {
  refuse("");
  // What is played is meant for the picture that is shown, unless one is ahead of the pictures.
  const after = (shown?.table.to_move ? shown : wire.seen)?.after;
  hurry();
  find("advice").hidden = true;
  ask({ action, after, ...more });
}

function ask(message) {
  if (!wire.send(message)) refuse(say("The connection is lost; it comes back by itself."));
}

function refuse(reason) {
  find("refusal").textContent = sentence(reason);
}

// A sentence begins with a capital letter, but a square that it begins with is written as it is.
function sentence(words) {
  return words && !/^[a-j]\d/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
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
    const rest = seen.table.phase !== "over" && board.rests?.(seen, shown) ? 2.5 : waiting.length ? 1 : 0;
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
  shown = seen;
  clockStarted = came;
  page.classList.toggle("over", seen.table.phase === "over");
  if (cutOff) refuse("");
  cutOff = false;
  if (drawn !== null && seen.moves.length > drawn) {
    refuse("");
    sound.knock();
  }
  if (drawn !== seen.moves.length || seen.table.phase === "over") find("advice").hidden = true;
  drawn = seen.moves.length;
  if (seen.table.curtain) showCurtain(seen);
  else board.draw(seen);
  showStatus(seen);
  showSeats(seen);
  showLinks(seen);
  showMoves(seen);
  showControls(seen);
  showOffer(seen);
  showNotices(seen);
  showSitting(seen);
}

wire.addEventListener("refused", event => {
  refuse(event.detail.reason);
  board.refused?.();
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

// Two people at one screen: a hand is shown only to the one who asks for it.
function showCurtain(seen) {
  const { player } = seen.seats[seen.table.turn];
  const show = () => wire.send({ look: seen.table.turn });
  find("board").replaceChildren(
    html("div", { class: "curtain" },
      html("p", {}, say("Give the device to {name}.", { name: player })),
      html("button", { class: "primary", onclick: show }, say("I am {name}: show my cards", { name: player }))));
}

function showStatus(seen) {
  const news = seen.result ? "" : board.news?.(seen) ?? "";
  find("status").textContent = `${news} ${statusOf(seen)} ${verdictOf(seen)}`.trim();
  document.title = (seen.table.to_move ? "● " : "") + document.title.replace(/^● /, "");
}

// Who sits on a seat; of several with one name, as bots have, with the seat.
function nameOf(seat, seats) {
  const { player, title } = seats[seat] ?? {};
  if (!player) return title ?? "?";
  return seats.filter(each => each.player === player).length > 1 ? `${player} · ${title}` : player;
}

function statusOf({ table, seats, result }) {
  const who = seat => nameOf(seat, seats);
  if (table.phase === "gathering") return say("Waiting until everybody has sat down.");
  if (table.phase === "paused") return say("The game is paused.");
  if (result) return resultOf(result, seats, table);
  if (table.to_move && table.yours.length === 1) {
    return table.kid ? say("It is your turn. Think first, then play!") : say("It is your turn.");
  }
  return seats[table.turn]?.bot
    ? say("{name} is thinking …", { name: who(table.turn) })
    : say("{name} is to move.", { name: who(table.turn) });
}

function resultOf(result, seats, table) {
  const ending = table.kid && result.ending === "resignation" ? "" : result.words ? ` ${sentence(result.words)}.` : board.resultWords ? ` ${board.resultWords(shown.view)}` : "";
  if (result.fault) {
    return say("{name} failed: {reason}.", { name: nameOf(result.fault.seat, seats), reason: result.fault.text });
  }
  if (!result.winners.length) return say("The game is over: a draw.") + ending;
  return winnersOf(result.winners, seats, table) + ending;
}

function winnersOf(winners, seats, { yours, kid }) {
  const losers = seats.filter(each => !winners.includes(each.seat));
  const mine = yours.length === 1 && winners.includes(yours[0]);
  if (kid && yours.length === 1) return mine ? say("Hurrah! You have won!") : say("Not this time. Well played! Once more?");
  if (winners.length > 1 && losers.length > 1) {
    return mine ? say("Your side has won.") : say("{seats} have won.", { seats: winners.map(seat => seats[seat].title).join(", ") });
  }
  if (winners.length > 1) {
    return losers[0].yours && yours.length === 1 ? say("You have lost.") : say("{name} has lost.", { name: nameOf(losers[0].seat, seats) });
  }
  return mine ? say("You have won.") : say("{name} has won.", { name: nameOf(winners[0], seats) });
}

function showSeats({ seats, table }) {
  find("seats").replaceChildren(...seats.map(each =>
    html("li", { class: `seat${each.seat === table.turn && table.phase !== "over" ? " to-move" : ""}${each.present ? "" : " away"}` },
      html("span", { class: "dot", title: each.present ? say("here") : say("away") }),
      html("span", { class: "name" }, each.player ?? say("free seat")),
      html("span", { class: "faint" }, each.title + (each.yours ? ` · ${say("you")}` : "")),
      each.clock === null ? null : html("time", { class: "clock", "data-left": each.clock, "data-runs": each.seat === table.turn && table.phase === "playing" }, clockText(each.clock)))));
}

// A link that somebody has sat down by leads nobody else to the seat.
function showLinks({ seats }) {
  for (const link of document.querySelectorAll("[data-free-seat]")) {
    const { player, title } = seats[link.dataset.freeSeat];
    if (player === null) continue;
    delete link.dataset.freeSeat;
    link.replaceChildren(html("p", {}, say("{name} has sat down ({seat}); the link is spent.", { name: player, seat: title })));
  }
}

const clockText = left => `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-runs]")) {
    if (clock.dataset.runs === "false") continue;
    const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - clockStarted) / 1000);
    clock.textContent = clockText(left);
    clock.classList.toggle("low", left < 20);
  }
}, 250);

function showMoves({ moves, seats, view }) {
  const list = find("moves");
  while (list.children.length > moves.length) list.lastElementChild.remove();
  moves.forEach((move, place) => {
    const text = board.moveText?.(move) ?? move.text;
    const old = list.children[place];
    if (old?.dataset.text === move.text) return;
    const item = html("li", { "data-text": move.text, class: `by-${move.seat}` },
      html("span", { class: "faint" }, move.seat < 0 ? "⚂" : seats[board.handOf?.(move, view) ?? move.seat].title), " ", text);
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  list.scrollTop = list.scrollHeight;
}

const isLast = sitting => sitting !== null && sitting.place + 1 === sitting.length;

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
  if (find("pause")) find("pause").textContent = table.phase === "paused" ? say("Go on") : say("Pause");
  find("review").hidden = table.phase !== "over";
  if (find("again")) find("again").hidden = table.phase !== "over" || isLast(sitting) || table.next !== null;
  if (find("typed")) find("typed").hidden = !playing;
}

function showNotices({ notices }) {
  find("notices").hidden = !notices.length;
  find("notices").replaceChildren(...notices.map(each => html("li", {}, sentence(each))));
}

const MOST_GAMES = 6; // that the score of a series shows one by one

function number(value) {
  if (value === null) return "–";
  const size = Math.abs(value);
  const told = size % 1 === 0.5 ? `${Math.floor(size) || ""}½` : String(Math.round(100 * size) / 100);
  return value < 0 ? `−${told}` : told;
}

// Those who play together: partners by their seats, anybody else by name.
const partyOf = (party, seats) => party.seats.length > 1 ? party.seats.map(seat => seats[seat].title).join("–") : nameOf(party.seats[0], seats);

// The score of a series: a line for each who plays together, the latest games, and the sum.
function showSitting(seen) {
  const { sitting, seats, table } = seen;
  const place = find("sitting");
  place.hidden = !sitting || (sitting.place === 0 && table.phase !== "over" && sitting.length === null);
  if (place.hidden) return;
  const first = Math.max(0, sitting.place + 1 - MOST_GAMES);
  const games = Array.from({ length: sitting.place + 1 - first }, (_, after) => first + after);
  place.replaceChildren(
    html("h2", {}, gameOf(sitting)),
    html("table", { class: "score" },
      html("caption", {}, sentence(sitting.title)),
      html("thead", {}, html("tr", {}, html("td", {}), ...games.map(game => html("th", { scope: "col" }, game + 1)), html("th", { scope: "col" }, say("Total")))),
      html("tbody", {}, ...sitting.parties.map(party =>
        html("tr", { class: party.leads ? "leads" : "" },
          html("th", { scope: "row" }, partyOf(party, seats)),
          ...games.map(game => html("td", {}, number(party.games[game] ?? null))),
          html("td", { class: "total" }, number(party.total)))))),
    ...[...sitting.remarks.map(sentence), nextOf(seen)].filter(Boolean).map(words => html("p", { class: "faint" }, words)));
}

const gameOf = ({ place, length }) => length === null ? say("Game {place}", { place: place + 1 }) : say("Game {place} of {length}", { place: place + 1, length });

// What is played next, and who sits where then if that is another seat.
function nextOf({ sitting, seats }) {
  if (!sitting.next) return "";
  const { place, length } = sitting;
  const game = length === null ? say("Game {place} is next.", { place: place + 2 }) : say("Game {place} of {length} is next.", { place: place + 2, length });
  if (sitting.next.every((from, seat) => from === seat)) return game;
  return `${game} ${sentence(sitting.next.map((from, seat) => `${seats[seat].title}: ${seats[from].player}`).join(", "))}.`;
}

// How a series has ended, when its last game has.
function verdictOf({ sitting, seats, table }) {
  if (!isLast(sitting) || sitting.length === 1 || table.phase !== "over") return "";
  const winners = sitting.parties.filter(party => party.leads);
  if (sitting.parties.some(party => party.games.at(-1) === null)) return say("What the last game of the series brought is not known yet.");
  if (!winners.length) return say("The series is drawn.");
  if (winners.length > 1) return say("{names} share the first place in the series.", { names: winners.map(party => partyOf(party, seats)).join(", ") });
  return seriesWon(winners[0], sitting.parties.filter(party => !party.leads), seats, table);
}

// The score is told where more is better and nothing is owed; elsewhere it is left to the list of the games.
function seriesWon(winner, others, seats, { yours }) {
  const told = others.length === 1 && winner.total > others[0].total && others[0].total >= 0;
  const score = told ? ` ${number(winner.total)} : ${number(others[0].total)}` : "";
  if (winner.seats.length > 1) return say("{seats} have won the series{score}.", { seats: partyOf(winner, seats), score });
  if (yours.length === 1 && winner.seats[0] === yours[0]) return say("You have won the series{score}.", { score });
  return say("{name} has won the series{score}.", { name: partyOf(winner, seats), score });
}

function count(id, left) {
  const place = find(id)?.querySelector(".count");
  if (place) place.textContent = left === null || left === undefined ? "" : `(${left})`;
}

let sawLast = false; // whether this was the latest game of its series when the page showed it

function showOffer({ table }) {
  const bar = find("offer");
  sawLast ||= !table.next;
  if (table.next) {
    bar.hidden = false;
    bar.replaceChildren(html("a", { class: "button primary", href: `/table/${table.next}` }, say("The next game has begun")));
    if (!table.yours.length && sawLast) setTimeout(() => { location.href = `/table/${table.next}`; }, FOLLOWING);
    return;
  }
  bar.hidden = !table.offer;
  if (!table.offer) return;
  const what = table.offer.kind === "draw" ? say("{name} offers a draw.", { name: table.offer.by }) : say("{name} asks to take a move back.", { name: table.offer.by });
  const buttons = table.offer.yours_to_answer
    ? [html("button", { class: "primary", onclick: () => wire.send({ answer: true }) }, say("Agree")),
       html("button", { onclick: () => wire.send({ answer: false }) }, say("Refuse"))]
    : [];
  bar.replaceChildren(html("span", {}, what), ...buttons);
}

wire.addEventListener("hint", event => {
  const advice = find("advice");
  advice.hidden = false;
  advice.replaceChildren(
    html("h2", {}, say("Hint")),
    html("ol", {}, ...event.detail.items.map(item =>
      html("li", {},
        html("button", { onclick: () => play(item.text) }, board.moveText?.(item) ?? item.text), " ",
        item.words === item.text ? null : html("span", {}, item.words),
        item.value === null || shown.table.kid ? null : html("span", { class: "faint" }, ` ${Number(item.value).toFixed(2)}`))))); 
  board.advise?.(event.detail.items);
});

find("controls").addEventListener("click", event => {
  const button = event.target.closest("[data-request]");
  if (!button || (button.dataset.confirm && !confirm(button.dataset.confirm))) return;
  refuse("");
  const paused = button.dataset.request === "pause" ? wire.seen.table.phase !== "paused" : true;
  ask({ [button.dataset.request]: paused });
});

find("typed")?.addEventListener("submit", event => {
  event.preventDefault();
  const field = find("typed-move");
  if (field.value.trim()) play(field.value.trim());
  field.value = "";
});

const soundButton = find("sound");
soundButton.setAttribute("aria-pressed", String(sound.isOn()));
soundButton.addEventListener("click", () => {
  sound.turn(!sound.isOn());
  soundButton.setAttribute("aria-pressed", String(sound.isOn()));
  sound.knock();
});

if (board.turnAround) {
  find("turn-board").hidden = false;
  find("turn-board").addEventListener("click", () => board.turnAround());
}

document.addEventListener("click", event => {
  const address = event.target.dataset?.copy;
  if (!address) return;
  navigator.clipboard?.writeText(address);
  event.target.textContent = say("Copied");
});

// Leaving a running game asks first; it can be gone on with later all the same.
let leaving = false;
document.addEventListener("click", event => {
  const link = event.target.closest?.("header a, aside a");
  if (!link || leaving || !wire.seen?.table.yours.length || wire.seen.table.phase !== "playing") return;
  event.preventDefault();
  if (confirm(say("Leave the game? It waits for you in the list of unfinished games."))) {
    leaving = true;
    link.click();
  }
}, true);
