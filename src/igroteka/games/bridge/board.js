// The bridge table: a fixed compass with North above, the auction and then the tricks in the middle, and
// the cards of who looks on below, wherever they sit.
import { Board as Base } from "../../board.js";
import { card, cardName, cardText, suitSign } from "../../cards.js";
import { html, icon } from "../../drawing.js";
import { keepPictures, lasting, places, settle } from "../../motion.js";
import { clock, sitter } from "../../seats.js";
import { plural, say } from "../../words.js";
import { panels, solvedGrid } from "./after_board.js";
import { auctionTable, biddingBox, lastMeaning, meanings } from "./auction.js";
import { BID, callParts, callText, CARD, COLUMNS, contractOf, LETTERS, SEATS, signed, STRAINS } from "./calls.js";
import { Claims, tricksOf } from "./claims.js";
import { backsOf, dealtTo, handOfCards, NARROW, printedHand } from "./hands.js";

const LYING = 900; // milliseconds for which a full trick lies

export class Board extends Base {
  static layout = "cloth";
  static columns = 4;
  static viewpoint = 2;
  static chances = false;

  static courseTitle() {
    return say("How it went for North–South");
  }

  constructor(root, play) {
    super(root, play);
    this.claims = new Claims(text => this.play(text));
    this.level = null;
    this.marks = {};
    NARROW.addEventListener("change", () => this.seen && this.redraw());
  }

  /** A view with all cards face up, from the views of all seats. */
  static open(views, viewpoint) {
    return { ...views[viewpoint], hands: views.map((view, seat) => view.hands[seat]) };
  }

  // People want to look at a trick that has become full.
  rests({ view }, before) {
    const tricks = each => each.tricks[0] + each.tricks[1];
    return before !== null && view.score === null && tricks(view) > tricks(before.view);
  }

  draw(seen) {
    this.before = this.seen;
    if (this.before?.moves.length !== seen.moves.length) {
      this.level = null;
      this.meant = null;
      this.looking = false;
      this.marks = {};
    }
    this.lies = this.before !== undefined && this.rests(seen, this.before);
    this.seen = seen;
    this.view = seen.view;
    this.words = new Map(seen.actions.map(action => [action.text, action.words]));
    this.redraw();
    clearTimeout(this.sweeping);
    if (this.lies) this.sweeping = setTimeout(() => { this.lies = false; this.redraw(); }, lasting("--fly") ? LYING : 2 * LYING);
  }

  refused() {
    this.level = null;
  }

  mark(marks) {
    this.marks = marks;
    const bid = marks.better?.match(BID);
    if (bid) this.level = Number(marks.better[0]);
    this.redraw();
  }

  // What one does is shown at once; if it is refused the page draws the last picture again.
  send(text, more) {
    const view = this.view;
    this.play(text, more);
    if (view !== this.view) return;
    if (CARD.test(text)) {
      const seat = view.due ?? view.turn;
      this.lies = false;
      this.view = { ...view, due: null, trick: [...view.trick, { seat, card: text }], hands: view.hands.map((hand, place) => (place === seat ? hand.filter(each => each !== text) : hand)) };
    } else if (this.bidding) {
      this.view = { ...view, turn: -2, auction: [...view.auction, { seat: view.turn, call: text }] };
    } else {
      return;
    }
    this.words = new Map();
    this.redraw();
  }

  redraw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    const before = places(this.root);
    keepPictures(this.root);
    this.root.replaceChildren(html("div", { class: `cloth bridge-table${this.over ? " ended" : this.bidding ? " auctioning" : " playing"}${this.printed ? " printed" : ""}` },
      this.strip(), this.seat(0), this.middle(), this.seat(2), biddingBox(this), this.claiming(), this.own(), this.solved(), this.whatElse()));
    settle(this.root, before, { from: thing => this.origin(thing), to: () => this.goal() });
    const bids = this.root.querySelector(".bids");
    if (bids) bids.scrollTop = bids.scrollHeight;
    if (focused) this.focus(focused);
  }

  // What had the focus before the board was drawn anew has it again; who types goes on at the end of the words.
  focus(action) {
    const again = this.root.querySelector(`[data-action="${CSS.escape(action)}"]`);
    again?.focus();
    again?.setSelectionRange?.(again.value.length, again.value.length);
  }

  plate(seat) {
    return this.root.querySelector(`.seat[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
  }

  // A card comes from the seat that played it, a full trick goes to who won it.
  origin(thing) {
    return thing.closest(".trick") && this.before ? this.plate(Number(thing.dataset.seat)) : null;
  }

  goal() {
    return this.view.trick.length || this.over ? null : this.plate(this.view.due ?? this.view.turn);
  }

  get over() {
    return this.seen.table.phase === "over" || this.view.score !== null;
  }

  // The contract without the letter of the declarer that ends it.
  get contract() {
    return this.view.contract?.split(" ")[0] ?? null;
  }

  get bidding() {
    return this.view.contract === null && !this.over;
  }

  // A look back on a phone has all four hands in print; there is no room for their cards.
  get printed() {
    return this.seen.table.past && NARROW.matches;
  }

  /** The seat whose cards lie below: the viewer's, otherwise South's. */
  get mine() {
    return this.seen.table.eye ?? 2;
  }

  // --- words ---

  get declarerTricks() {
    return this.view.declarer_tricks ?? this.view.tricks[this.view.declarer % 2];
  }

  /** The result of the board as it is written down. */
  resultWords(view) {
    if (view.score === null) return "";
    if (view.declarer === null) return say("Passed out.");
    const over = this.declarerTricks - 6 - Number(view.contract[0]);
    const tricks = over ? `${over > 0 ? "+" : "−"}${Math.abs(over)}` : "=";
    return say("{contract} {tricks}; North–South {score}.", { contract: `${callText(this.contract)} ${say(SEATS[view.declarer])}`, tricks, score: signed(view.score) });
  }

  vulnerable(seat) {
    return this.view.vulnerability === "All" || this.view.vulnerability === (seat % 2 ? "EW" : "NS");
  }

  get zone() {
    return { None: say("nobody vulnerable"), All: say("all vulnerable"), NS: say("North–South vulnerable"), EW: say("East–West vulnerable") }[this.view.vulnerability];
  }

  // On a phone, where nothing stands beside the cloth: the contract and the tricks in one line.
  strip() {
    const { view } = this;
    const tricks = view.declarer === null || this.over ? "" : say("we {ours}, they {theirs}", { ours: view.tricks[this.mine % 2], theirs: view.tricks[1 - this.mine % 2] });
    return html("p", { class: "strip headline" }, html("span", {}, say("Board {number}", { number: view.board }), view.contract ? " · " : "", view.contract ? contractOf(view) : null), html("span", {}, this.over ? this.shortResult() : view.contract ? tricks : this.zone));
  }

  shortResult() {
    const { view } = this;
    if (view.score === null) return "";
    return view.declarer === null ? say("Passed out.") : `${this.overTricks()} · ${say("North–South {score}", { score: signed(view.score) })}`;
  }

  // --- seats and hands ---

  seat(seat) {
    const { view, seen } = this;
    const side = LETTERS[seat];
    const hand = this.over ? dealtTo(this, seat) : view.hands[seat];
    const apart = seat === this.mine && !this.over && !this.printed; // its cards lie below
    const printed = this.over || this.printed || (this.seen.table.past && seat % 2);
    const cards = apart ? null : printed ? printedHand(this, hand, seat) : hand ? handOfCards(this, hand, seat) : backsOf(this, seat);
    return html("div", { class: `place ${side}${hand && !apart ? " open" : ""}` }, this.name(seat), cards, this.over ? null : clock(seen.seats[seat], seat === seen.table.turn && seen.table.phase === "playing"));
  }

  name(seat) {
    const { view, seen } = this;
    const turn = (view.due ?? view.turn) === seat && !this.over;
    const role = seat === view.declarer ? say("declarer") : seat === view.dummy ? say("dummy") : seat === view.dealer && this.bidding ? say("dealer") : "";
    return html("p", { class: `seat${turn ? " turn" : ""}${this.vulnerable(seat) ? " vulnerable" : ""}`, "data-seat": seat },
      html("i", {}, say(LETTERS[seat])), html("span", {}, html("span", { class: "vh" }, `${say(SEATS[seat])}, `), sitter(seat, seen.seats)),
      html("small", {}, [role, turn && seat === view.dummy && this.seen.table.to_move ? say("you play it") : ""].filter(Boolean).join(", ")));
  }

  own() {
    const hand = this.over || this.printed ? null : this.view.hands[this.mine];
    if (!hand) return null;
    return handOfCards(this, hand, this.mine, "own");
  }

  // In a look back on a phone the hands are printed, too small to touch: what may be played stands below them.
  whatElse() {
    const seat = this.view.due;
    const cards = this.printed && !this.over && seat !== null ? (this.view.hands[seat] ?? []).filter(each => this.playable(each, seat)) : [];
    return cards.length ? html("div", { class: "what-else", role: "group", "aria-label": say("Play something else") },
      ...cards.map(each => html("button", { class: "b can", "data-action": each, "aria-label": cardName(each), onclick: () => this.send(each) }, cardText(each)))) : null;
  }

  playable(each, seat) {
    return this.words.has(each) && (this.view.due ?? this.seen.table.eye) === seat;
  }

  // --- the middle ---

  middle() {
    return html("div", { class: "mid" }, this.seat(3), this.over ? this.ending() : this.bidding ? this.bids() : this.trick(), this.seat(1));
  }

  trick() {
    const { view } = this;
    const looking = this.looking || this.lies;
    const shown = looking && (this.looking || !view.trick.length) ? view.last_trick : view.trick;
    const due = this.looking ? null : view.due;
    return html("div", { class: `trick${this.looking ? " last" : ""}`, role: "group", "aria-label": this.looking ? say("The last trick") : say("The trick") },
      ...LETTERS.map((side, seat) => (shown.some(each => each.seat === seat) ? null : html("span", { class: `slot ${side}${seat === due ? " turn" : ""}` }))),
      ...shown.map(({ seat, card: each }) => card(each, { class: LETTERS[seat], "data-seat": seat, "data-card": this.looking ? null : each, "aria-label": `${say(SEATS[seat])}: ${cardName(each)}` })));
  }

  // A long auction is scrolled, also by the keys.
  bids() {
    const long = this.view.auction.length > 12;
    return html("div", { class: "bids", ...(long ? { tabindex: 0, role: "region", "aria-label": say("The auction") } : {}) }, auctionTable(this), lastMeaning(this));
  }

  // What a call's player told of it, as far as it is for who looks on; the calls are the first moves.
  explanation(place) {
    return this.seen.moves[place]?.explanation ?? "";
  }

  // The board is over: its result stands in the middle of the four hands.
  ending() {
    const { view } = this;
    return html("div", { class: "ending" },
      html("p", { class: "big-result" }, view.declarer === null ? say("Passed out.") : contractOf(view), view.declarer === null ? null : ` ${this.overTricks()}`),
      view.score === null ? null : html("p", {}, say("North–South {score}", { score: signed(view.score) })));
  }

  // What could have been made stands in a corner of the cloth, as in printed records.
  solved() {
    if (!this.over || !this.after?.said.tricks) return null;
    return solvedGrid(this.after.said, STRAINS.map(strain => (strain === "NT" ? say("NT") : suitSign(strain))));
  }

  afterword(after) {
    this.after = after;
    return after ? panels(after, signed) : [];
  }

  overTricks() {
    const over = this.declarerTricks - 6 - Number(this.view.contract[0]);
    return over ? `${over > 0 ? "+" : "−"}${Math.abs(over)}` : "=";
  }

  // --- what may be done ---

  // A claim that one makes or answers.
  claiming() {
    const others = this.seen.actions.filter(({ text }) => !CARD.test(text) && !BID.test(text) && !["pass", "X", "XX"].includes(text));
    const claims = others.filter(({ text }) => text.startsWith("claim")).map(({ text }) => text);
    const answers = others.filter(({ text }) => !text.startsWith("claim"));
    const form = this.claims.draw(claims, this.seen.moves.length);
    if (!answers.length && !(form && this.opened)) return null;
    return html("div", { class: "claiming choices" },
      answers.length ? html("p", {}, this.news(this.seen)) : null,
      ...answers.map(({ text, words }) => html("button", { class: text === "agree" ? "b can go" : "b can", "data-action": text, onclick: () => this.play(text) }, words)),
      this.opened ? form : null);
  }

  acts({ actions, view }) {
    const claims = actions.some(({ text }) => text.startsWith("claim"));
    return [
      view.last_trick.length && !this.over ? html("button", { class: "ib", title: say("The last trick"), "aria-label": say("The last trick"), "aria-pressed": String(Boolean(this.looking)), onclick: event => { this.looking = !this.looking; event.currentTarget.setAttribute("aria-pressed", String(this.looking)); this.redraw(); } }, icon("eye")) : null,
      claims ? html("button", { class: "ib", id: "claim", title: say("Claim"), "aria-label": say("Claim"), onclick: () => { this.opened = !this.opened; this.redraw(); } }, icon("hand")) : null,
    ].filter(Boolean);
  }

  // --- beside the cloth ---

  facts({ view }) {
    const board = html("section", { class: "panel fact" }, html("h2", {}, say("Board {number}", { number: view.board })), html("p", { class: "dim" }, `${say("Dealer {seat}", { seat: say(SEATS[view.dealer]) })}, ${this.zone}.`));
    if (this.bidding) return [board, meanings(this)].filter(Boolean);
    return [view.declarer === null ? board : this.contractFact(), html("section", { class: "panel fact" }, auctionTable(this))];
  }

  contractFact() {
    const { view } = this;
    const side = view.declarer % 2, need = 6 + Number(view.contract[0]), won = this.over ? this.declarerTricks : view.tricks[side];
    const lost = this.over ? 13 - won : view.tricks[1 - side];
    const us = this.mine % 2 === side;
    const ticks = Array.from({ length: 13 }, (_, place) => html("i", { class: `${place < won ? "won" : place >= 13 - lost ? "lost" : ""}${place === need - 1 ? " goal" : ""}` }));
    return html("section", { class: "panel fact contract" },
      html("p", { class: "big" }, ...callParts(this.contract)), html("h2", {}, say(SEATS[view.declarer])),
      html("p", { class: "small dim" }, `${say("Board {number}", { number: view.board })} · ${this.zone}`),
      html("div", { class: "ticks", "aria-hidden": "true" }, ...ticks),
      html("p", { class: "tallies small dim" }, html("span", {}, us ? say("We {count} of {need}", { count: won, need }) : say("They {count} of {need}", { count: won, need })), html("span", {}, us ? say("They {count}", { count: lost }) : say("We {count}", { count: lost }))));
  }

  // --- the list of moves: the auction and the tricks, each in the column of its seat ---

  cell(place, moves, view) {
    const column = Math.max(0, COLUMNS.indexOf(this.handOf(moves[place], view)));
    const first = moves.findIndex(({ text }) => CARD.test(text));
    const before = COLUMNS.indexOf(view.dealer);
    if (first < 0 || place < first) return { column, row: Math.floor((before + place) / 4), label: "" };
    const played = moves.slice(first, place + 1);
    const trick = Math.ceil(played.filter(({ text }) => CARD.test(text)).length / 4) - 1;
    const spoken = played.length - played.filter(({ text }) => CARD.test(text)).length; // claims have lines of their own
    const row = Math.ceil((before + first) / 4) + trick + spoken;
    return { column, row, label: column === 0 && CARD.test(moves[place].text) ? String(trick + 1) : "" };
  }

  moveTitle(place, moves, view) {
    return `${say(SEATS[this.handOf(moves[place], view)])}: ${this.moveText(moves[place])}`;
  }

  moveText({ text }) {
    if (text.startsWith("claim")) return say("claim {tricks}", { tricks: tricksOf(text) });
    if (CARD.test(text)) return cardText(text);
    return { agree: say("agree"), refuse: say("refuse") }[text] ?? (/^XX?$/.test(text) ? text : callText(text));
  }

  /** The seat whose hand a card comes from: declarer plays dummy's, too. */
  handOf({ text, seat }, view) {
    const played = view.played.find(each => each.card === text);
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
