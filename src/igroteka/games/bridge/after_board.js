// What is said of a board of bridge when it is over: the score step by step, what could have been made, and how it
// went at other tables.
import { html } from "../../drawing.js";
import { say } from "../../words.js";

const ROWS = [["N", 0], ["S", 2], ["E", 1], ["W", 3]];

/** The tricks of every declarer in every strain; `strains` are the heads of the columns. */
export function solvedGrid({ tricks, par }, strains) {
  const row = ([letter, seat]) => html("tr", {}, html("th", { scope: "row" }, say(letter)), ...tricks.map(each => html("td", { class: each[seat] > 6 ? "makes" : null }, String(each[seat]))));
  return html("div", { class: "solved" },
    html("table", { class: "num" },
      html("caption", {}, say("What could have been made, in tricks")),
      html("thead", {}, html("tr", {}, html("td", {}), ...strains.map(each => html("th", { scope: "col" }, each)))),
      html("tbody", {}, ...ROWS.map(row))),
    html("p", {}, say("Par {par}", { par })));
}

/** The panels beside the board. */
export function panels({ said, others }, score) {
  return [
    sum(say("The score"), said.score),
    otherTables(others, score),
    sum(say("Compared with what the cards are worth"), said.compared),
    said.problem ? html("p", { class: "panel fact" }, said.problem) : null,
    said.costs?.length ? html("section", { class: "panel fact" }, html("h2", {}, say("Cards that gave tricks away")), html("ul", { class: "costs small" }, ...said.costs.map(each => html("li", {}, each)))) : null,
  ].filter(Boolean);
}

// A figure and what it is made of.
function sum(title, { title: sentence, figure, steps }) {
  return html("section", { class: "panel fact sum" }, html("h2", {}, title), html("p", { class: "small" }, sentence, ": ", html("b", { class: "num" }, figure)),
    steps.length ? html("dl", { class: "small dim" }, ...steps.flatMap(({ text, amount }) => [html("dt", {}, text), html("dd", { class: "num" }, amount ?? "")])) : null);
}

function otherTables(others, score) {
  if (!others.length) return null;
  const rows = others.map(({ game, players, scores }) => html("li", {}, html("a", { href: `/game/${game}` }, players), html("b", { class: "num" }, score(scores[0]))));
  return html("section", { class: "panel fact" }, html("h2", {}, others.length === 1 ? say("The other table") : say("Other tables")), html("p", { class: "small dim" }, say("Points of North–South")), html("ul", { class: "others small" }, ...rows));
}
