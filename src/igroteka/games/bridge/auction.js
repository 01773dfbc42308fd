// The auction of the bridge table: what was called, what it means, and the box with which one calls.
import { html } from "../../drawing.js";
import { say } from "../../words.js";
import { callParts, callSigns, COLUMNS, LETTERS, SEATS, STRAINS } from "./calls.js";

export function auctionTable(board) {
  const { view } = board;
  const cells = Array.from({ length: COLUMNS.indexOf(view.dealer) }, () => null);
  view.auction.forEach((call, place) => cells.push({ ...call, place }));
  if (board.bidding && view.turn >= 0) cells.push("?");
  const rows = [];
  for (let first = 0; first < Math.max(cells.length, 1); first += 4) rows.push(cells.slice(first, first + 4));
  return html("table", { class: `auction${rows.length > 4 ? " long" : ""}` },
    html("caption", { class: "vh" }, say("The auction")),
    html("thead", {}, html("tr", {}, ...COLUMNS.map(seat => html("th", { scope: "col", class: board.vulnerable(seat) ? "vulnerable" : null, "aria-label": say(SEATS[seat]) }, board.printed ? say(LETTERS[seat]) : say(SEATS[seat]))))),
    html("tbody", {}, ...rows.map(row => html("tr", {}, ...COLUMNS.map((_, place) => html("td", {}, callCell(board, row[place])))))));
}

function callCell(board, call) {
  if (!call) return "";
  if (call === "?") return html("span", { class: "call you" }, "?");
  const bare = ["pass", "X", "XX"].includes(call.call);
  const shown = callSigns(call.call);
  const meaning = board.explanation(call.place);
  const kind = `call${call.call === "pass" ? " pass" : bare ? " double" : ""}`;
  if (!meaning || board.printed) return html("span", { class: kind }, ...shown);
  return html("button", { class: kind, title: meaning, "data-action": `meaning ${call.place}`, onclick: () => { board.meant = call.place; board.redraw(); } }, ...shown, html("span", { class: "al", "aria-hidden": "true" }, "!"), html("span", { class: "vh" }, `: ${meaning}`));
}

export function lastMeaning(board) {
  const last = board.meant ?? board.view.auction.findLastIndex(({ call }) => call !== "pass");
  const meaning = board.explanation(last);
  if (!meaning) return null;
  const { seat, call } = board.view.auction[last];
  return html("p", { class: "last-meaning" }, html("b", {}, `${say(SEATS[seat])} `, ...callParts(call)), ` ${meaning.replace(/ (?=[♠♥♦♣])/g, "\u00a0")}`);
}

export function meanings(board) {
  const told = board.view.auction.map((each, place) => ({ ...each, meaning: board.explanation(place) })).filter(each => each.meaning);
  if (!told.length) return null;
  return html("section", { class: "panel fact" }, html("h2", {}, say("What the calls mean")),
    html("dl", { class: "meanings" }, ...told.flatMap(each => [html("dt", {}, ...callParts(each.call)), html("dd", {}, `${say(SEATS[each.seat])}: ${each.meaning}`)])));
}

// The bidding box in two steps: the level, then the strain.
export function biddingBox(board) {
  if (!board.bidding || !board.seen.table.to_move || board.view.turn < 0) return null;
  const legal = level => STRAINS.some(strain => board.words.has(`${level}${strain}`));
  const levels = [1, 2, 3, 4, 5, 6, 7];
  const level = board.level ?? levels.find(legal) ?? 0;
  const choose = each => () => { board.level = each; board.redraw(); };
  return html("div", { class: "box", role: "group", "aria-label": say("Bidding box") },
    html("div", { class: "levels", role: "group", "aria-label": say("Level") }, ...levels.map(each => html("button", { class: `b${board.marks.places?.includes(String(each)) ? " advised" : ""}`, "aria-pressed": String(each === level), "data-action": `level ${each}`, disabled: !legal(each), onclick: choose(each) }, String(each)))),
    html("div", { class: "plain" }, bidButton(board, "pass"), board.words.has("XX") ? bidButton(board, "XX") : bidButton(board, "X")),
    html("div", { class: "strains" }, ...STRAINS.map(strain => bidButton(board, `${level}${strain}`))),
    explainingField(board));
}

function bidButton(board, text) {
  return html("button", { class: `b bid${board.words.has(text) ? " can" : ""}${board.marks.better === text ? " advised" : ""}`, "data-action": text, disabled: !board.words.has(text), title: board.words.get(text) ?? null, onclick: () => bid(board, text) }, ...callParts(text));
}

// Only where somebody would hear it: the robots of the house don't listen.
function explainingField(board) {
  if (board.seen.table.past || board.seen.seats.every(each => each.bot || each.yours)) return null;
  return html("input", { class: "explaining", "data-action": "explain", maxlength: 200, autocomplete: "off", "aria-label": say("What your call means, if the opponents should know"), placeholder: say("What your call means, if the opponents should know"), value: board.explaining ?? "", oninput: event => { board.explaining = event.target.value; } });
}

// A call, with what the opponents are told of it; partner does not hear that.
function bid(board, text) {
  const explanation = board.explaining?.trim();
  board.explaining = "";
  board.send(text, explanation ? { explanation } : {});
}
