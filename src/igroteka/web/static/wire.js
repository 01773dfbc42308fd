// The wire to a table: what was seen so far, kept up to date, and reconnected when it breaks.
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const SILENCE = 45000;

export class Wire extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.pause = FIRST_PAUSE;
    this.seen = null;
    this.connect();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => { this.pause = FIRST_PAUSE; this.emit("connection", true); };
    this.socket.onmessage = event => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      clearTimeout(this.silence);
      this.emit("connection", false);
      if (this.refusedAtTheDoor) return;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  receive(message) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket.close(), SILENCE);
    if (message.type === "table" || message.type === "change") {
      const moves = message.type === "table" ? [] : this.seen.moves;
      const { type, moves: news, ...parts } = message;
      if (news) moves.splice(news.from, moves.length, ...news.items);
      this.seen = type === "table" ? { ...parts, moves } : { ...this.seen, ...parts, moves };
      this.emit("seen", this.seen);
    } else if (message.type === "refused" || message.type === "hint") {
      this.refusedAtTheDoor = message.type === "refused" && this.seen === null;
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
