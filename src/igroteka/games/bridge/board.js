// The bridge table: the own seat below, partner above, the auction and then the tricks between.
import { back, cardName, face, SUITS } from "../cards.js";
import { Claims, tricksOf } from "../claims.js";
import { html } from "../drawing.js";
import { plural, say } from "../words.js";

const SEATS = ["North", "East", "South", "West"];
const STRAINS = ["♣", "♦", "♥", "♠", "NT"];
const PLACES = ["below", "left", "above", "right"];
const CARD = /^[♠♥♦♣]([2-9TJQKA]|10)$/;
const BID = /^[1-7]([♠♥♦♣]|NT)$/;

export class Board {
  constructor(root, play) {
    this.root = root;
    this.play = play;
    this.unfolded = new Set();
    this.claims = new Claims(play);
  }

  /** Whether people want to look at this picture before the next: a trick has become full. */
  rests({ view }, before) {
    const tricks = each => each.tricks[0] + each.tricks[1];
    return before !== null && tricks(view) > tricks(before.view);
  }

  /** The result of the board as it is written down. */
  resultWords(view) {
    if (view.score === null) return "";
    if (view.declarer === null) return say("Passed out.");
    const over = view.tricks[view.declarer % 2] - 6 - Number(view.contract[0]);
    const tricks = over ? `${over > 0 ? "+" : "−"}${Math.abs(over)}` : "=";
    return say("{contract} {tricks}; North–South {score}.", { contract: callText(view.contract), tricks, score: signed(view.score) });
  }

  /** A view with all cards face up, from the views of all seats. */
  static open(views, eye) {
    return { ...views[eye], hands: views.map((view, seat) => view.hands[seat]) };
  }

  draw(seen) {
    this.seen = seen;
    this.view = seen.view;
    this.words = new Map(seen.actions.map(action => [action.text, action.words]));
    this.below = seen.table.eye ?? 2;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    this.root.replaceChildren(html("div", { class: "bridge-table" },
      this.headline(),
      ...SEATS.map((_, seat) => this.seat(seat)),
      html("div", { class: "centre" }, this.bidding ? this.auction() : this.trick(), this.bidding ? this.lastMeaning() : null),
      this.biddingBox(),
      this.otherActions(),
      this.bidding ? null : html("div", { class: "past" }, this.lastTrick(), this.fold("auction", say("The auction"), this.auction()))));
    if (focused) this.focus(focused);
  }

  // What had the focus before the board was drawn anew has it again; who types goes on at the end of the words.
  focus(action) {
    const again = this.root.querySelector(`[data-action="${CSS.escape(action)}"]`);
    again?.focus();
    again?.setSelectionRange?.(again.value.length, again.value.length);
  }

  get bidding() {
    return this.view.contract === null && this.view.turn >= 0;
  }

  headline() {
    const { view } = this;
    const vulnerable = { None: say("nobody vulnerable"), All: say("all vulnerable"), NS: say("North–South vulnerable"), EW: say("East–West vulnerable") }[view.vulnerability];
    const parts = [say("Board {number}", { number: view.board }), vulnerable];
    if (view.contract) parts.push(say("contract {contract}", { contract: callText(view.contract) }), say("tricks {ours} : {theirs}", { ours: view.tricks[0], theirs: view.tricks[1] }));
    if (view.score !== null) parts.push(say("score for North–South: {score}", { score: signed(view.score) }));
    return html("p", { class: "headline" }, parts.join(" · "));
  }

  // --- seats and hands ---

  seat(seat) {
    const { view } = this;
    const place = PLACES[(seat - this.below + 4) % 4];
    const hand = view.hands[seat];
    const role = seat === view.declarer ? say("declarer") : seat === view.dummy ? say("dummy") : seat === view.dealer && this.bidding ? say("dealer") : "";
    const name = html("p", { class: `who${(view.due ?? view.turn) === seat ? " to-move" : ""}` },
      html("b", {}, say(SEATS[seat])), ` ${this.seen.seats[seat].player ?? "?"}`, role ? html("span", { class: "faint" }, ` ${role}`) : null);
    const cards = hand ? this.hand(hand, seat) : html("div", { class: "backs", role: "img", "aria-label": plural("{count} card", "{count} cards", { count: view.counts[seat] }) }, ...Array.from({ length: Math.min(view.counts[seat], 13) }, back));
    return html("div", { class: `player ${place}${hand ? "" : " hidden-hand"}` }, name, cards);
  }

  hand(cards, seat) {
    const playable = card => this.words.has(card) && (this.view.due ?? this.seen.table.eye) === seat;
    const touchable = seat === this.seen.table.eye || playable(cards[0] ?? "") || cards.some(playable);
    const suits = [...Object.keys(SUITS)].filter(suit => cards.some(card => card.startsWith(suit)));
    const trump = this.view.contract?.match(/[♠♥♦♣]/)?.[0];
    const order = ["♠", "♥", "♣", "♦"].sort((a, b) => (b === trump) - (a === trump)).filter(suit => suits.includes(suit));
    return html("div", { class: "bridge-hand", role: "group", "aria-label": say("Cards of {seat}", { seat: say(SEATS[seat]) }) },
      ...order.map(suit => html("div", { class: "suit-run" }, ...cards.filter(card => card.startsWith(suit)).map(card =>
        touchable
          ? html("button", {
              class: `card-button${playable(card) ? " playable" : ""}`, "data-action": card, "aria-label": cardName(card),
              "aria-disabled": this.seen.table.to_move ? null : "true",
              onclick: () => { if (this.seen.table.to_move) this.play(card); },
            }, face(card))
          : html("span", { class: "card-button", role: "img", "aria-label": cardName(card) }, face(card))))));
  }

  // --- the middle ---

  trick() {
    const { view } = this;
    const running = view.trick.length > 0;
    const shown = running ? view.trick : view.last_trick;
    return html("div", { class: `trick${running ? "" : " last"}`, role: "group", "aria-label": running ? say("The trick") : say("The last trick") },
      ...shown.map(({ seat, card }) => html("div", { class: `laid ${PLACES[(seat - this.below + 4) % 4]}`, role: "img", "aria-label": `${say(SEATS[seat])}: ${cardName(card)}` }, face(card))));
  }

  lastTrick() {
    const { view } = this;
    if (!view.last_trick.length) return null;
    const cards = view.last_trick.map(({ seat, card }) => html("li", {}, html("span", {}, say(SEATS[seat])), html("span", { role: "img", "aria-label": cardName(card) }, face(card))));
    return this.fold("last trick", say("The last trick"), html("ol", { class: "last-cards" }, ...cards));
  }

  // What is unfolded stays so when the board is drawn anew.
  fold(name, title, content) {
    const fold = html("details", { ontoggle: () => (fold.open ? this.unfolded.add(name) : this.unfolded.delete(name)) }, html("summary", {}, title), content);
    fold.open = this.unfolded.has(name);
    return fold;
  }

  auction() {
    const { view } = this;
    const columns = [3, 0, 1, 2];
    const cells = Array.from({ length: columns.indexOf(view.dealer) }, () => null);
    view.auction.forEach((call, place) => cells.push({ ...call, meaning: this.explanation(place) }));
    if (this.bidding) cells.push("?");
    const rows = [];
    for (let first = 0; first < Math.max(cells.length, 1); first += 4) rows.push(cells.slice(first, first + 4));
    return html("table", { class: "auction" },
      html("caption", { class: "visually-hidden" }, say("The auction")),
      html("thead", {}, html("tr", {}, ...columns.map(seat => html("th", { scope: "col" }, say(SEATS[seat]))))),
      html("tbody", {}, ...rows.map(row => html("tr", {}, ...columns.map((_, place) => html("td", {}, this.call(row[place])))))));
  }

  // What a call's player told of it, as far as it is for who looks on; the calls are the first moves.
  explanation(place) {
    return this.seen.moves[place]?.explanation ?? "";
  }

  lastMeaning() {
    const last = this.view.auction.findLastIndex(({ call }) => call !== "pass");
    const meaning = this.explanation(last);
    if (!meaning) return null;
    const { seat, call } = this.view.auction[last];
    return html("p", { class: "last-meaning" }, html("b", {}, `${say(SEATS[seat])} ${callText(call)}`), ` ${meaning.replace(/ (?=[♠♥♦♣])/g, "\u00a0")}`);
  }

  call(call) {
    if (!call) return "";
    if (call === "?") return html("b", {}, "?");
    const text = callText(call.call);
    const colour = Object.entries(SUITS).find(([sign]) => call.call.includes(sign))?.[1] ?? "";
    const shown = html("span", { class: `call ${colour}` }, text);
    return call.meaning ? html("details", { class: "meaning" }, html("summary", {}, shown), html("small", {}, call.meaning)) : shown;
  }

  // --- what may be done ---

  biddingBox() {
    if (!this.bidding || !this.seen.table.to_move) return null;
    const bids = [];
    for (let level = 1; level <= 7; level++) for (const strain of STRAINS) bids.push(`${level}${strain}`);
    const button = (text, kind) => html("button", {
      class: `bid ${kind}`, "data-action": text, disabled: !this.words.has(text), title: this.words.get(text) ?? null, onclick: () => this.bid(text),
    }, callText(text));
    const colour = text => Object.entries(SUITS).find(([sign]) => text.includes(sign))?.[1] ?? "notrump";
    return html("div", { class: "bidding-box", role: "group", "aria-label": say("Bidding box") },
      this.explainingField(),
      html("div", { class: "calls" }, ...["pass", "X", "XX"].map(text => button(text, text.toLowerCase()))),
      html("div", { class: "bids" }, ...bids.map(text => button(text, colour(text)))));
  }

  // Only where somebody would hear it: the robots of the house don't listen.
  explainingField() {
    if (this.seen.seats.every(each => each.bot || each.yours)) return null;
    return html("label", { class: "explaining" }, say("What your call means, if the opponents should know"),
      html("input", { "data-action": "explain", maxlength: 200, autocomplete: "off", value: this.explaining ?? "", oninput: event => { this.explaining = event.target.value; } }));
  }

  // A call, with what the opponents are told of it; partner does not hear that.
  bid(text) {
    const explanation = this.explaining?.trim();
    this.explaining = "";
    this.play(text, explanation ? { explanation } : {});
  }

  otherActions() {
    const others = this.seen.actions.filter(({ text }) => !CARD.test(text) && !BID.test(text) && !["pass", "X", "XX"].includes(text));
    const claims = others.filter(({ text }) => text.startsWith("claim"));
    const rest = others.filter(({ text }) => !text.startsWith("claim"));
    if (!others.length) return null;
    return html("div", { class: "row choices" },
      ...rest.map(({ text, words }) => html("button", { class: "primary", "data-action": text, onclick: () => this.play(text) }, words)),
      this.claims.draw(claims.map(({ text }) => text), this.seen.moves.length));
  }

  moveText({ text }) {
    if (text.startsWith("claim")) return say("claim {tricks}", { tricks: tricksOf(text) });
    return { agree: say("agree"), refuse: say("refuse") }[text] ?? callText(text);
  }

  /** The seat whose hand a card comes from: declarer plays dummy's, too. */
  handOf({ text, seat }, view) {
    const played = view.played.find(({ card }) => card === text);
    const held = view.hands.findIndex(hand => hand?.includes(text));
    return played?.seat ?? (held < 0 ? seat : held);
  }

  /** What there is to say of claims: one that waits for answers, or that was refused just now. */
  news({ view, moves }) {
    if (view.claim) return plural("{seat} claims {count} trick in all.", "{seat} claims {count} tricks in all.", { seat: say(SEATS[view.claim.seat]), count: view.claim.tricks });
    const refusal = moves.slice(-4).findLast(({ text }) => text === "refuse");
    return refusal ? say("{seat} refused the claim; play goes on.", { seat: say(SEATS[refusal.seat]) }) : "";
  }
}

const signed = number => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

function callText(text) {
  return { pass: say("pass"), X: say("double (X)"), XX: say("redouble (XX)") }[text] ?? text.replace("NT", say("NT"));
}
