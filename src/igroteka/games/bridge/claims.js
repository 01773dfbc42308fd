// Claiming tricks at bridge: chosen from a list, asked for once more, and only then said.
import { html } from "../../drawing.js";
import { plural, say } from "../../words.js";

export class Claims {
  /** `claim` is called with the claim that was chosen and confirmed. */
  constructor(claim) {
    this.claim = claim;
    this.forget();
    document.addEventListener("keydown", event => this.escape(event));
  }

  forget() {
    this.chosen = "";
    this.asking = false;
  }

  /** The part of the table at which one claims, from the claims that are allowed; null if none is. */
  draw(allowed, moves) {
    if (moves !== this.moves || !allowed.includes(this.chosen)) this.forget();
    this.moves = moves;
    if (!allowed.length) return null;
    const tricks = allowed.map(tricksOf).sort((one, other) => other - one);
    this.most = tricks[0];
    this.least = tricks.at(-1);
    this.place = html("span", { class: "row claims" });
    this.fill(tricks);
    return this.place;
  }

  fill(tricks) {
    this.refill = () => this.fill(tricks);
    this.place.replaceChildren(...(this.asking ? this.question() : this.choice(tricks)));
  }

  choice(tricks) {
    const button = html("button", { class: "b", "data-action": "claim", disabled: !this.chosen, onclick: () => this.ask(true) }, say("Claim"));
    const select = html("select", {
      "aria-label": say("Claim"), "data-action": "claims",
      onchange: () => { this.chosen = select.value; button.disabled = !this.chosen; },
    }, html("option", { value: "" }, say("Claim …")), ...tricks.map(each => html("option", { value: `claim ${each}` }, this.words(each))));
    select.value = this.chosen;
    return [select, button];
  }

  // The second click of a double click on "Claim" is no answer, nor is a key that is held down: the
  // focus goes to the harmless one of the two.
  question() {
    const tricks = tricksOf(this.chosen);
    const words = tricks === this.least ? say("Concede the rest: {tricks} in all?", { tricks }) : plural("Claim {count} trick in all?", "Claim {count} tricks in all?", { count: tricks });
    const answer = act => event => { if (event.detail < 2) act(); };
    return [
      html("button", { class: "b go", "data-action": "claim", onclick: answer(() => this.claim(this.chosen)) }, words),
      html("button", { class: "b", "data-action": "no-claim", onclick: answer(() => this.ask(false)) }, say("Play on")),
    ];
  }

  ask(asking) {
    this.asking = asking;
    this.refill();
    this.place.querySelector(`[data-action="${asking ? "no-claim" : "claim"}"]`).focus();
  }

  escape(event) {
    if (event.key !== "Escape" || !this.asking || !this.place.isConnected) return;
    event.preventDefault();
    this.ask(false);
  }

  words(tricks) {
    if (tricks === this.most) return say("all the rest: {tricks} in all", { tricks });
    if (tricks === this.least) return say("concede the rest: {tricks} in all", { tricks });
    return say("{more} more, concede {given}: {tricks} in all", { more: tricks - this.least, given: this.most - tricks, tricks });
  }
}

export const tricksOf = claim => Number(claim.replace("claim", ""));
