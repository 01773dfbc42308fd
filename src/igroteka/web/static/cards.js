// Playing cards, drawn as SVG: large corner signs, four suits told apart by shape and by colour.
import { svg } from "./drawing.js";
import { say } from "./words.js";

export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const RANKS = { J: "jack", Q: "queen", K: "king", A: "ace", T: "10" };
const WIDTH = 70;
const HEIGHT = 98;

/** A card in words: `Q♥` and `♥Q` are both the queen of hearts. */
export function cardName(text) {
  const { rank, suit } = parts(text);
  return say("{rank} of {suit}", { rank: say(RANKS[rank] ?? rank), suit: say(SUITS[suit]) });
}

export function parts(text) {
  const suit = [...text].find(sign => SUITS[sign]);
  return { suit, rank: text.replace(suit, "") };
}

/** The face of a card. */
export function face(text) {
  const { rank, suit } = parts(text);
  const shown = rank === "T" ? "10" : rank;
  const court = "JQK".includes(rank);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `card-face ${SUITS[suit]}`, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 7, class: "sheet" }),
    court ? svg("rect", { x: 19, y: 24, width: 42, height: 62, rx: 4, class: "court" }) : null,
    svg("text", { x: 6, y: 25, class: "rank" }, shown),
    svg("text", { x: 6, y: 44, class: "small-suit" }, suit),
    svg("text", { x: court ? 40 : 42, y: court ? 70 : 76, class: "suit" }, suit),
    court ? svg("text", { x: 40, y: 44, class: "court-rank" }, shown) : null);
}

/** The back of a card. */
export function back() {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "card-back", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 7, class: "sheet" }),
    svg("rect", { x: 7, y: 7, width: WIDTH - 14, height: HEIGHT - 14, rx: 4, class: "pattern" }),
    svg("path", { d: "M35 24 L56 49 L35 74 L14 49 Z", class: "ornament" }));
}
