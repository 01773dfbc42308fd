// The hands of the bridge table: cards in rows, as backs, and as they are printed.
import { back, card, cardName, cardText, parts, SUITS, suitSign } from "../../cards.js";
import { html } from "../../drawing.js";
import { plural, say } from "../../words.js";
import { SEATS } from "./calls.js";

export const NARROW = matchMedia("(max-width: 900px)");
const IN_A_ROW = 7; // cards of which a phone shows enough to touch
const rankOf = each => "23456789TJQKA".indexOf(parts(each).rank === "10" ? "T" : parts(each).rank);

// A hand in one row, or on a phone in two when it is long; the break is between suits.
export function handOfCards(board, cards, seat, kind = "dummy") {
  const playable = each => board.playable(each, seat);
  const suits = suitsOf(board, cards);
  const rows = NARROW.matches ? (cards.length > 7 ? halves(suits) : [suits]) : kind === "dummy" && seat % 2 ? suits.map(suit => [suit]) : [suits];
  const long = Math.max(...rows.map(row => row.flat().length), 2);
  const drawn = html("div", { class: `hand ${kind}${cards.some(playable) && board.seen.table.to_move ? " choosing" : ""}`, role: "group", "aria-label": say("Cards of {seat}", { seat: say(SEATS[seat]) }) },
    ...rows.map(row => html("div", { class: "row" }, ...row.flatMap((suit, place) => suit.map((each, first) => heldCard(board, each, playable(each), place && !first ? "g" : ""))))));
  drawn.style.setProperty("--n", String(long));
  drawn.style.setProperty("--gaps", String(Math.max(0, ...rows.map(row => row.length - 1))));
  return drawn;
}

function heldCard(board, each, playable, kind) {
  const advised = board.marks.better === each || board.marks.places?.includes(each);
  const wrong = board.marks.played === each && board.marks.better !== each;
  return card(each, {
    class: `${kind}${playable ? " can" : ""}${advised ? " advised" : ""}${wrong ? " wrong" : ""}`, "data-action": each, "aria-disabled": board.seen.table.to_move ? null : "true",
    onclick: () => { if (board.seen.table.to_move) (playable ? board.send(each) : board.play(each)); },
  }, "button");
}

// A hand as it is printed: a line for each suit.
export function printedHand(board, cards, seat) {
  const rank = each => {
    const text = cardText(each).slice(0, -1);
    return board.playable(each, seat) && !NARROW.matches ? html("button", { class: "rank can", "aria-label": cardName(each), "data-action": each, onclick: () => board.send(each) }, text) : html("span", { class: "rank" }, text);
  };
  return html("ul", { class: "lines" }, ...Object.keys(SUITS).map(suit => {
    const held = cards.filter(each => each.startsWith(suit));
    return html("li", {}, suitSign(suit), ...(held.length ? held.map(rank) : ["–"]));
  }));
}

// The thirteen cards that a seat was dealt; in a board that was broken off, those that have been seen.
export function dealtTo(board, seat) {
  const played = board.view.played.filter(each => each.seat === seat).map(each => each.card);
  return [...(board.view.hands[seat] ?? []), ...played].sort((one, other) => rankOf(other) - rankOf(one));
}

// Trumps first, colours in turn.
function suitsOf(board, cards) {
  const trump = board.view.contract?.match(/[♠♥♦♣]/)?.[0];
  return ["♠", "♥", "♣", "♦"].sort((one, other) => (other === trump ? 1 : 0) - (one === trump ? 1 : 0))
    .map(suit => cards.filter(each => each.startsWith(suit))).filter(each => each.length);
}

export function backsOf(board, seat) {
  const count = board.view.counts[seat];
  return html("div", { class: "backs", role: "img", "aria-label": plural("{count} card", "{count} cards", { count }) }, ...Array.from({ length: Math.min(count, 13) }, () => back()));
}

// Suits in two rows that are as long as each other as can be; one that is too long for a phone is broken.
function halves(suits) {
  let best = [suits];
  const longest = rows => Math.max(...rows.map(row => row.flat().length));
  for (let cut = 1; cut < suits.length; cut++) {
    const rows = [suits.slice(0, cut), suits.slice(cut)];
    if (longest(rows) < longest(best)) best = rows;
  }
  return longest(best) > IN_A_ROW ? broken(suits) : best;
}

// Two rows of which the first is full.
function broken(suits) {
  const rows = [[], []];
  let left = IN_A_ROW;
  for (const suit of suits) {
    const here = suit.slice(0, left), rest = suit.slice(left);
    if (here.length) rows[0].push(here);
    if (rest.length) rows[1].push(rest);
    left -= here.length;
  }
  return rows;
}
