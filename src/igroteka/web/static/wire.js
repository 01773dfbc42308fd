// The wire to a table: what was seen so far, kept up to date, and reconnected when it breaks.
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 30000;
const SILENCE = 45000;
const SETTLED = 10000;
const SENT_AWAY = 1008;

/** Milliseconds before the next try: twice as many each time, and scattered, so that a house which
    comes back is not met by everybody at once. `chance` is from 0 to 1. */
export function pauseAfter(failures, chance = Math.random()) {
  return Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE) * (0.5 + chance / 2);
}

/** What is seen after a message: `table` is all of it, `change` what is other than before. Earlier pictures may
    still be shown, so nothing in them is changed. */
export function seenAfter({ type, moves: news, ...parts }, before) {
  const moves = type === "table" ? [] : [...before.moves];
  if (news) moves.splice(news.from, moves.length, ...news.items);
  if (type === "table") return { ...parts, moves };
  const merged = {};
  for (const part of ["table", "view"]) if (parts[part]) merged[part] = { ...before[part], ...parts[part] };
  return { ...before, ...parts, ...merged, moves };
}

export class Wire extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.failures = 0;
    this.seen = null;
    addEventListener("online", () => this.tryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.tryNow());
    this.connect();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    this.again = null;
    this.refusal = null;
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => this.emit("connection", { state: "open" });
    this.socket.onmessage = event => this.receive(JSON.parse(event.data));
    this.socket.onclose = event => this.closed(event.code);
  }

  // Who was let in and sent out again at once has to wait longer too: only a wire that has held for a
  // while makes the next pause short.
  closed(status) {
    clearTimeout(this.silence);
    clearTimeout(this.settled);
    this.settled = null;
    if (status === SENT_AWAY) {
      this.emit("connection", { state: "ended", reason: this.refusal });
      return;
    }
    const pause = pauseAfter(this.failures++);
    this.again = setTimeout(() => this.connect(), pause);
    this.emit("connection", { state: "waiting", pause, reason: this.refusal });
  }

  tryNow() {
    if (!this.again) return;
    clearTimeout(this.again);
    this.connect();
  }

  receive(message) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket.close(), SILENCE);
    this.settled ??= setTimeout(() => { this.failures = 0; }, SETTLED);
    this.refusal = message.type === "refused" ? message.reason : null;
    if (message.type === "table" || message.type === "change") {
      this.seen = seenAfter(message, this.seen);
      this.emit("seen", this.seen);
    } else if (message.type === "refused" || message.type === "hint") {
      this.emit(message.type, message);
    }
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
    return this.open;
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
