// What every part of the bridge table knows: seats, strains, and calls as people write them.
import { html } from "../../drawing.js";
import { suitSign } from "../../cards.js";
import { say } from "../../words.js";

export const SEATS = ["North", "East", "South", "West"];
export const LETTERS = ["N", "E", "S", "W"];
export const COLUMNS = [3, 0, 1, 2]; // West, North, East, South, as auctions are written
export const STRAINS = ["♣", "♦", "♥", "♠", "NT"];
export const CARD = /^[♠♥♦♣]([2-9TJQKA]|10)$/;
export const BID = /^[1-7]([♠♥♦♣]|NT)$/;

export const signed = number => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

export function callText(text) {
  return { pass: say("pass"), X: say("double"), XX: say("redouble") }[text] ?? text.replace("NT", say("NT"));
}

// A call with the sign of its suit as a picture.
export function callParts(text) {
  const suit = text.match(/[♠♥♦♣]/)?.[0];
  return suit && /^\d/.test(text) ? [text[0], suitSign(suit), text.slice(2)].filter(Boolean) : [callText(text)];
}

// A call in a narrow column: doubles are a sign there, with the word for the reader.
export function callSigns(text) {
  return /^XX?$/.test(text) ? [html("span", { "aria-hidden": "true" }, text), html("span", { class: "vh" }, callText(text))] : callParts(text);
}

export function contractOf(view) {
  return html("span", { class: "contract-text" }, ...callParts(view.contract.split(" ")[0]), ` ${say(SEATS[view.declarer])}`);
}
