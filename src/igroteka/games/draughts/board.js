// The draughts board: pieces are dragged, clicked, or moved with the keys; captures go step by step.
import { svg } from "../drawing.js";
import { say } from "../words.js";

const CELL = 100;
const FILES = "abcdefghij";

export class Board {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.trail = [];
    this.turned = false;
    this.focus = null;
    this.whiteBelow = true;
  }

  // --- what is legal ---

  /** Moves that go along the squares touched so far. */
  fitting(trail = this.trail) {
    return this.moves.filter(move => trail.every((square, place) => move.squares[place] === square));
  }

  get movable() {
    return new Set(this.moves.map(move => move.squares[0]));
  }

  targets() {
    return new Set(this.fitting().map(move => move.squares[this.trail.length]).filter(Boolean));
  }

  fallen() {
    const moves = this.trail.length > 1 ? this.fitting() : [];
    return new Set(moves.length ? moves[0].takes.slice(0, this.trail.length - 1) : []);
  }

  // --- touching ---

  touch(square) {
    if (!this.mine) return;
    const targets = this.targets();
    if (this.trail.length && targets.has(square)) this.step(square);
    else if (this.trail.length === 1 && this.trail[0] === square) this.letGo();
    else if (this.trail.length < 2 && this.movable.has(square)) this.lift(square);
    else this.askWhy(square);
  }

  lift(square) {
    this.trail = [square];
    this.redraw();
  }

  letGo() {
    this.trail = [];
    this.redraw();
  }

  step(square) {
    this.trail.push(square);
    const done = this.fitting().find(move => move.squares.length === this.trail.length);
    if (done) {
      this.pending = true;
      this.play(done.text);
    }
    this.redraw();
  }

  // A move that is not legal is sent all the same: the answer says why it is not.
  askWhy(square) {
    const from = this.trail[0];
    const capturing = this.trail.length && this.fitting()[0]?.takes.length;
    if (from && from !== square && !this.view.pieces[square]) this.play([from, square].join(capturing ? ":" : "-"));
    else if (this.view.pieces[square]) this.play(`${square}-${this.someTarget(square)}`);
    this.kept = this.trail.length === 1 ? this.trail : [];
    this.trail = [];
    this.redraw();
  }

  someTarget(square) {
    const size = this.view.size, column = FILES.indexOf(square[0]), row = Number(square.slice(1));
    const up = row + (this.whiteToMove ? 1 : -1);
    const options = [[column + 1, up], [column - 1, up], [column + 1, 2 * row - up], [column - 1, 2 * row - up]];
    const [file, rank] = options.find(([f, r]) => f >= 0 && f < size && r > 0 && r <= size && !this.view.pieces[FILES[f] + r])
      ?? options.find(([f, r]) => f >= 0 && f < size && r > 0 && r <= size);
    return FILES[file] + rank;
  }

  // A piece that was asked to go where it can't stays lifted, so that it can go elsewhere.
  refused() {
    this.trail = (this.kept ?? []).filter(square => this.movable.has(square));
    this.kept = [];
    this.pending = false;
  }

  // --- drawing ---

  draw(seen) {
    const grown = this.count !== seen.moves.length;
    this.count = seen.moves.length;
    this.seen = seen;
    this.view = seen.view;
    this.mine = seen.table.to_move;
    if (grown || !this.mine) {
      this.trail = [];
      this.pending = false;
    }
    this.moves = seen.actions.map((action, place) => ({ text: action.text, ...seen.view.paths[place] }));
    this.whiteToMove = seen.view.fen.startsWith("W");
    const { eye, yours, turn } = seen.table;
    if (yours.length === 1 && turn >= 0) this.whiteBelow = (turn === eye) === this.whiteToMove;
    this.last = (seen.moves.at(-1)?.text.match(/[a-j]\d+/g)) ?? [];
    this.redraw();
  }

  turnAround() {
    this.turned = !this.turned;
    this.redraw();
  }

  get below() {
    return this.whiteBelow !== this.turned;
  }

  place(square) {
    const size = this.view.size;
    const column = FILES.indexOf(square[0]), row = Number(square.slice(1)) - 1;
    return this.below ? [column, size - 1 - row] : [size - 1 - column, row];
  }

  squareAt(x, y) {
    const size = this.view.size;
    const [column, row] = this.below ? [x, size - 1 - y] : [size - 1 - x, y];
    return column < 0 || row < 0 || column >= size || row >= size ? null : FILES[column] + (row + 1);
  }

  redraw() {
    if (!this.view) return;
    const size = this.view.size;
    const hadFocus = this.root.contains(document.activeElement);
    this.image = svg("svg", { viewBox: `-30 -6 ${size * CELL + 36} ${size * CELL + 36}`, class: "draughts-board", role: "group", "aria-label": say("Board") });
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) this.drawSquare(x, y);
    for (let each = 0; each < size; each++) this.drawLabels(each);
    this.root.replaceChildren(this.image);
    this.image.addEventListener("pointerdown", event => this.grab(event));
    this.image.addEventListener("keydown", event => this.key(event));
    if (hadFocus) this.image.querySelector("[tabindex='0']")?.focus();
  }

  drawLabels(each) {
    const size = this.view.size;
    const file = FILES[this.below ? each : size - 1 - each], rank = this.below ? size - each : each + 1;
    this.image.append(
      svg("text", { x: each * CELL + CELL / 2, y: size * CELL + 24, class: "label" }, file),
      svg("text", { x: -16, y: each * CELL + CELL / 2 + 8, class: "label" }, String(rank)));
  }

  drawSquare(x, y) {
    const square = this.squareAt(x, y);
    const column = FILES.indexOf(square[0]), row = Number(square.slice(1)) - 1;
    const dark = (column + row) % 2 === 0;
    const field = svg("rect", { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: dark ? "dark" : "light" });
    if (!dark) {
      this.image.append(field);
      return;
    }
    const standing = this.standing(square);
    const mayLift = this.mine && !this.trail.length && this.movable.has(square);
    const target = this.mine && this.trail.length && this.targets().has(square);
    this.focus ??= square;
    const group = svg("g", {
      class: ["square", this.last.includes(square) && "last", mayLift && "movable", target && "target",
        this.trail.at(-1) === square && "lifted", this.advised?.includes(square) && "advised"].filter(Boolean).join(" "),
      "data-square": square, role: "button", tabindex: this.focus === square ? 0 : -1,
      "aria-label": this.label(square, standing, mayLift, target),
    }, field);
    if (target) group.append(svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 16, class: "goal" }));
    if (standing) group.append(this.piece(standing, x, y, this.fallen().has(square)));
    this.image.append(group);
  }

  // Where the lifted piece is on its way, and what stands elsewhere.
  standing(square) {
    const here = this.trail.at(-1);
    if (this.trail.length > 1) {
      if (square === here) return this.view.pieces[this.trail[0]];
      if (square === this.trail[0]) return null;
    }
    return this.view.pieces[square];
  }

  piece(sign, x, y, fallen) {
    const king = sign === sign.toUpperCase();
    const colour = sign.toLowerCase() === "w" ? "white" : "black";
    const group = svg("g", { class: `piece ${colour}${fallen ? " fallen" : ""}${this.pending ? " pending" : ""}`, transform: `translate(${x * CELL + 50} ${y * CELL + 50})` },
      svg("ellipse", { cx: 0, cy: 5, rx: 40, ry: 39, class: "shade" }),
      svg("circle", { r: 39, class: "body" }),
      svg("circle", { r: 28, class: "ring" }));
    if (king) group.append(svg("path", { d: "M-20 14 L-24 -12 L-10 0 L0 -19 L10 0 L24 -12 L20 14 Z", class: "crown" }));
    else group.append(svg("circle", { r: 15, class: "ring" }));
    return group;
  }

  label(square, standing, mayLift, target) {
    const names = { w: "white man", b: "black man", W: "white king", B: "black king" };
    const parts = [square, standing ? say(names[standing]) : say("empty")];
    if (mayLift) parts.push(say("can move"));
    if (target) parts.push(say("can go here"));
    if (this.trail.at(-1) === square) parts.push(say("lifted"));
    return parts.join(", ");
  }

  advise(items) {
    this.advised = items[0]?.text.match(/[a-j]\d+/g) ?? [];
    this.redraw();
    this.advised = null;
  }

  // --- fingers, mouse and keys ---

  locate(event) {
    const matrix = this.image.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { point, square: this.squareAt(Math.floor(point.x / CELL), Math.floor(point.y / CELL)) };
  }

  grab(event) {
    const { square } = this.locate(event);
    if (!square || event.button > 0) return;
    event.preventDefault();
    this.focus = square;
    const lifted = this.trail.at(-1) === square;
    const draggable = this.mine && (lifted || (this.trail.length < 2 && this.movable.has(square)));
    if (!draggable) {
      this.touch(square);
      return;
    }
    if (!lifted) this.lift(square);
    this.drag(event, square, lifted);
  }

  drag(event, square, wasLifted) {
    const begun = { x: event.clientX, y: event.clientY };
    let moved = false;
    const move = event => {
      moved ||= Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > 6;
      if (!moved) return;
      const piece = this.image.querySelector(`[data-square="${square}"] .piece`);
      const { point } = this.locate(event);
      piece?.setAttribute("transform", `translate(${point.x} ${point.y}) scale(1.08)`);
      piece?.parentNode.parentNode.append(piece.parentNode);
    };
    const drop = event => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const { square: target } = this.locate(event);
      if (moved && target && target !== square) this.touch(target);
      else if (!moved && wasLifted && this.trail.length === 1) this.letGo();
      else this.redraw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  key(event) {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (event.key === "Escape") this.letGo();
    else if (square && (event.key === "Enter" || event.key === " ")) this.touch(square);
    else if (square && steps[event.key]) this.moveFocus(square, steps[event.key]);
    else return;
    event.preventDefault();
  }

  // Only dark squares take part, so a step along a row or file is two squares, or one aside.
  moveFocus(square, [dx, dy]) {
    const [x, y] = this.place(square);
    const dark = (a, b) => { const s = this.squareAt(a, b); return s && (FILES.indexOf(s[0]) + Number(s.slice(1)) - 1) % 2 === 0 ? s : null; };
    const next = dy ? dark(x, y + dy) ?? dark(x + 1, y + dy) ?? dark(x - 1, y + dy) : dark(x + 2 * dx, y) ?? dark(x + dx, y - 1) ?? dark(x + dx, y + 1);
    if (!next) return;
    this.focus = next;
    this.redraw();
    this.image.querySelector(`[data-square="${next}"]`).focus();
  }
}
