// What is said of a table: whose turn it is, how the game and the series stand and how they ended.
import { html } from "./drawing.js";
import { nameOf } from "./seats.js";
import { say } from "./words.js";

/** A sentence begins with a capital letter, but a square that it begins with is written as it is. */
export function sentence(words) {
  return words && !/^[a-j]\d/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}

export const isLast = sitting => sitting !== null && sitting.place + 1 === sitting.length;

// Whether this is a child's seat, in the child's room.
const kid = document.body.classList.contains("kid");

/** All that is to be said of what is seen now. */
export function standing(seen, board) {
  const news = seen.result ? "" : board.news(seen);
  return `${news} ${statusOf(seen, board)} ${verdictOf(seen)}`.trim();
}

function statusOf(seen, board) {
  const { table, seats, result, view } = seen;
  const who = seat => nameOf(seat, seats);
  if (table.phase === "gathering") return say("Waiting until everybody has sat down.");
  if (table.phase === "paused") return say("The game is paused.");
  if (result) return resultOf(result, seats, table, board, view);
  if (table.to_move && table.yours.length === 1) {
    return kid ? say("It is your turn. Think first, then play!") : say("It is your turn.");
  }
  return seats[table.turn]?.bot
    ? say("{name} is thinking …", { name: who(table.turn) })
    : board.doing(table.turn, seen) || say("{name} is to move.", { name: who(table.turn) });
}

function resultOf(result, seats, table, board, view) {
  const ending = kid && result.ending === "resignation" ? "" : ` ${result.words ? `${sentence(result.words)}.` : board.resultWords(view)}`.trimEnd();
  if (result.fault) {
    return say("{name} failed: {reason}.", { name: nameOf(result.fault.seat, seats), reason: result.fault.text });
  }
  if (!result.winners.length) return say("The game is over: a draw.") + ending;
  return winnersOf(result.winners, seats, table) + ending;
}

function winnersOf(winners, seats, { yours }) {
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
export function showSitting(place, seen) {
  const { sitting, seats, table } = seen;
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
    ...[...sitting.remarks.map(sentence), nextOf(seen)].filter(Boolean).map(words => html("p", { class: "small dim" }, words)));
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
