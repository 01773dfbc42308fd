// The durak table: opponents above, the bout in the middle, the own hand fanned below.
import { back, cardName, face, parts } from "../cards.js";
import { html } from "../drawing.js";
import { plural, say } from "../words.js";

const CARD = /(10|[2-9TJQKA])[♠♥♦♣]/g;
const cardsOf = text => text.match(CARD) ?? [];

export class Board {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.chosen = [];
  }

  /** A view with all cards face up, from the views of all seats. */
  static open(views, eye) {
    return { ...views[eye], known: views.map(view => view.hand) };
  }

  draw(seen) {
    this.seen = seen;
    this.chosen = [];
    this.redraw();
  }

  refused() {
    this.chosen = [];
  }

  redraw() {
    const { view } = this.seen;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.card ?? document.activeElement.dataset.action : null;
    this.root.replaceChildren(html("div", { class: "durak-table" },
      this.opponents(),
      html("div", { class: "middle" }, this.stock(), this.bout(), this.discard()),
      this.note(),
      this.buttons(),
      this.hand()));
    if (focused) this.root.querySelector(`[data-card="${focused}"], [data-action="${focused}"]`)?.focus();
  }

  opponents() {
    const { view, seats, table } = this.seen;
    const order = seats.map(each => (each.seat + (table.eye ?? 0) + 1) % seats.length).filter(seat => seat !== table.eye);
    return html("div", { class: "opponents" }, ...order.map(seat => {
      const role = seat === view.attacker ? say("attacks") : seat === view.defender ? say("defends") : "";
      const shown = Math.min(view.counts[seat], 8), known = view.known[seat].slice(0, 12);
      return html("div", { class: `opponent${seat === view.turn ? " to-move" : ""}` },
        html("div", { class: "backs" }, ...known.map(face), ...Array.from({ length: Math.max(0, shown - known.length) }, back)),
        html("span", {}, `${seats[seat].player ?? "?"}`),
        html("span", { class: "faint" }, [seats.length > 2 ? seats[seat].title : "", plural("{count} card", "{count} cards", { count: view.counts[seat] }), role].filter(Boolean).join(", ")));
    }));
  }

  stock() {
    const { view } = this.seen;
    const { suit } = parts(view.trump);
    const pile = view.stock > 1 ? [back()] : [];
    const trump = view.stock ? [html("div", { class: "trump" }, face(view.trump))] : [html("div", { class: "trump-suit", "aria-hidden": "true" }, suit)];
    return html("div", { class: "stock", role: "img", "aria-label": plural("trump {card}, {count} card in the stock", "trump {card}, {count} cards in the stock", { card: cardName(view.trump), count: view.stock }) },
      ...trump, ...pile, html("span", { class: "faint" }, view.stock ? String(view.stock) : say("trump")));
  }

  bout() {
    const { view } = this.seen;
    const pairs = view.attacks.map((card, place) => {
      const beat = view.beats[place];
      const words = beat ? say("{attack} beaten by {beat}", { attack: cardName(card), beat: cardName(beat) }) : say("{attack} to be beaten", { attack: cardName(card) });
      return html("div", { class: "pair", role: "img", "aria-label": words }, face(card), beat ? face(beat) : null);
    });
    return html("div", { class: "bout" }, ...pairs);
  }

  discard() {
    const { view } = this.seen;
    return html("div", { class: "discard" }, view.discard.length ? back() : null, html("span", { class: "faint" }, view.discard.length ? say("{count} out", { count: view.discard.length }) : ""));
  }

  note() {
    const { view, seats } = this.seen;
    if (view.fools.length === 1) return html("p", { class: "note" }, say("{name} is the fool.", { name: seats[view.fools[0]].player }));
    return html("p", { class: "note" }, view.taking ? say("{name} takes.", { name: seats[view.defender].player }) : "");
  }

  // Buttons for what is done without a card of one's own choice, and for a choice between several.
  buttons() {
    const { actions } = this.seen;
    const fitting = this.chosen.length ? actions.filter(each => this.chosen.every(card => cardsOf(each.text).includes(card))) : [];
    const plain = actions.filter(each => !cardsOf(each.text).length);
    const shown = fitting.length > 1 ? fitting : plain;
    return html("div", { class: "row choices" }, ...shown.map(each =>
      html("button", { class: fitting.length > 1 ? "" : "primary", "data-action": each.text, onclick: () => this.play(each.text) }, this.buttonText(each))));
  }

  buttonText(action) {
    return { take: say("Take"), pass: say("That is all") }[action.text] ?? action.words;
  }

  hand() {
    const { view, table } = this.seen;
    const trump = parts(view.trump).suit;
    const order = "6789TJQKA";
    const value = card => {
      const { rank, suit } = parts(card);
      const place = rank === "10" ? 4 : order.indexOf(rank);
      return (suit === trump ? 1000 : 0) + "♠♣♦♥".indexOf(suit) * 100 + (place < 0 ? Number(rank) - 6 : place);
    };
    const cards = [...view.hand].sort((a, b) => value(a) - value(b));
    const playable = new Set(this.seen.actions.flatMap(each => cardsOf(each.text)));
    return html("div", { class: cards.length > 8 ? "hand many" : "hand", role: "group", "aria-label": say("Your cards") }, ...cards.map((card, place) =>
      html("button", {
        class: `card-button${playable.has(card) ? " playable" : ""}${this.chosen.includes(card) ? " chosen" : ""}`,
        "data-card": card, "data-turn": fan(place, cards.length), "aria-disabled": table.to_move ? null : "true",
        "aria-label": cardName(card) + (parts(card).suit === trump ? `, ${say("trump")}` : ""),
        onclick: () => this.touch(card),
      }, face(card))));
  }

  touch(card) {
    const { actions, table } = this.seen;
    if (!table.to_move) return;
    const fitting = actions.filter(each => cardsOf(each.text).includes(card));
    if (fitting.length > 1) {
      this.chosen = this.chosen.includes(card) ? [] : [card];
      this.redraw();
    } else {
      this.play(fitting[0]?.text ?? card);
    }
  }

  moveText(move) {
    const [word, card] = move.text.split(" ");
    if (word === "transfer") return say("passes on {card}", { card });
    if (word === "show") return say("shows {card}", { card });
    return { take: say("takes"), pass: say("passes") }[word] ?? move.text;
  }
}

// A step of the fan, from -4 to 4, that the style sheet turns into an angle.
function fan(place, count) {
  const middle = (count - 1) / 2;
  return String(Math.max(-4, Math.min(4, Math.round((place - middle) * 8 / Math.max(count, 6)))));
}
