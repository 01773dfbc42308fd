// Playing cards: the house's deck, brought into the page once; a card is a picture of it.
import { html, svg } from "./drawing.js";
import { say } from "./words.js";

export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const RANKS = { J: "jack", Q: "queen", K: "king", A: "ace", T: "10" };
const INDICES = { T: "10", J: "J", Q: "Q", K: "K", A: "A" };

const deck = await fetch(`${document.body.dataset.static}/deck.svg`).then(answer => answer.text());
const drawings = document.importNode(new DOMParser().parseFromString(deck, "image/svg+xml").documentElement, true);
drawings.classList.add("deck");
document.body.append(drawings);

/** The suit and the rank of a card, however they are ordered: `Q♥` and `♥Q` are one card. */
export function parts(text) {
  const suit = [...text].find(sign => SUITS[sign]);
  return { suit, rank: text.replace(suit, "") };
}

/** A card in words. */
export function cardName(text) {
  const { rank, suit } = parts(text);
  return say("{rank} of {suit}", { rank: say(RANKS[rank] ?? rank), suit: say(SUITS[suit]) });
}

/** A card as it is written in a line: its rank as the corner of the card has it, then the suit. */
export function cardText(text) {
  const { rank, suit } = parts(text);
  return `${say(INDICES[rank] ?? rank)}${suit}`;
}

/** A card face up. Further attributes go to its element, which is a button if `tag` says so. */
export function card(text, attributes = {}, tag = "span") {
  const { rank, suit } = parts(text);
  const name = `${(rank === "T" ? "10" : rank).toLowerCase()}${LETTERS[suit]}`;
  const { class: kind = "", ...others } = attributes;
  return html(tag, { class: `c su-${LETTERS[suit]} ${kind}`, "data-card": text, "aria-label": cardName(text), role: tag === "span" ? "img" : null, ...others }, picture(`c${name}`));
}

/** A card face down. */
export function back(attributes = {}) {
  const { class: kind = "", ...others } = attributes;
  return html("span", { class: `c ${kind}`, "aria-hidden": "true", ...others }, picture("cback"));
}

/** The sign of a suit as a small picture that grows with the text. */
export function suitSign(suit) {
  return svg("svg", { class: `suit ${"♥♦".includes(suit) ? "red" : "black"} su-${LETTERS[suit]}`, viewBox: "-1.1 -1.1 2.2 2.2", role: "img", "aria-label": say(SUITS[suit]) },
    svg("use", { href: `#p${LETTERS[suit]}` }));
}

function picture(name) {
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, svg("use", { href: `#${name}` }));
}
