// The durak table: rivals above, the bout in the middle, the own hand below; cards fly where they go.
import { Board as Base } from "../../board.js";
import { back, card, cardName, cardText, parts, suitSign } from "../../cards.js";
import { html, portrait } from "../../drawing.js";
import { keepPictures, places, settle } from "../../motion.js";
import { clock, nameOf, sitter } from "../../seats.js";
import { plural, say } from "../../words.js";

const CARD = /(10|[2-9TJQKA])[♠♥♦♣]/g;
const cardsOf = text => text.match(CARD) ?? [];
const NARROW = matchMedia("(max-width: 900px)");
const A_CARD = 54; // pixels of a narrow screen's width that a card is seen with

export class Board extends Base {
  static layout = "page";
  static columns = 1;
  static named = true;

  constructor(root, play) {
    super(root, play);
    this.chosen = [];
    this.marks = {};
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth !== width && this.seen) this.redraw(); // as many cards in a row as there is room for
      width = innerWidth;
    });
  }

  /** A view with all cards face up, from the views of all seats. */
  static open(views, viewpoint) {
    return { ...views[viewpoint], open: views.map(view => view.hand) };
  }

  draw(seen) {
    this.before = this.seen;
    this.seen = seen;
    this.view = seen.view;
    this.chosen = [];
    this.marks = {};
    this.redraw();
  }

  refused() {
    this.chosen = [];
  }

  mark(marks) {
    this.marks = marks;
    this.redraw();
  }

  // What one does is shown at once; if it is refused the page draws the last picture again.
  send(text) {
    const cards = cardsOf(text), view = this.view;
    const beating = view.turn === view.defender && !text.startsWith("transfer");
    this.play(text);
    if (!cards.length || text.startsWith("show") || view !== this.view) return;
    const laid = beating ? { beats: [...view.beats, ...cards] } : { attacks: [...view.attacks, ...cards] };
    this.view = { ...view, ...laid, hand: view.hand.filter(each => !cards.includes(each)) };
    this.sent = true;
    this.redraw();
    this.sent = false;
  }

  redraw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.card ?? document.activeElement.dataset.action : null;
    const before = places(this.root);
    keepPictures(this.root);
    this.root.replaceChildren(html("div", { class: "cloth durak-table" },
      this.rivals(), this.stock(), this.bout(), this.discard(), this.own()));
    settle(this.root, before, { from: thing => this.origin(thing), to: name => this.goal(name) });
    if (focused) this.root.querySelector(`[data-card="${focused}"], [data-action="${focused}"]`)?.focus();
  }

  // --- where cards come from and go to ---

  box(selector) {
    return this.root.querySelector(selector)?.getBoundingClientRect() ?? null;
  }

  get grown() {
    return this.before && this.seen.moves.length > this.before.moves.length;
  }

  origin(thing) {
    if (!this.grown) return null;
    if (thing.closest(".hand")) return this.box(".stock .pile");
    return thing.closest(".bout") ? this.box(`.rival[data-seat="${this.seen.moves.at(-1).seat}"] .backs`) : null;
  }

  goal(name) {
    if (!this.grown) return null;
    if (this.view.discard.includes(name)) return this.box(".out .pile");
    return this.box(`.rival[data-seat="${this.before.view.defender}"] .backs`);
  }

  // --- the parts of the table ---

  rivals() {
    const { seats, table } = this.seen;
    const from = table.eye ?? 0;
    const order = seats.map(each => (each.seat + from + 1) % seats.length).filter(seat => seat !== table.eye);
    const drawn = html("div", { class: "rivals", "data-count": order.length }, ...order.map(seat => this.rival(seat)));
    drawn.style.setProperty("--count", String(order.length));
    return drawn;
  }

  rival(seat) {
    const { seats, table } = this.seen;
    const count = this.view.counts[seat];
    const seen = this.openCards(seat).slice(0, count);
    const backs = count - seen.length;
    const said = this.said(seat);
    const held = html("div", { class: "backs", role: "group", "aria-label": plural("{count} card", "{count} cards", { count }) },
      ...seen.map(each => this.shownCard(each, seat)), ...Array.from({ length: backs }, () => back()), html("b", { class: "count", "aria-hidden": "true" }, String(count)));
    held.style.setProperty("--n", String(Math.max(2, seen.length + backs)));
    return html("div", { class: "rival", "data-seat": seat },
      held,
      html("div", { class: `seat${seat === this.view.turn && table.phase === "playing" ? " turn" : ""}` },
        portrait(seats[seat]), html("span", {}, sitter(seat, seats)), html("small", {}, this.role(seat)), clock(seats[seat], seat === table.turn && table.phase === "playing")),
      said ? html("span", { class: "bubble" }, said) : null);
  }

  // Cards that lie open: all of them in a look back; at a table those that were taken from it, for who wants that.
  openCards(seat) {
    if (this.view.open) return this.view.open[seat];
    return document.documentElement.dataset.memory === "on" ? this.view.known[seat] : [];
  }

  // In a look back one may play for everybody: by a rival's cards, or where they are too small to touch by buttons.
  shownCard(each, seat) {
    const may = this.view.open && seat === this.view.turn && !NARROW.matches && this.actions.some(({ text }) => cardsOf(text).includes(each));
    return may ? card(each, { class: "can", onclick: () => this.touch(each) }, "button") : card(each);
  }

  role(seat) {
    const { attacker, defender, taking, turn, attacks, fools } = this.view;
    if (fools.length) return fools.length === 1 && fools[0] === seat ? say("the fool") : "";
    if (seat === defender) return taking ? say("takes") : say("beats");
    if (seat === attacker && !attacks.length) return say("attacks");
    return seat === turn ? say("throws in") : "";
  }

  // What a rival has said with the last move, or with the one before.
  said(seat) {
    const { moves, table } = this.seen;
    if (table.phase === "over") return "";
    const last = moves.slice(-Math.max(1, this.seen.seats.length - 1)).findLast(move => move.seat === seat);
    if (last?.text === "take") return say("I take");
    if (last?.text === "pass") return (this.before ?? this.seen).view.taking ? say("Pass") : say("Beaten");
    return "";
  }

  stock() {
    const { stock, trump } = this.view;
    const { suit } = parts(trump);
    const pile = Array.from({ length: Math.min(3, Math.max(0, stock - 1)) }, (_, each) => back({ class: `b${each + 1}` }));
    return html("div", { class: "stock", role: "img", "aria-label": plural("trump {card}, {count} card in the stock", "trump {card}, {count} cards in the stock", { card: cardName(trump), count: stock }) },
      html("div", { class: "pile" }, stock ? card(trump, { class: "trump", "data-card": null }) : html("span", { class: "trump-suit" }, suitSign(suit)), ...pile),
      html("span", {}, stock ? say("stock {count}, trump {rank}", { count: stock, rank: cardText(trump).slice(0, -1) }) : say("trump"), stock ? suitSign(suit) : null));
  }

  bout() {
    const { attacks, beats } = this.view;
    return html("div", { class: "bout", "data-count": attacks.length }, ...attacks.map((attack, place) => {
      const beat = beats[place];
      return html("div", { class: "pair" }, card(attack, { "aria-label": beat ? say("{attack} beaten by {beat}", { attack: cardName(attack), beat: cardName(beat) }) : say("{attack} to be beaten", { attack: cardName(attack) }) }), beat ? card(beat) : null);
    }));
  }

  discard() {
    const { length } = this.view.discard;
    return html("div", { class: "out" },
      html("div", { class: "pile" }, ...Array.from({ length: Math.min(3, length) }, () => back())),
      html("span", {}, length ? say("{count} out", { count: length }) : ""));
  }

  own() {
    const { seats, table } = this.seen;
    const me = table.eye === null ? null : seats[table.eye];
    const turn = me && table.eye === this.view.turn && table.phase === "playing";
    return html("div", { class: "mine" },
      me ? html("div", { class: `seat${turn ? " turn" : ""}` }, portrait(me), html("span", {}, me.player), html("small", {}, turn && table.to_move && me.yours ? say("your turn") : this.role(table.eye)), clock(me, turn)) : html("span"),
      this.hand(), this.buttons());
  }

  hand() {
    const cards = sorted(this.view.hand, parts(this.view.trump).suit);
    const rows = NARROW.matches ? Math.min(3, Math.ceil(cards.length / Math.floor(innerWidth / A_CARD))) : 1;
    const long = Math.ceil(cards.length / rows);
    const playable = new Set(this.actions.flatMap(each => cardsOf(each.text)));
    const hand = html("div", { class: `hand${playable.size && this.seen.table.to_move ? " choosing" : ""}`, role: "group", "aria-label": say("Your cards") },
      ...Array.from({ length: rows }, (_, row) => html("div", { class: "row" }, ...cards.slice(row * long, (row + 1) * long).map(each => this.held(each, playable)))));
    hand.style.setProperty("--n", String(Math.max(2, long)));
    return hand;
  }

  held(each, playable) {
    const chosen = this.chosen.includes(each), advised = [this.marks.better, ...(this.marks.places ?? [])].some(text => text && cardsOf(text).includes(each));
    return card(each, {
      class: `${playable.has(each) ? "can" : ""}${chosen ? " chosen" : ""}${advised ? " advised" : ""}`,
      "aria-disabled": this.seen.table.to_move ? null : "true",
      "aria-label": cardName(each) + (parts(each).suit === parts(this.view.trump).suit ? `, ${say("trump")}` : ""),
      onclick: () => this.touch(each),
    }, "button");
  }

  // --- what may be done ---

  get actions() {
    return this.sent || !this.seen.table.to_move ? [] : this.seen.actions;
  }

  // Buttons for what is done without a card of one's own choice, and for a choice between several.
  buttons() {
    const chosen = this.chosen[0];
    const forRival = this.view.open && this.view.turn !== this.seen.table.eye && NARROW.matches;
    const offered = forRival ? this.actions : this.actions.filter(each => (cardsOf(each.text).length ? chosen && cardsOf(each.text).includes(chosen) : true));
    const asks = this.actions.some(each => cardsOf(each.text).length) && offered.length;
    return html("div", { class: "big" },
      asks && !chosen ? html("p", {}, this.question()) : null,
      ...offered.map(each => html("button", { class: `b can${this.marks.better === each.text ? " advised" : ""}`, "data-action": each.text, onclick: () => this.send(each.text) }, this.buttonText(each))));
  }

  question() {
    const { view } = this;
    return view.turn === view.defender ? say("Beat the card or say") : say("Throw a card in or say");
  }

  buttonText(action) {
    return { take: say("I take"), pass: this.view.taking ? say("Pass") : say("Beaten") }[action.text] ?? action.words;
  }

  touch(touched) {
    if (!this.seen.table.to_move) return;
    const fitting = this.actions.filter(each => cardsOf(each.text).includes(touched));
    if (fitting.length > 1) {
      this.chosen = this.chosen.includes(touched) ? [] : [touched];
      this.redraw();
    } else if (fitting.length) {
      this.send(fitting[0].text);
    } else {
      this.play(touched); // the house says why not
    }
  }

  // --- the list of moves ---

  cell() {
    return { column: 0, label: "" };
  }

  moveTitle(place, moves) {
    return `${nameOf(moves[place].seat, this.seen.seats)}: ${this.moveText(moves[place])}`;
  }

  moveText({ text }) {
    const cards = cardsOf(text).map(cardText).join(" ");
    if (text.startsWith("transfer")) return say("passes on {card}", { card: cards });
    if (text.startsWith("show")) return say("shows {card}", { card: cards });
    return { take: say("takes"), pass: say("passes") }[text] ?? cards;
  }

  doing(seat, { view, seats }) {
    const name = nameOf(seat, seats);
    if (seat === view.defender) return say("{name} is to beat or take.", { name });
    return view.attacks.length ? say("{name} may throw in.", { name }) : say("{name} attacks.", { name });
  }

  news({ view, seats }) {
    return view.taking ? say("{name} takes.", { name: nameOf(view.defender, seats) }) : "";
  }

  resultWords() {
    const { fools } = this.view;
    return fools.length === 1 ? say("{name} is the fool.", { name: nameOf(fools[0], this.seen.seats) }) : "";
  }
}

// Plain suits first, then trumps; low cards first.
function sorted(hand, trump) {
  const value = each => {
    const { rank, suit } = parts(each);
    const place = "JQKA".indexOf(rank);
    return (suit === trump ? 1000 : 0) + "♠♥♣♦".indexOf(suit) * 100 + (place < 0 ? (rank === "T" ? 10 : Number(rank)) : 11 + place);
  };
  return [...hand].sort((one, other) => value(one) - value(other));
}
