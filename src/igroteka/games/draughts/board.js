// The draughts board: pieces are dragged, clicked, or moved with the keys; captures go step by step.
import { Board as Base } from "../../board.js";
import { svg } from "../../drawing.js";
import { lasting } from "../../motion.js";
import { say } from "../../words.js";

const CELL = 100;
const FILES = "abcdefghij";
const squaresOf = text => text?.match(/[a-j]\d+|\d+/g) ?? [];
const isDark = (column, row) => (column + row) % 2 === 0;

export class Board extends Base {
  static courseTitle() {
    return say("Chances of white");
  }

  constructor(root, play) {
    super(root, play);
    this.trail = [];
    this.turned = false;
    this.focus = null;
    this.whiteBelow = true;
    this.marks = {};
    this.journey = null;
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
    this.marks = {};
    this.redraw();
  }

  letGo() {
    this.trail = [];
    this.redraw();
  }

  step(square) {
    const from = this.dropped ? null : this.trail.at(-1);
    this.trail.push(square);
    const done = this.fitting().find(move => move.squares.length === this.trail.length);
    if (done) {
      this.pending = true;
      this.play(done.text);
    }
    this.redraw();
    if (from) this.travel(square, [from, square], "--slide");
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
    const [column, row] = this.coordinates(square);
    const up = row + (this.whiteToMove ? 1 : -1);
    const near = [[column + 1, up], [column - 1, up], [column + 1, 2 * row - up], [column - 1, 2 * row - up]].filter(([x, y]) => this.onBoard(x, y)).map(([x, y]) => this.name(x, y));
    return near.find(each => !this.view.pieces[each]) ?? near[0];
  }

  // A piece that was asked to go where it can't stays lifted, so that it can go elsewhere.
  refused() {
    this.trail = (this.kept ?? []).filter(square => this.movable.has(square));
    this.kept = [];
    this.journey = null;
    this.pending = false;
  }

  // --- drawing ---

  draw(seen) {
    const before = this.seen;
    const grown = this.count !== seen.moves.length;
    const shown = this.trail.length > 1 ? this.trail.at(-1) : null;
    this.count = seen.moves.length;
    this.seen = seen;
    this.view = seen.view;
    this.mine = seen.table.to_move;
    if (grown || !this.mine) {
      this.trail = [];
      this.pending = false;
    }
    if (grown) this.marks = {};
    this.moves = seen.actions.map((action, place) => ({ text: action.text, ...seen.view.paths[place] }));
    this.whiteToMove = seen.view.fen.startsWith("W");
    const { eye, yours, turn } = seen.table;
    if (yours.length === 1 && turn >= 0) this.whiteBelow = (turn === eye) === this.whiteToMove;
    const last = squaresOf(seen.moves.at(-1)?.text);
    this.last = last.length ? [last[0], last.at(-1)] : [];
    this.redraw();
    if (before && seen.moves.length === before.moves.length + 1) this.showMove(before.view, seen.moves.at(-1).text, shown);
  }

  // A move that is not shown yet: the piece goes along its squares, and what it takes leaves when it is there.
  showMove(before, text, shown) {
    const path = this.pathOf(before, text);
    const goal = path.squares.at(-1);
    if (goal !== shown) this.travel(goal, path.squares, path.takes.length ? "--hop" : "--slide");
    const time = lasting(path.takes.length ? "--hop" : "--slide") * (goal === shown ? 1 : 2 * (path.squares.length - 1));
    if (!time) return;
    for (const square of path.takes) {
      if (!before.pieces[square]) continue;
      const ghost = this.piece(before.pieces[square], ...this.place(square), false);
      this.image.append(ghost);
      ghost.animate([{ opacity: 1 }, { opacity: 0.4, offset: 0.6 }, { opacity: 0 }], { duration: time, fill: "forwards" }).finished.finally(() => ghost.remove());
    }
  }

  // All squares of a move, though its notation may name but two of them.
  pathOf(view, text) {
    return view.paths[view.moves.indexOf(text)] ?? { squares: squaresOf(text), takes: [] };
  }

  // Let the piece that stands on a square come there along a path, from the moment at which it set out.
  travel(square, path, token, setOut = performance.now()) {
    const hops = token === "--hop" ? 2 : 1;
    const time = lasting(token) * hops * (path.length - 1);
    const piece = this.image.querySelector(`.piece[data-on="${square}"]`);
    if (!time || !piece || performance.now() - setOut >= time) return;
    this.journey = { square, path, token, setOut };
    this.image.append(piece);
    const [x, y] = this.place(square);
    const frames = path.flatMap((each, place) => {
      const [a, b] = this.place(each);
      const here = { translate: `${(a - x) * CELL}px ${(b - y) * CELL}px`, scale: 1 };
      if (hops === 1 || place === 0) return [here];
      const [c, d] = this.place(path[place - 1]);
      return [{ translate: `${((a + c) / 2 - x) * CELL}px ${((b + d) / 2 - y) * CELL}px`, scale: 1.16 }, here];
    });
    const way = piece.firstElementChild.animate(frames, { duration: time, easing: hops === 1 ? "cubic-bezier(.2, .7, .2, 1)" : "ease-in-out" });
    way.currentTime = performance.now() - setOut;
  }

  get turns() {
    return true;
  }

  turnAround() {
    this.turned = !this.turned;
    this.redraw();
  }

  below(seen) {
    return this.turned ? 1 - super.below(seen) : super.below(seen);
  }

  get whiteIsBelow() {
    return this.whiteBelow !== this.turned;
  }

  // --- squares: letters and digits, or numbers of the dark ones from the last row down, as the variant writes them ---

  onBoard(column, row) {
    return Math.min(column, row) >= 0 && Math.max(column, row) < this.view.size;
  }

  /** Column and row of a square, from 0 and from white's left corner. */
  coordinates(square) {
    const { size, numbered } = this.view;
    if (!numbered) return [FILES.indexOf(square[0]), Number(square.slice(1)) - 1];
    const from = Number(square) - 1, row = size - 1 - Math.floor(from / (size / 2));
    return [2 * (from % (size / 2)) + row % 2, row];
  }

  /** What a dark square is called. */
  name(column, row) {
    const { size, numbered } = this.view;
    return numbered ? String((size - 1 - row) * size / 2 + Math.floor(column / 2) + 1) : FILES[column] + (row + 1);
  }

  place(square) {
    return this.turnedAround(...this.coordinates(square));
  }

  // A place in the picture for a column and a row, and the other way round.
  turnedAround(one, other) {
    const last = this.view.size - 1;
    return this.whiteIsBelow ? [one, last - other] : [last - one, other];
  }

  /** The dark square at a place in the picture, if there is one. */
  squareAt(x, y) {
    const [column, row] = this.turnedAround(x, y);
    return this.onBoard(column, row) && isDark(column, row) ? this.name(column, row) : null;
  }

  redraw() {
    if (!this.view) return;
    const size = this.view.size;
    const hadFocus = this.root.contains(document.activeElement);
    this.image = svg("svg", { viewBox: `0 0 ${size * CELL} ${size * CELL}`, class: "draughts-board", role: "group", "aria-label": say("Board") });
    this.pieces = [];
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) this.drawSquare(x, y);
    this.image.append(...this.pieces, ...this.arrows());
    this.root.replaceChildren(this.image);
    this.image.addEventListener("pointerdown", event => this.grab(event));
    this.image.addEventListener("keydown", event => this.key(event));
    if (hadFocus) this.image.querySelector("[tabindex='0']")?.focus();
    // The house may answer, and the board be drawn anew, while the piece is still under way.
    if (this.journey) this.travel(this.journey.square, this.journey.path, this.journey.token, this.journey.setOut);
  }

  drawSquare(x, y) {
    const square = this.squareAt(x, y);
    const field = svg("rect", { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: square ? "dark" : "light" });
    const labels = this.labels(square, x, y, square ? "on-dark" : "on-light");
    this.image.append(square ? this.drawDark(square, x, y, field, labels) : svg("g", {}, field, ...labels));
  }

  // A number in each dark square, or digits and letters along two edges.
  labels(square, x, y, tone) {
    const { size, numbered } = this.view;
    if (numbered) return square ? [svg("text", { x: x * CELL + 6, y: y * CELL + 20, class: tone }, square)] : [];
    const [column, row] = this.turnedAround(x, y);
    return [
      x === 0 ? svg("text", { x: 6, y: y * CELL + 20, class: tone }, String(row + 1)) : null,
      y === size - 1 ? svg("text", { x: x * CELL + 94, y: size * CELL - 7, class: `${tone} file` }, FILES[column]) : null,
    ];
  }

  drawDark(square, x, y, field, labels) {
    const standing = this.standing(square);
    const mayLift = this.mine && !this.trail.length && this.movable.has(square);
    const target = this.mine && this.trail.length && this.targets().has(square);
    this.focus ??= square;
    if (standing) this.pieces.push(this.piece(standing, x, y, this.fallen().has(square), square));
    return svg("g", {
      class: ["square", this.last.includes(square) && "last", (mayLift || target) && "can", target && "target",
        this.trail.at(-1) === square && "lifted", this.marks.places?.includes(square) && "advised"].filter(Boolean).join(" "),
      "data-square": square, role: "button", tabindex: this.focus === square ? 0 : -1,
      "aria-label": this.label(square, standing, mayLift, target),
    }, field, ...labels, target ? svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 16, class: "goal" }) : null);
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

  piece(sign, x, y, fallen, square = null) {
    const king = sign === sign.toUpperCase();
    const colour = sign.toLowerCase() === "w" ? "white" : "black";
    const inside = king
      ? svg("path", { d: "M-20 14 L-24 -12 L-10 0 L0 -19 L10 0 L24 -12 L20 14 Z", class: "crown" })
      : svg("circle", { r: 17, class: "ring" });
    return svg("g", { class: `piece ${colour}${fallen ? " fallen" : ""}`, "data-on": square, transform: `translate(${x * CELL + 50} ${y * CELL + 50})` },
      svg("g", {}, svg("circle", { cy: 3, r: 40, class: "edge" }), svg("circle", { r: 40, class: "body" }), svg("circle", { r: 29, class: "ring" }), inside));
  }

  label(square, standing, mayLift, target) {
    const names = { w: "white man", b: "black man", W: "white king", B: "black king" };
    const parts = [square, standing ? say(names[standing]) : say("empty")];
    if (mayLift) parts.push(say("can move"));
    if (target) parts.push(say("can go here"));
    if (this.trail.at(-1) === square) parts.push(say("lifted"));
    return parts.join(", ");
  }

  // --- what is said of a move ---

  mark(marks) {
    this.marks = marks;
    this.redraw();
  }

  arrows() {
    const { played, better, reply } = this.marks;
    const middle = square => this.place(square).map(each => each * CELL + 50);
    const answer = reply?.length ? this.pathOf(this.view, reply[0]).squares.map(middle) : [];
    return [
      answer.length > 1 ? svg("polyline", { points: answer.map(each => each.join(",")).join(" "), class: "answer" }) : null,
      played && played !== better ? this.arrow(played, "played") : null,
      better ? this.arrow(better, "better") : null,
    ].filter(Boolean);
  }

  arrow(text, kind) {
    const points = this.pathOf(this.marks.before ?? this.view, text).squares.map(square => this.place(square).map(each => each * CELL + 50));
    const [[ax, ay], [bx, by]] = points.slice(-2);
    const angle = Math.atan2(by - ay, bx - ax);
    const tip = [[0, 0], [-34, 21], [-34, -21]].map(([along, aside]) =>
      [bx + along * Math.cos(angle) - aside * Math.sin(angle), by + along * Math.sin(angle) + aside * Math.cos(angle)]);
    const shaft = [...points.slice(0, -1), [bx - 30 * Math.cos(angle), by - 30 * Math.sin(angle)]].map(each => each.join(",")).join(" ");
    const head = tip.map(each => each.join(",")).join(" ");
    return svg("g", { class: `arrow ${kind}` },
      svg("polyline", { points: shaft, class: "halo" }), svg("polygon", { points: head, class: "halo tip" }),
      svg("polyline", { points: shaft, class: "shaft" }), svg("polygon", { points: head, class: "tip" }));
  }

  // Its line is there from the first move on, so that nothing shifts when the first man falls.
  taken(seat, { view }) {
    const other = seat === this.whiteSeat(view) ? "black" : "white";
    const own = other === "black" ? "white" : "black";
    const won = view.lost[other], lead = won - view.lost[own];
    const man = () => svg("svg", { viewBox: "-44 -44 88 88", class: `piece ${other}` }, svg("circle", { r: 40, class: "body" }), svg("circle", { r: 26, class: "ring" }));
    return svg("svg", { class: "took", viewBox: `0 0 ${10 * won + 60} 16`, ...(won ? { role: "img", "aria-label": say("taken: {count}", { count: won }) } : { "aria-hidden": "true" }) },
      ...Array.from({ length: won }, (_, place) => { const drawn = man(); for (const [name, value] of Object.entries({ x: 10 * place, y: 0, width: 15, height: 15 })) drawn.setAttribute(name, String(value)); return drawn; }),
      lead > 0 ? svg("text", { x: 10 * won + 14, y: 13 }, `+${lead}`) : null);
  }

  // The side to move plays the colour that the position says.
  whiteSeat(view) {
    const white = view.fen.startsWith("W");
    return view.turn < 0 ? 0 : white ? view.turn : 1 - view.turn;
  }

  moveText({ text }) {
    return text.replaceAll("-", "–");
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
      const piece = this.image.querySelector(`.piece[data-on="${square}"]`);
      const { point } = this.locate(event);
      piece?.setAttribute("transform", `translate(${point.x} ${point.y}) scale(1.08)`);
      if (piece?.nextSibling) this.image.append(piece);
    };
    const drop = event => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const { square: target } = this.locate(event);
      this.dropped = moved; // a piece that was brought there by hand does not slide
      if (moved && target && target !== square) this.touch(target);
      else if (!moved && wasLifted && this.trail.length === 1) this.letGo();
      else this.redraw();
      this.dropped = false;
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
    const next = dy ? this.squareAt(x, y + dy) ?? this.squareAt(x + 1, y + dy) ?? this.squareAt(x - 1, y + dy) : this.squareAt(x + 2 * dx, y) ?? this.squareAt(x + dx, y - 1) ?? this.squareAt(x + dx, y + 1);
    if (!next) return;
    this.focus = next;
    this.redraw();
    this.image.querySelector(`[data-square="${next}"]`).focus();
  }
}
