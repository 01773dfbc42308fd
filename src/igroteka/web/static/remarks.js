// What is said of a move, or of the game as a whole, and the form for one's own words.
import { html } from "./drawing.js";
import { say } from "./words.js";

const find = id => document.getElementById(id);

let shown = null;

/** Show what is said; `whole` is true at the start, where one speaks of the game. */
export function drawRemarks(said, whole) {
  if (said === shown) return; // words that are being typed stay
  shown = said;
  const mine = said.find(each => each.mine);
  find("comment").value = mine?.words ?? "";
  find("mark").value = mine?.mark ?? "";
  find("mark-label").hidden = whole;
  find("comment-title").textContent = whole ? say("Your comment on the game") : say("Your comment on this move");
  find("said").hidden = !said.length;
  find("said").replaceChildren(...said.map(voice));
}

function voice(remark) {
  const gone = !remark.words && !remark.mark;
  return html("li", {},
    remark.author ? html("b", {}, `${remark.author}: `) : null,
    gone ? html("i", {}, say("took the comment back")) : `${remark.mark} ${remark.words}`.trim(),
    remark.at ? html("small", {}, ` ${remark.at}`) : null,
    remark.earlier.length ? earlier(remark.earlier) : null);
}

function earlier(remarks) {
  return html("details", {},
    html("summary", {}, say("changed; earlier: {count}", { count: remarks.length })),
    html("ul", {}, ...remarks.map(each =>
      html("li", {}, `${each.mark} ${each.words}`.trim() || say("took the comment back"), html("small", {}, ` ${each.at}`)))));
}
