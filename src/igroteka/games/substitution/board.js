// The substitution table: choose a group, then a production, then the form it is applied to.
import { html } from "../drawing.js";
import { say } from "../words.js";

const NEW = -1;
const DICE = "⚀⚁⚂⚃⚄⚅";
const isWord = form => !/[A-Z]/.test(form);

export class Board {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.group = this.production = null;
  }

  draw(seen) {
    this.seen = seen;
    this.view = seen.view;
    this.options = seen.actions.map(({ text, words }) => {
      const [form, group, production] = text.split(" ").map(Number);
      return { text, words, form, group, production };
    });
    this.group = this.only(this.options.map(each => each.group));
    this.production = this.only(this.ofGroup().map(each => each.production));
    this.redraw();
  }

  only(values) {
    const different = new Set(values);
    return different.size === 1 ? values[0] : null;
  }

  ofGroup() {
    return this.options.filter(each => each.group === this.group);
  }

  chooseGroup(group) {
    this.group = group;
    this.production = this.only(this.ofGroup().map(each => each.production));
    this.redraw();
  }

  redraw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.root.replaceChildren(html("div", { class: "substitution-table" },
      this.roll(),
      this.groups(),
      this.productions(),
      html("div", { class: "sides" }, ...[0, 1].map(seat => this.side(seat)))));
    if (focused) this.root.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  left(group) {
    return this.view.groups[group].split("->")[0];
  }

  rights(group) {
    return this.view.groups[group].split("->")[1].split("|");
  }

  arrow(group) {
    return this.view.groups[group].replace("->", " → ").replaceAll("|", " | ");
  }

  roll() {
    const { rolled, turns_left: left } = this.view;
    const die = rolled === null ? "" : DICE[rolled % 6];
    const words = rolled === null ? say("The bank must be used up.") : say("The dice chose {group}", { group: this.arrow(rolled) });
    return html("p", { class: "roll" }, html("span", { class: "die", "aria-hidden": "true" }, die), words,
      html("span", { class: "faint" }, ` · ${say("turns left: {mine} and {yours}", { mine: left[0], yours: left[1] })}`));
  }

  groups() {
    const open = new Set(this.options.map(each => each.group));
    return html("div", { role: "group", "aria-label": say("Groups"), class: "group-list" }, ...this.view.groups.map((_, group) => {
      const bank = this.view.bank[group];
      const rolled = group === this.view.rolled;
      return html("button", {
        class: `group${rolled ? " rolled" : ""}`, "data-key": `group${group}`, disabled: !open.has(group),
        "aria-pressed": String(this.group === group), onclick: () => this.chooseGroup(group),
      }, html("span", {}, this.arrow(group)), html("span", { class: "bank", title: say("in the bank") }, bank ? `× ${bank}` : ""));
    }));
  }

  productions() {
    const row = html("div", { role: "group", "aria-label": say("Productions"), class: "row production-list" });
    if (this.group === null) {
      if (this.options.length) row.append(say("Choose a group."));
      return row;
    }
    const open = new Set(this.ofGroup().map(each => each.production));
    this.rights(this.group).forEach((right, production) => row.append(
      html("button", {
        "data-key": `production${production}`, disabled: !open.has(production), "aria-pressed": String(this.production === production),
        onclick: () => { this.production = production; this.redraw(); },
      }, `${this.left(this.group)} → ${right}`)));
    return row;
  }

  side(seat) {
    const { forms, points } = this.view;
    const { seats, table } = this.seen;
    const mover = table.turn === seat && this.options.length > 0;
    const fitting = new Map(this.ofGroup().filter(each => each.production === this.production).map(each => [each.form, each]));
    const open = forms[seat].map((form, place) => [form, place]).filter(([form]) => !isWord(form));
    const words = forms[seat].filter(isWord);
    const items = open.map(([form, place]) => html("li", {}, this.form(form, mover ? fitting.get(place) : null, `form${place}`)));
    if (mover && fitting.has(NEW)) items.push(html("li", {}, this.form(say("a new derivation"), fitting.get(NEW), "form-new")));
    return html("section", { class: `forms${mover ? " to-move" : ""}` },
      html("h2", {}, `${seats[seat].player ?? "?"}: ${points[seat]}`),
      html("ul", {}, ...items),
      words.length ? html("p", { class: "words" }, `${say("words")}: ${words.join(" ")}`) : null);
  }

  form(text, option, key) {
    const left = this.group === null ? "" : this.left(this.group);
    const place = option ? text.indexOf(left) : -1;
    const shown = place < 0 || key === "form-new" ? [text] : [text.slice(0, place), html("mark", {}, left), text.slice(place + left.length)];
    return option
      ? html("button", { class: "form", "data-key": key, "aria-label": option.words, onclick: () => this.play(option.text) }, ...shown)
      : html("span", { class: "form" }, ...shown);
  }

  moveText(move) {
    if (!this.view) return move.text;
    const roll = move.text.match(/^roll (\d+)$/);
    if (roll) return this.arrow(Number(roll[1]));
    const [form, group, production] = move.text.split(" ").map(Number);
    const where = form === NEW ? say("new") : `№ ${form}`;
    return `${this.left(group)} → ${this.rights(group)[production]} (${where})`;
  }
}
