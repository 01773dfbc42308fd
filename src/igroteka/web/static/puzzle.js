// A puzzle: one position, one right move; what is wrong is taken back with a word.
import { html } from "./drawing.js";
import * as sound from "./sound.js";
import { say } from "./words.js";

const page = document.querySelector("[data-address]");
const find = id => document.getElementById(id);
const { Board } = await import(`./games/${page.dataset.script}`);
const board = new Board(find("board"), answer);
page.dataset.layout = Board.layout;
const heading = find("status").textContent;
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-Form-Token"];

const posed = await fetch(`${page.dataset.address}/position`).then(reply => reply.json());
const seats = JSON.parse(page.dataset.seats).map(({ title, player, face }, seat) => ({ seat, title, player, face, bot: false, present: true, yours: seat === posed.seat, clock: null }));
let solved = false;
let position = posed; // or the one after the right move
let moves = [];

function draw() {
  const table = { number: 0, game: page.dataset.game, phase: "playing", turn: position.turn, eye: posed.seat, yours: [posed.seat], to_move: !solved, curtain: false, kid: false, past: false };
  const seen = { table, seats, view: position.views[posed.seat], text: position.text, actions: position.actions, moves, result: null };
  board.draw(seen);
  find("facts").replaceChildren(...board.facts(seen));
}

// The house may have to think about an answer; until it has, that is said.
async function attempt(action) {
  find("status").textContent = say("Let me see …");
  find("verdict").replaceChildren();
  const reply = await fetch(`${page.dataset.address}/try`, { method: "POST", body: new URLSearchParams({ action }), headers: { "X-Form-Token": token } });
  return reply.json();
}

async function answer(action) {
  if (solved) return;
  find("refusal").textContent = "";
  const told = await attempt(action);
  if (told.error) {
    find("refusal").textContent = told.error;
    find("status").textContent = heading;
    board.refused();
    draw();
    return;
  }
  if (told.right) finish(say("Right!"), told, action);
  else miss(told, action);
}

function miss(told, action) {
  sound.knock(140);
  find("status").textContent = say("Not that: {move}", { move: board.moveText({ text: action, seat: posed.seat }) });
  find("verdict").replaceChildren(html("p", {}, told.sentence));
  board.refused();
  draw();
}

function finish(words, told, action) {
  solved = true;
  sound.ring();
  page.classList.toggle("won", Boolean(told.right));
  find("status").textContent = words;
  find("verdict").replaceChildren(html("p", {}, told.sentence));
  find("show-answer").hidden = true;
  find("try-again").hidden = false;
  if (find("next-puzzle")) find("next-puzzle").hidden = false;
  board.refused();
  if (told.after) {
    position = told.after;
    moves = [{ text: action, seat: posed.seat }];
    draw();
  } else {
    draw();
    board.mark({ better: told.best });
  }
}

find("show-answer").addEventListener("click", async () => {
  const told = await attempt("");
  finish(say("The best move is {move}", { move: board.moveText({ text: told.best, seat: posed.seat }) }), told, told.best);
});

find("try-again").addEventListener("click", () => {
  solved = false;
  position = posed;
  moves = [];
  find("try-again").hidden = true;
  find("show-answer").hidden = false;
  page.classList.remove("won");
  find("status").textContent = heading;
  find("verdict").replaceChildren();
  draw();
});

draw();
