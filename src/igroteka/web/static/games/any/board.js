// A board for any game: the position as text, and a button for everything that may be done.
import { Board as Base } from "../../board.js";
import { html } from "../../drawing.js";

export class Board extends Base {
  static columns = 1;
  static named = true;

  constructor(root, play) {
    super(root, play);
    this.drawing = html("pre", { class: "drawing" });
    this.actions = html("ul", { class: "actions" });
    this.root.classList.add("drawn");
    // Who plays by keys finds the buttons again when it is their turn.
    this.byKeys = false;
  }

  draw(seen) {
    this.byKeys ||= this.actions.contains(document.activeElement);
    this.root.replaceChildren(this.drawing, this.actions);
    this.drawing.textContent = seen.text;
    this.drawing.style.setProperty("--columns", String(Math.max(...seen.text.split("\n").map(line => line.length))));
    this.actions.replaceChildren(...seen.actions.map(action =>
      html("li", {}, html("button", { class: "b can", onclick: () => this.play(action.text) }, action.words))));
    if (!this.byKeys || !seen.actions.length) return;
    this.byKeys = false;
    if (document.activeElement === document.body) this.actions.querySelector("button")?.focus({ preventScroll: true });
  }
}
