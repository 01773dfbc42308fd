// A board for any game: the position as text, and a button for everything that may be done.
import { html } from "../drawing.js";

export class Board {
  constructor(root, play) {
    this.root = root;
    this.play = play;
  }

  draw(seen) {
    const buttons = seen.actions.map(action =>
      html("li", {}, html("button", { onclick: () => this.play(action.text) }, action.words)));
    this.root.replaceChildren(html("pre", {}, seen.text), html("ul", { class: "actions" }, ...buttons));
  }
}
