// A table's phone, or a player's own: who sits here, what was played, who goes where.
import { Queue } from "./phone_queue.js";
import { plural, say } from "./words.js";

const page = document.getElementById("phone");
const here = document.body.dataset.here;
const queue = new Queue(here, heard);
let state = queue.lastState(JSON.parse(document.getElementById("state").textContent));
const own = state.role.kind === "contestant";
const draw = await entryScript();

/** Whether the page can be opened again without a network: browsers keep it only over TLS or on this machine. */
const outlivesClosing = "serviceWorker" in navigator && isSecureContext;

let screen = { name: "round" };
let words = "";
const questions = [];

/** The game's own way to enter a result, or buttons for the few there are. */
async function entryScript() {
  if (!state.script) return buttons;
  const { entry } = await import(state.script);
  return entry;
}

function buttons(place, sheet, chosen) {
  const keys = element("div", { class: "k choices" });
  for (const { result, words } of sheet.choices) {
    keys.append(element("button", { class: "b", type: "button", onclick: () => chosen(result, words) }, words));
  }
  place.append(keys);
}

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.filter((each) => each !== null && each !== undefined));
  return made;
}

function sheetOf(board) {
  return { ...state.common, ...state.sheets[board] };
}

/** The boards of a round with what waits to be sent laid over what the house knows. */
function playsOf(round) {
  return round.plays.map((play) => {
    const seen = { ...play };
    for (const { kind, body } of queue.unseen(state.version)) {
      if (body.board !== play.board || body.round !== round.round || body.table !== round.table) continue;
      if (kind === "entered") Object.assign(seen, { state: "entered", result: body.result, words: body.words ?? body.result, by: body.by, waits: true });
      if (kind === "confirmed") Object.assign(seen, { state: "confirmed", waits: true });
      if (kind === "disputed") Object.assign(seen, { state: "disputed", waits: true });
    }
    return seen;
  });
}

const roundOf = (number) => state.rounds.find((each) => each.round === number);
const done = (play) => play.state !== "missing";
/** A round without a table before this one that is still to come, or goes on. */
function idleBefore(round) {
  const played = Math.max(state.clock?.round ?? 1, ...state.rounds.filter((each) => each.plays.some(done)).map((each) => each.round));
  return state.rounds.find((each) => each.table === null && each.round < round.round && each.round >= played);
}

const settled = (play) => ["confirmed", "set", "contradicted"].includes(play.state);

/** The round that is played here: the first one with something missing. */
function roundNow() {
  return state.rounds.find((each) => each.table !== null && !playsOf(each).every(own ? settled : done)) ?? null;
}

let shownRound = null;

function theRound() {
  const open = roundNow();
  const wanted = roundOf(shownRound);
  return wanted ?? open ?? state.rounds.filter((each) => each.table !== null).at(-1);
}

function heard(what, told) {
  if (what === "reply") {
    if (told.refusal) words = told.refusal;
    if (told.doubt) doubted(told.deed, told.doubt);
  }
  update();
}

/** A result that the house finds unlikely is not stored before somebody says that it is so. */
function doubted(deed, why) {
  const same = ({ kind, body }) => kind === "confirmed" && ["round", "table", "board"].every((each) => body[each] === deed.body[each]);
  queue.deeds = queue.deeds.filter((each) => !same(each));
  queue.keep();
  questions.push({ deed, words: why });
}

/** What a table has on the cards, in words: boards where something is dealt, games otherwise. */
function boardsWords(boards) {
  const [first, last] = [boards[0], boards.at(-1)];
  if (boards.length === 1) return state.dealt ? say("board {board}", { board: first }) : say("game {board}", { board: first });
  const both = { boards: boards.length ? `${first}–${last}` : "" };
  return state.dealt ? say("boards {boards}", both) : say("games {boards}", both);
}

function fresh(news) {
  const known = new Set(Object.keys(state.sheets).map(Number));
  const boards = news.rounds.flatMap((round) => round.plays.map((play) => play.board));
  if (boards.some((board) => !known.has(board))) return location.reload();
  state = { ...news, common: state.common, sheets: state.sheets };
  queue.keepState(state);
  update();
}

function go(name, more = {}) {
  screen = { name, ...more };
  words = "";
  render(true);
  scrollTo(0, 0);
}

function head(title, small, back) {
  return element(
    "header",
    {},
    back ? element("button", { class: "ib", "aria-label": say("Back"), onclick: back }, icon("back")) : element("span", { class: "room" }),
    element("div", {}, element("h1", { class: "sentence", tabindex: "-1" }, title), element("p", {}, small)),
    badge(),
  );
}

/** Whether something waits to be sent, or the house does not answer. */
function badge() {
  if (queue.deeds.length) return element("span", { class: "badge pill keeps", role: "status" }, plural("{count} to send", "{count} to send", { count: queue.deeds.length }));
  return queue.online ? element("span", { class: "badge" }) : element("span", { class: "badge pill", role: "status" }, outlivesClosing ? say("no network") : say("no network; leave this page open"));
}

function icon(name) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", "i");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${page.dataset.icons}#${name}`);
  drawing.append(use);
  return drawing;
}

function button(words, onclick, kind = "", name = null) {
  return element("button", { class: `b ${kind}`, type: "button", onclick }, name && icon(name), words);
}

function alertOf(text) {
  return text ? element("p", { class: "alert", role: "alert" }, text) : null;
}

/** Draw the screen; who goes by keys stays where they were, or begins at the top of a new one. */
function render(anew = false) {
  const inside = page.contains(document.activeElement);
  const place = focusable().indexOf(document.activeElement);
  page.replaceChildren(...SCREENS[screen.name]().filter(Boolean));
  const top = page.querySelector("h1");
  if (anew) top?.focus({ preventScroll: true });
  else if (inside) (focusable()[place] ?? top)?.focus({ preventScroll: true });
}

const focusable = () => Array.from(page.querySelectorAll("a, button, select, input"));

const TYPED_INTO = ["entry", "check", "cards", "moved"];

/** Something has come from outside: what somebody is entering stays as it is. */
function update() {
  if (!TYPED_INTO.includes(screen.name)) render();
  else page.querySelector("header .badge")?.replaceWith(badge());
}

const SCREENS = {
  round: () => {
    const round = theRound();
    if (state.event.over) return [head(state.event.name, say("The evening is over")), element("section", { class: "step" }, results())];
    if (!round) return [head(state.event.name, ""), element("section", { class: "step" }, element("p", {}, say("Nobody is seated yet.")))];
    const plays = playsOf(round);
    const over = plays.every(done);
    const idle = idleBefore(round);
    const list = element("ul", { class: "boards" });
    for (const play of plays) list.append(boardLine(round, play));
    const sides = round.people.map((people, side) => element("li", {}, element("span", { class: "dim" }, state.sides[side]), element("b", {}, people.map((each) => `${each.number} ${each.name}`).join(" + "))));
    const before = state.rounds.findLast((each) => each.round < round.round && each.table !== null);
    const begun = round.arrived || round.seats?.length > 0 || plays.some(done) || queue.unseen(state.version).some(({ kind, body }) => kind === "arrived" && body.round === round.round);
    return [
      head(say("Table {table}", { table: round.table }), `${say("Round {round} of {rounds}", { round: round.round, rounds: state.last_round })} · ${boardsWords(round.plays.map((each) => each.board))}`),
      element(
        "section",
        { class: "step" },
        alertOf(words),
        ...questions.map(questionOf),
        idle ? element("p", { class: "sum idle" }, own ? say("Round {round}: you sit out", { round: idle.round }) : say("Round {round}: nobody sits here", { round: idle.round }), element("small", {}, say("This comes after it:"))) : null,
        element("ul", { class: "sides" }, ...sides),
        ...(round.seats ?? []).map((seat) => element("a", { class: "b go seat", href: seat.address }, icon("cards"), say("{name}: sit down at the table", { name: seat.name }))),
        begun ? list : element("p", { class: "dim" }, state.dealt ? say("Is this you, and are these your boards?") : say("Is this you?")),
        element(
          "div",
          { class: "end" },
          begun ? null : button(say("Yes, we sit here"), () => queue.add("arrived", { round: round.round, table: round.table }), "go", "check"),
          over ? button(say("Next: where everybody goes"), () => go("next", { round: round.round }), "go", "next") : null,
          begun || !before ? null : button(say("Where everybody goes"), () => go("next", { round: before.round }), "", "people"),
          element("div", { class: "k k2" }, results(), caller(round)),
          others(round),
        ),
      ),
    ];
  },

  entry: () => {
    const { board } = screen;
    const round = roundOf(screen.round);
    const play = playsOf(round).find((each) => each.board === board);
    const place = element("section", { class: "step entry-step" });
    draw(place, sheetOf(board), (result, said) => (own ? enter(round, board, result, said) : go("check", { round: round.round, board, result, said })), { element, icon, say, result: play.state === "missing" ? "" : play.result });
    return [head(play.title, [say("Table {table}", { table: round.table }), play.note].filter(Boolean).join(" · "), () => go("round")), place];
  },

  check: () => {
    const { board, result, said } = screen;
    const round = roundOf(screen.round);
    const east = round.people[1][0];
    return [
      head(round.plays.find((each) => each.board === board).title, say("The other side checks"), () => go("entry", { round: round.round, board })),
      element(
        "section",
        { class: "step" },
        element("div", { class: "give" }, element("span", { class: "mono" }, (east?.people[0] ?? "?").slice(0, 1)), element("b", {}, east?.people[0] ?? ""), element("span", { class: "dim" }, say("Hand the phone to {side}", { side: state.sides[1] }))),
        element("p", { class: "sum" }, said),
        element(
          "div",
          { class: "end" },
          button(say("That is right"), () => confirm(round, board, result, said), "go", "check"),
          button(say("Not so, correct it"), () => go("entry", { round: round.round, board }), "risk"),
        ),
      ),
    ];
  },

  board: () => {
    const { board } = screen;
    const round = roundOf(screen.round);
    const play = playsOf(round).find((each) => each.board === board);
    const traveller = element("div", { class: "traveller", tabindex: 0, role: "group", "aria-label": say("Results") });
    if (settled(play) && !play.waits) fillTraveller(traveller, board);
    const ask = own && play.state === "entered" && play.by !== round.side;
    const asked = questions.filter((each) => each.deed.body.board === board && each.deed.body.round === round.round);
    if (asked.length) return [head(play.title, play.note, () => go("round")), element("section", { class: "step" }, ...asked.map(questionOf))];
    const next = playsOf(round).find((each) => !done(each));
    return [
      head(play.title, play.note, () => go("round")),
      element(
        "section",
        { class: "step" },
        alertOf(words),
        element("p", { class: `sum is-${play.state}` }, play.words ?? ""),
        element("p", { class: "dim", role: "status" }, stateWords(play)),
        traveller,
        element(
          "div",
          { class: "end" },
          ask ? button(say("That is right"), () => queue.add("confirmed", { ...slot(round, board), result: play.result, by: round.side }), "go", "check") : null,
          ask ? button(say("That is wrong"), () => object(round, board), "risk") : null,
          next ? button(say("Next: {board}", { board: next.title }), () => go("entry", { round: round.round, board: next.board }), ask ? "" : "go", "next") : button(say("Next: where everybody goes"), () => go("next", { round: round.round }), ask ? "" : "go", "next"),
          settled(play) ? null : button(say("Correct it"), () => go("entry", { round: round.round, board }), "", "edit"),
          sheetOf(board).hands && !play.dealt && !ask ? button(say("Enter the cards"), () => go("cards", { round: round.round, board }), "", "cards") : null,
        ),
      ),
    ];
  },

  cards: () => {
    const { board } = screen;
    const round = roundOf(screen.round);
    const place = element("section", { class: "step" });
    import(state.script).then(({ cards }) =>
      cards(place, sheetOf(board), (deal) => {
        queue.add("dealt", { board, deal });
        go("board", { round: round.round, board });
      }, { element, icon, say }),
    );
    return [head(round.plays.find((each) => each.board === board).title, say("The cards, as they were dealt"), () => go("board", { round: round.round, board })), place];
  },

  next: () => {
    const round = roundOf(screen.round);
    const list = element("ul", { class: "nexts" });
    for (const each of round.next) {
      const to = each.table === null
        ? each.undrawn ? say("wait for the draw") : each.end ? say("that was all for tonight") : say("sit out")
        : say("table {table}, {side}, {boards}", { table: each.table, side: state.sides[each.side], boards: boardsWords(each.boards) });
      list.append(element("li", {}, element("b", {}, `${each.number} ${each.name}`), element("span", {}, to)));
    }
    const later = state.rounds.find((each) => each.round > screen.round && each.table !== null);
    return [
      head(say("After round {round}", { round: screen.round }), state.event.name, () => go("round")),
      element("section", { class: "step" }, list, element("div", { class: "end" },
        later ? button(say("Round {round} at this phone", { round: later.round }), () => { shownRound = null; go("round"); }, "go", "next") : results())),
    ];
  },

  moved: () => {
    const field = element("input", { value: queue.base || location.host, inputmode: "url", "aria-label": say("The address on the director's screen") });
    return [
      head(say("No network?"), state.event.name, () => go("round")),
      element("section", { class: "step" },
        element("p", {}, say("All that you enter is kept on this phone and sent when the house answers again. If its laptop has another address now, type it here.")),
        field,
        element("div", { class: "end" }, button(say("Go on there"), () => { queue.moveTo(field.value); go("round"); }, "go"))),
    ];
  },
};

function slot(round, board) {
  return { round: round.round, table: round.table, board };
}

function enter(round, board, result, said) {
  queue.add("entered", { ...slot(round, board), result, by: own ? round.side : 0, words: said });
  go("board", { round: round.round, board });
}

/** Both sides have seen it on this phone: entered by one, confirmed by the other. */
function confirm(round, board, result, said) {
  queue.add("entered", { ...slot(round, board), result, by: 0, words: said });
  queue.add("confirmed", { ...slot(round, board), result, by: 1 });
  go("board", { round: round.round, board });
}

function object(round, board) {
  queue.add("disputed", { ...slot(round, board), by: round.side });
  render();
}

function questionOf(question) {
  const { deed } = question;
  const drop = () => questions.splice(questions.indexOf(question), 1);
  return element("div", { class: "alert", role: "alertdialog", "aria-label": question.words }, element("p", {}, question.words),
    element("div", { class: "k k2 answers" },
      button(say("Yes, it is so"), () => { drop(); queue.add("entered", deed.body, true); if (!own) queue.add("confirmed", { ...deed.body, by: 1 }); }),
      button(say("No, correct it"), () => { drop(); go("entry", { round: deed.body.round, board: deed.body.board }); })));
}

function stateWords(play) {
  if (play.waits) return say("kept on this phone, to be sent");
  const known = {
    entered: say("waits for the other side"),
    confirmed: say("confirmed"),
    disputed: say("the two sides disagree; the director is told"),
    contradicted: say("two results were sent; the director decides"),
    set: say("set by the director"),
  };
  return known[play.state] ?? "";
}

function boardLine(round, play) {
  const open = () => go(done(play) ? "board" : "entry", { round: round.round, board: play.board });
  const signs = { confirmed: "check", set: "edit", entered: "clock", disputed: "warn", contradicted: "warn" };
  return element("li", {}, element("button", { class: `b board is-${play.state}`, type: "button", onclick: open },
    element("b", { class: "num" }, String(play.board)),
    element("span", {}, done(play) ? play.words ?? play.result : say("enter the result")),
    signs[play.state] ? icon(signs[play.state]) : icon("next")));
}

const travellers = {};

/** The traveller as it was last seen, until it is there anew. */
async function fillTraveller(place, board) {
  place.innerHTML = travellers[board] ?? "";
  try {
    const answer = await fetch(`${queue.base}${here}/board/${board}/part`);
    if (answer.ok) place.innerHTML = travellers[board] = await answer.text();
  } catch {
    // it is shown when the house answers again
  }
}

function results() {
  return element("a", { class: "b", href: `${queue.base}${here}/results` }, icon("cup"), say("Results"));
}

function caller(round) {
  if (state.called) return element("span", { class: "b", role: "status" }, say("The director is called"));
  return button(say("Director, please"), () => { state.called = true; queue.add("called", { table: round.table }); }, "", "hand");
}

function others(round) {
  const rounds = state.rounds.filter((each) => each.table !== null);
  const select = element("select", { "aria-label": say("Another round"), onchange: (event) => { shownRound = Number(event.target.value); event.target.blur(); go("round"); } });
  for (const each of rounds) select.append(element("option", { value: each.round, selected: each.round === round.round }, say("Round {round}", { round: each.round })));
  const lost = !queue.online || queue.deeds.length > 0;
  return element("div", { class: lost ? "k k2" : "k" }, select, lost ? button(say("No network?"), () => go("moved")) : null);
}

queue.keepState(state);
render();
queue.send();
queue.listen(() => state.version, fresh);
if (outlivesClosing) navigator.serviceWorker.register("/club/worker.js").catch(() => {});
