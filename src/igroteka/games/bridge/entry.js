// A result of bridge on a phone: contract, declarer, lead, tricks; a few taps with one hand.
// What it is worth and how it is said comes with the sheet: the rules are not known here.

const SYMBOLS = ["♣", "♦", "♥", "♠", "NT"];
const SEATS = ["N", "E", "S", "W"];
const REDS = new Set(["♦", "♥"]);

/** Draw the keys into `place`; `chosen` gets the result and what it says. */
export function entry(place, sheet, chosen, { element, say }) {
  const now = { level: 0, strain: -1, declarer: "", doubled: 0, made: null, rank: "", suit: "" };
  let step = "contract";

  const choose = (field, value) => {
    now[field] = now[field] === value && field !== "made" ? (field === "doubled" ? 0 : now[field]) : value;
    draw();
  };

  function key(label, field, value, kind = "") {
    const on = now[field] === value;
    return element("button", { class: `b ${kind} ${on ? "on" : ""} ${REDS.has(label) ? "red" : ""}`, type: "button", "aria-pressed": String(on), onclick: () => choose(field, value) }, label);
  }

  function keys(title, kind, ...inside) {
    return element("div", { class: "keys", role: "group", "aria-label": title }, element("span", { class: "lab" }, title), element("div", { class: `k ${kind}` }, ...inside));
  }

  const strains = () => SYMBOLS.map((symbol, strain) => key(symbol === "NT" ? say("NT") : symbol, "strain", strain));
  const whole = () => now.level && now.strain >= 0 && now.declarer;
  const bid = () => `${now.level}${SYMBOLS[now.strain]}${"X".repeat(now.doubled)}`;

  function sum() {
    const contract = now.level ? `${now.level}${now.strain >= 0 ? (now.strain === 4 ? say("NT") : SYMBOLS[now.strain]) : ""}${"X".repeat(now.doubled)} ${sheet.seats[now.declarer] ?? ""} ${now.made === null ? "" : madeText()}` : "";
    const score = now.made === null || !whole() ? "" : scoreWords();
    return element("p", { class: "sum" }, element("span", {}, contract || say("What was the contract?")), score ? element("small", {}, score) : null);
  }

  const madeText = () => (now.made === 0 ? "=" : now.made > 0 ? `+${now.made}` : `−${-now.made}`);
  const side = () => (now.declarer === "N" || now.declarer === "S" ? 0 : 1);

  /** North–South's points. */
  function score() {
    const table = sheet.scores[sheet.vulnerable[side()] ? "1" : "0"];
    const points = table[sheet.kinds[now.strain]][now.level - 1][now.doubled][now.level + 6 + now.made];
    return side() ? -points : points;
  }

  function scoreWords() {
    const points = score();
    return say("{points} for North–South", { points: `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}` });
  }

  function said() {
    const contract = `${now.level}${SYMBOLS[now.strain]}`;
    const made = now.made >= 0 ? sheet.over[now.made] : sheet.down[-now.made - 1];
    const parts = {
      contract: now.doubled ? `${contract} ${sheet.doublings[now.doubled]}` : contract,
      declarer: sheet.seats[now.declarer],
      lead: `${now.suit}${now.rank}`,
      made,
      score: String(score()).replace("-", "−"),
    };
    return (now.suit && now.rank ? sheet.led : sheet.played).replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
  }

  function finish() {
    const made = now.made === 0 ? "=" : now.made > 0 ? `+${now.made}` : String(now.made);
    const lead = now.suit && now.rank ? ` ${now.suit}${now.rank}` : "";
    chosen(`${bid()} ${now.declarer} ${made}${lead}`, said());
  }

  const screens = {
    contract: () => [
      sum(),
      keys(say("Level"), "k7", ...[1, 2, 3, 4, 5, 6, 7].map((level) => key(String(level), "level", level))),
      keys(say("Suit"), "k5", ...strains()),
      keys(say("Declarer"), "k4", ...SEATS.map((seat) => key(sheet.seats[seat], "declarer", seat, "t3"))),
      element("div", { class: "k k2" }, key(say("Doubled"), "doubled", 1, "t2"), key(say("Redoubled"), "doubled", 2, "t2")),
      element("div", { class: "k k2" }, ...sheet.choices.map((each) => element("button", { class: "b t2", type: "button", onclick: () => chosen(each.result, each.words) }, each.words))),
      element("div", { class: "end" }, element("button", { class: "b go", type: "button", disabled: !whole(), onclick: () => turn("result") }, say("Next: the result"))),
    ],
    result: () => [
      sum(),
      element("div", { class: "k" }, key(say("Just made"), "made", 0, "t3")),
      now.level < 7 ? keys(say("Overtricks"), "k4", ...range(1, 7 - now.level).map((count) => key(`+${count}`, "made", count))) : null,
      keys(say("Down"), "k5", ...range(1, now.level + 6).map((count) => key(`−${count}`, "made", -count))),
      keys(say("Lead (may be left out)"), "k4", ...["♠", "♥", "♦", "♣"].map((suit) => key(suit, "suit", suit))),
      now.suit ? element("div", { class: "k k7" }, ...Array.from("AKQJT98765432", (rank) => key(rank === "T" ? "10" : rank, "rank", rank, "t3"))) : null,
      element("div", { class: "end" },
        element("button", { class: "b go", type: "button", disabled: now.made === null, onclick: finish }, say("Next: check it")),
        element("button", { class: "b", type: "button", onclick: () => turn("contract") }, say("Back to the contract"))),
    ],
  };

  function draw() {
    drawn(place, screens[step]().filter(Boolean));
  }

  function turn(to) {
    step = to;
    draw();
    place.querySelector(".b")?.focus({ preventScroll: true });
  }
  draw();
}

/** The keys anew; who goes by keys stays on the same one. */
function drawn(place, parts) {
  const at = Array.from(place.querySelectorAll("button")).indexOf(document.activeElement);
  place.replaceChildren(...parts);
  if (at >= 0) place.querySelectorAll("button")[at]?.focus({ preventScroll: true });
}

function range(first, last) {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}

/** The four hands of a board that was dealt by hand, card by card; West has what is left. */
export function cards(place, sheet, done, { element, say }) {
  const hands = { N: new Set(), E: new Set(), S: new Set() };
  let seat = "N";
  const taken = (card) => Object.entries(hands).find(([other, hand]) => other !== seat && hand.has(card));

  function toggle(card) {
    const hand = hands[seat];
    if (hand.has(card)) hand.delete(card);
    else if (hand.size < 13) hand.add(card);
    const next = ["N", "E", "S"].find((each) => hands[each].size < 13);
    if (hand.size === 13 && next) seat = next;
    draw();
  }

  function text() {
    const all = ["♠", "♥", "♦", "♣"].map((suit) => Array.from("AKQJT98765432", (rank) => suit + rank)).flat();
    const held = (hand) => ["♠", "♥", "♦", "♣"].map((suit) => all.filter((card) => card[0] === suit && hand.has(card)).map((card) => card.slice(1)).join("")).join(".");
    const west = new Set(all.filter((card) => !["N", "E", "S"].some((each) => hands[each].has(card))));
    return `N:${[hands.N, hands.E, hands.S, west].map(held).join(" ")}`;
  }

  function draw() {
    const full = ["N", "E", "S"].every((each) => hands[each].size === 13);
    const seats = element("div", { class: "k k3" }, ...["N", "E", "S"].map((each) =>
      element("button", { class: `b t2 ${each === seat ? "on" : ""}`, type: "button", "aria-pressed": String(each === seat), onclick: () => { seat = each; draw(); } }, `${sheet.seats[each]} ${hands[each].size}`)));
    const suits = ["♠", "♥", "♦", "♣"].map((suit) =>
      element("div", { class: "keys", role: "group", "aria-label": suit }, element("span", { class: `lab ${REDS.has(suit) ? "red" : ""}` }, suit),
        element("div", { class: "k k7" }, ...Array.from("AKQJT98765432", (rank) => {
          const card = suit + rank;
          return element("button", { class: `b t3 ${hands[seat].has(card) ? "on" : ""}`, type: "button", "aria-pressed": String(hands[seat].has(card)), disabled: Boolean(taken(card)), onclick: () => toggle(card) }, rank === "T" ? "10" : rank);
        }))));
    const save = element("button", { class: "b go", type: "button", disabled: !full, onclick: () => done(text()) }, say("The other cards are West's: save"));
    drawn(place, [seats, ...suits, element("div", { class: "end" }, save)]);
  }
  draw();
}
