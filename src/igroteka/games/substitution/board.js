// The substitution table: the dice, the groups with the bank, then production and form; derivations as trees.
import { Board as Base } from "../../board.js";
import { html, portrait, svg } from "../../drawing.js";
import { lasting } from "../../motion.js";
import { sitter } from "../../seats.js";
import { plural, say } from "../../words.js";

const NEW = -1;
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const TWO_DICE = "1 2 3 4 5 6 5 4 3 2 1";
const isNonterminal = sign => /[A-Z]/.test(sign);
const isWord = form => ![...form].some(isNonterminal);

export class Board extends Base {
  static layout = "cloth";
  static columns = 2;

  constructor(root, play) {
    super(root, play);
    this.group = this.production = null;
    this.marks = {};
  }

  draw(seen) {
    const before = this.seen;
    this.seen = seen;
    this.view = seen.view;
    this.marks = {};
    this.options = seen.actions.map(({ text, words }) => {
      const [form, group, production] = text.split(" ").map(Number);
      return { text, words, form, group, production };
    });
    this.group = this.only(this.options.map(each => each.group));
    this.production = this.only(this.ofGroup().map(each => each.production));
    this.redraw();
    if (before && seen.moves.length > before.moves.length && seen.view.rolled !== null && seen.view.rolled !== before.view.rolled) this.tumble();
  }

  mark(marks) {
    this.marks = marks;
    const better = this.options.find(each => each.text === marks.better);
    if (better) {
      this.group = better.group;
      this.production = better.production;
    }
    this.redraw();
  }

  only(values) {
    return new Set(values).size === 1 ? values[0] : null;
  }

  ofGroup() {
    return this.options.filter(each => each.group === this.group);
  }

  choose(group, production) {
    this.group = group;
    this.production = production ?? this.only(this.ofGroup().map(each => each.production));
    this.redraw();
  }

  redraw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const first = this.below(this.seen);
    this.root.replaceChildren(html("div", { class: "substitution-table" },
      html("div", { class: "throw" }, this.dice(), html("p", { class: "roll" }, this.task())),
      this.groups(),
      this.productions(),
      html("div", { class: "sides" }, ...[first, 1 - first].map(seat => this.side(seat)))));
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

  // --- the dice ---

  get over() {
    return this.seen.table.phase === "over" || this.view.turns_left.every(left => left === 0);
  }

  /** @param {any} view */
  resultWords({ points }) {
    return say("All turns are played: {one} to {other}.", { one: points[0], other: points[1] });
  }

  task() {
    const { rolled, bank } = this.view;
    if (this.over) return this.resultWords(this.view);
    if (rolled !== null) return say("The dice chose {group}", { group: this.arrow(rolled) });
    return bank.some(Boolean) && this.options.length ? say("The bank must be used up.") : say("The dice are thrown next.");
  }

  // Two dice where the weights are those of two dice; otherwise the number of the group on one.
  dice() {
    const { rolled, weights } = this.view;
    const holder = html("div", { class: "dice", role: "img", "aria-label": rolled === null ? say("no roll") : say("rolled: {number}", { number: this.number(rolled) }) });
    if (rolled === null) holder.append(die(null), ...(weights.join(" ") === TWO_DICE ? [die(null)] : []));
    else if (weights.join(" ") === TWO_DICE) holder.append(...this.pair(rolled + 2).map(die));
    else holder.append(html("b", { class: "die number" }, String(this.number(rolled))));
    return holder;
  }

  number(group) {
    return this.view.weights.join(" ") === TWO_DICE ? group + 2 : group + 1;
  }

  // The record knows the sum alone; how it came is told from the number of the roll, so that it stays the same.
  pair(sum) {
    const least = Math.max(1, sum - 6), most = Math.min(6, sum - 1);
    const rolls = this.seen.moves.filter(({ seat }) => seat < 0).length;
    const first = least + (7 * rolls + 3) % (most - least + 1);
    return [first, sum - first];
  }

  tumble() {
    const time = 1.6 * lasting("--fly");
    if (!time) return;
    this.root.querySelectorAll(".die").forEach((each, place) => each.animate(
      [{ rotate: `${place ? -300 : 340}deg`, translate: `${place ? 60 : -60}px -40px`, opacity: 0.4 }, { rotate: "0deg", translate: "0 0", opacity: 1 }], { duration: time, easing: "cubic-bezier(.2, .7, .2, 1)" }));
  }

  // --- group, production, form ---

  groups() {
    const open = new Set(this.options.map(each => each.group));
    return html("div", { role: "group", "aria-label": say("Groups"), class: "group-list" }, ...this.view.groups.map((_, group) => {
      const bank = this.view.bank[group];
      return html("button", {
        class: `group${open.has(group) ? " can" : ""}${group === this.view.rolled ? " rolled" : ""}${this.marks.places?.includes(`group ${group}`) ? " advised" : ""}`, "data-key": `group${group}`, disabled: !open.has(group),
        "aria-pressed": String(this.group === group), onclick: () => this.choose(group),
      }, html("span", { class: "sum" }, String(this.number(group))), html("span", {}, this.arrow(group)), bank ? html("span", { class: "bank", title: say("in the bank") }, `×${bank}`) : null);
    }));
  }

  productions() {
    const row = html("div", { role: "group", "aria-label": say("Productions"), class: "production-list" });
    if (this.group === null) {
      row.append(html("span", { class: "dim" }, this.options.length ? say("Choose a group.") : ""));
      return row;
    }
    const open = new Set(this.ofGroup().map(each => each.production));
    this.rights(this.group).forEach((right, production) => row.append(
      html("button", { class: `b code${open.has(production) ? " can" : ""}`, "data-key": `production${production}`, disabled: !open.has(production), "aria-pressed": String(this.production === production), onclick: () => this.choose(this.group, production) }, `${this.left(this.group)} → ${right}`)));
    row.append(html("span", { class: "dim" }, this.production === null ? say("Choose a production.") : say("Now the form: where it can be applied is lit.")));
    return row;
  }

  side(seat) {
    const { forms, points, turns_left: left } = this.view;
    const { seats, table } = this.seen;
    const mover = table.turn === seat && this.options.length > 0;
    const fitting = new Map(this.ofGroup().filter(each => each.production === this.production).map(each => [each.form, each]));
    const open = forms[seat].map((form, place) => [form, place]).filter(([form]) => !isWord(form));
    const words = forms[seat].filter(isWord);
    const items = open.map(([form, place]) => html("li", {}, this.form(form, mover ? fitting.get(place) : null, seat, place)));
    if (mover && fitting.has(NEW)) items.unshift(html("li", {}, html("button", { class: "form new can", "data-key": "form-new", "aria-label": fitting.get(NEW).words, onclick: () => this.play(fitting.get(NEW).text) }, html("mark", {}, "S"), ` ${say("a new derivation")}`)));
    return html("section", { class: `forms panel${table.turn === seat && !this.over ? " turn" : ""}` },
      html("header", {}, portrait(seats[seat]), html("h2", {}, sitter(seat, seats)), html("b", { class: "points" }, String(points[seat])), html("small", { class: "dim" }, plural("{count} turn left", "{count} turns left", { count: left[seat] }))),
      html("ul", { class: "scroll" }, ...items),
      html("p", { class: "words" }, words.length ? html("b", {}, plural("{count} word", "{count} words", { count: words.length })) : html("span", { class: "dim" }, say("no finished words yet")), ...words.map(word => html("span", { class: "word" }, word || "ε"))));
  }

  form(text, option, seat, place) {
    const left = option ? this.left(this.group) : "";
    const lit = option ? text.indexOf(left) : -1;
    const signs = [...text].map((sign, at) => (at === lit ? html("mark", {}, sign) : html("span", { class: isNonterminal(sign) ? "nonterminal" : "terminal" }, sign)));
    const attributes = { class: "form code can", "data-key": `form${seat}-${place}` };
    const show = () => { this.opened = { seat, place }; this.showTree(); };
    return option
      ? html("button", { ...attributes, "aria-label": option.words, onclick: () => { show(); this.play(option.text); } }, ...signs)
      : html("button", { ...attributes, class: "form code plain", title: say("Show its tree"), onclick: show }, ...signs);
  }

  // --- derivations as trees ---

  facts() {
    this.tree = html("section", { class: "panel fact derivation", "aria-label": say("The derivation") });
    this.showTree();
    return [this.tree];
  }

  showTree() {
    if (!this.tree) return;
    const trees = derivations(this.seen.moves, group => this.left(group), group => this.rights(group));
    const last = this.opened ?? trees.last;
    const root = last && trees.forms[last.seat]?.[last.place];
    this.tree.replaceChildren(html("h2", {}, say("The derivation")), root ? drawTree(root) : html("p", { class: "dim" }, say("Forms grow here as trees.")));
  }

  // --- the list of moves ---

  cell(place, moves) {
    const turns = moves.slice(0, place + 1).filter(({ seat }) => seat < 0).length;
    return moves[place].seat < 0 ? { column: 0, label: String(turns) } : { column: 1, label: "" };
  }

  moveText(move) {
    if (!this.view) return move.text;
    const roll = move.text.match(/^roll (\d+)$/);
    if (roll) return this.arrow(Number(roll[1]));
    const [form, group, production] = move.text.split(" ").map(Number);
    const where = form === NEW ? say("new") : `№ ${form + 1}`;
    return `${this.left(group)} → ${this.rights(group)[production]} (${where})`;
  }
}

function die(pips) {
  const dots = pips === null ? [] : PIPS[pips].map(each => svg("circle", { cx: 16 + 16 * ((each - 1) % 3), cy: 16 + 16 * Math.floor((each - 1) / 3), r: 5.2 }));
  return svg("svg", { class: `die${pips === null ? " empty" : ""}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("rect", { x: 2, y: 2, width: 60, height: 60, rx: 14 }), ...dots);
}

/** Every form of both players as a tree of its derivation, replayed from the moves: the leftmost occurrence of
    the left side is replaced. `last` is the form that has grown last. */
export function derivations(moves, left, rights) {
  const forms = [[], []];
  let last = null;
  for (const { text, seat } of moves) {
    if (seat < 0 || !/^-?\d+ \d+ \d+$/.test(text)) continue;
    const [form, group, production] = text.split(" ").map(Number);
    const children = [...rights(group)[production]].map(sign => ({ sign, children: [] }));
    if (form === NEW) {
      forms[seat].push({ sign: left(group), children });
      last = { seat, place: forms[seat].length - 1 };
      continue;
    }
    const leaf = leaves(forms[seat][form]).find(each => each.sign === left(group));
    if (leaf) leaf.children = children;
    last = { seat, place: form };
  }
  return { forms, last };
}

function leaves(node) {
  return node.children.length ? node.children.flatMap(leaves) : [node];
}

// A tree with its leaves in a row below each other's parents.
function drawTree(root) {
  const STEP = 22, RISE = 34;
  let next = 0, deepest = 0;
  const lines = [], signs = [];
  const placed = (node, depth) => {
    deepest = Math.max(deepest, depth);
    const below = node.children.map(child => placed(child, depth + 1));
    const x = below.length ? (below[0] + below.at(-1)) / 2 : STEP * next++;
    for (const child of below) lines.push(svg("line", { x1: x, y1: depth * RISE + 8, x2: child, y2: (depth + 1) * RISE - 10 }));
    signs.push(svg("text", { x, y: depth * RISE + 5, class: isNonterminal(node.sign) && !below.length ? "open" : below.length ? "inner" : "leaf" }, node.sign));
    return x;
  };
  placed(root, 0);
  const width = Math.max(1, next) * STEP;
  const drawn = svg("svg", { class: "tree", viewBox: `${-STEP / 2} -14 ${width} ${deepest * RISE + 28}`, role: "img", "aria-label": say("The derivation") }, ...lines, ...signs);
  drawn.style.setProperty("--width", `${Math.round(width * 1.1)}px`);
  return drawn;
}
