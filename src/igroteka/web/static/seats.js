// The players beside a board: face, name, strength, whose turn, clock.
import { html, portrait, strength } from "./drawing.js";
import { say } from "./words.js";

let clockStarted = performance.now();

/** Clocks count from now on, from what the picture says. */
export function startClocks(came) {
  clockStarted = came;
}

/** Who sits on a seat; several with one name, as bots have, are counted. */
export function nameOf(seat, seats) {
  const { player, title } = seats[seat] ?? {};
  if (!player) return title ?? "?";
  const namesakes = seats.filter(each => each.player === player);
  return namesakes.length > 1 ? `${player} ${namesakes.indexOf(seats[seat]) + 1}` : player;
}

/** What stands at a seat: a name, or that the seat is free. */
export function sitter(seat, seats) {
  return seats[seat].player ? nameOf(seat, seats) : say("free seat");
}

/** A seat as a panel. `taken` is what it has won so far, if that is shown. */
export function seatPanel(seat, { seats, table }, taken) {
  const each = seats[seat];
  const turn = seat === table.turn && table.phase === "playing";
  return html("li", { class: `player${turn ? " turn" : ""}${each.present ? "" : " away"}`, "data-seat": seat },
    html("div", { class: "who" }, portrait(each), html("span", {},
      html("b", { class: "name" }, sitter(seat, seats)),
      html("span", { class: "small dim" }, each.strength ? strength(each.strength) : null, describe(each), turn ? turnPill(each, table) : null),
      taken)),
    clock(each, turn));
}

function describe(each) {
  const words = [each.rank ?? each.title];
  if (!each.present && each.player && !each.bot) words.push(say("away"));
  return words.join(" · ");
}

function turnPill(each, table) {
  if (each.yours && table.yours.length === 1) return html("span", { class: "pill you" }, say("Your turn"));
  return each.bot ? html("span", { class: "pill you" }, say("thinks")) : html("span", { class: "pill you" }, say("to move"));
}

/** The clock of a seat, or nothing where none runs. */
export function clock(each, runs) {
  if (each.clock === null || each.clock === undefined) return null;
  return html("time", { class: "clock", "data-left": each.clock, "data-runs": runs }, clockText(each.clock));
}

const clockText = left => `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;

setInterval(() => {
  for (const each of document.querySelectorAll(".clock[data-runs]")) {
    if (each.dataset.runs === "false") continue;
    const left = Math.max(0, Number(each.dataset.left) - (performance.now() - clockStarted) / 1000);
    each.textContent = clockText(left);
    each.classList.toggle("low", left < 20);
  }
}, 250);
