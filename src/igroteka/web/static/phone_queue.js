// What a phone has to tell the house: kept here until it is stored there, sent in order, once each.
// A page that was opened once works without the house for the rest of the evening.

/** A key that nobody else has; plain HTTP in a home network has no randomUUID. */
export function newKey() {
  const letters = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(letters, (each) => each.toString(16).padStart(2, "0")).join("");
}

function stored(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a private window keeps nothing; the page itself still does
  }
}

export class Queue {
  /** `path` is the address of this phone in the house, `heard` is told of everything that changes. */
  constructor(path, heard) {
    this.name = `igroteka ${path}`;
    this.path = path;
    this.heard = heard;
    this.base = stored(`${this.name} base`, "");
    this.deeds = stored(`${this.name} deeds`, []);
    this.sent = [];
    this.online = true;
    this.sending = false;
    addEventListener("online", () => this.send());
    setInterval(() => this.deeds.length && this.send(), 3000);
  }

  /** Something has been done here; it is kept at once and sent as soon as can be. */
  add(kind, body, sure = false) {
    this.deeds.push({ key: newKey(), kind, body, sure });
    this.keep();
    this.send();
  }

  keep() {
    store(`${this.name} deeds`, this.deeds);
    this.heard("queue");
  }

  /** What was done here and is not yet part of the state that the page has. */
  unseen(version) {
    this.sent = this.sent.filter((each) => each.number > version);
    return [...this.sent, ...this.deeds];
  }

  /** The state of the table as it was last heard, so that a reload without the house has it. */
  lastState(fresh) {
    const known = stored(`${this.name} state`, null);
    return fresh && (!known || fresh.version >= known.version) ? fresh : known ?? fresh;
  }

  keepState(state) {
    store(`${this.name} state`, state);
  }

  async ask(address, options = {}) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), options.patience ?? 8000);
    try {
      const answer = await fetch(`${this.base}${this.path}/${address}`, { ...options, signal: stop.signal, cache: "no-store" });
      const content = await answer.json();
      this.reached(true);
      return { ok: answer.ok, content };
    } catch (error) {
      this.reached(false);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  reached(online) {
    if (online !== this.online) {
      this.online = online;
      this.heard("online");
      if (online && this.deeds.length) this.send();
    }
  }

  /** Send the oldest, and when it is stored the next one. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.deeds.length) {
        const deed = this.deeds[0];
        const { ok, content } = await this.ask("deeds", { method: "POST", body: JSON.stringify([deed]) });
        const reply = ok ? content.replies[0] : { refusal: content.error };
        this.deeds = this.deeds.filter((each) => each.key !== deed.key);
        if (reply.number) this.sent.push({ ...deed, number: reply.number });
        this.keep();
        this.heard("reply", { deed, ...reply });
      }
    } catch {
      // the house does not answer: it all stays, and is tried again
    } finally {
      this.sending = false;
    }
  }

  /** The house has another address now, as when its laptop has changed networks. */
  moveTo(address) {
    const plain = address.trim().replace(/\/+$/, "");
    this.base = plain && !plain.includes("://") ? `http://${plain}` : plain;
    store(`${this.name} base`, this.base);
    this.send();
  }

  /** Wait for news for as long as the page is open; `fresh` gets each new state. */
  async listen(version, fresh) {
    for (;;) {
      try {
        const { ok, content } = await this.ask(`news?after=${version()}`, { patience: 40000 });
        if (ok && content.version > version()) {
          const state = await this.ask("state");
          if (state.ok) fresh(state.content);
        } else if (!ok) {
          await new Promise((wake) => setTimeout(wake, 5000));
        }
      } catch {
        await new Promise((wake) => setTimeout(wake, 2000));
      }
    }
  }
}
