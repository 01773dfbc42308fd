// The director's pages and the wall: deeds are sent, news are waited for, the clock runs.
import "./printing.js";
import { say } from "./words.js";

const here = document.body.dataset.here;
/** What the page shows, what its living part shows, and the last that was heard of. */
const version = Number(document.body.dataset.version);
let lives = version;
let heard = version;

/** A key that nobody else has; plain HTTP has no randomUUID. */
function newKey() {
  const letters = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(letters, (each) => each.toString(16).padStart(2, "0")).join("");
}

let telling = null;

function tell(words) {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(telling);
  telling = setTimeout(() => (toast.hidden = true), 8000);
}

const AS = {
  number: (text) => (text === "" ? undefined : Number(text)),
  numbers: (text) => text.split(/[\s,+]+/).filter(Boolean).map(Number),
  truth: (text) => text === "true",
  person: (text) => ({ name: text.trim() }),
};

/** The body of a deed, from a form's fields. */
function bodyOf(form) {
  const body = {};
  for (const field of form.querySelectorAll("[name]")) {
    const value = (AS[field.dataset.as] ?? ((text) => text))(field.value);
    if (value !== undefined) body[field.name] = value;
  }
  const settings = form.querySelectorAll("[data-setting]");
  if (settings.length) body.settings = Object.fromEntries(Array.from(settings, (each) => [each.dataset.setting, each.value]));
  const names = form.querySelectorAll("[data-person=name]");
  const ranks = form.querySelectorAll("[data-person=rank]");
  if (names.length) body.people = Array.from(names, (each, place) => ({ name: each.value.trim(), rank: ranks[place].value.trim() }));
  return body;
}

const isLiving = (form) => document.getElementById("live")?.contains(form);

async function send(form) {
  const deed = { key: newKey(), kind: form.dataset.deed, body: bodyOf(form) };
  if (!("unconditional" in form.dataset)) deed.seen = isLiving(form) ? lives : version;
  const answer = await fetch(`${here}/deeds`, { method: "POST", body: JSON.stringify([deed]) });
  const { replies, error } = await answer.json();
  return replies ? replies[0] : { refusal: error };
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-deed]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const reply = await send(form);
    if (reply.refusal) tell(reply.refusal);
    else if (form.dataset.then) location.assign(form.dataset.then);
    else if (isLiving(form)) await refresh(true);
    else location.reload();
  } catch {
    tell(say("The house does not answer; nothing was changed."));
  } finally {
    button.disabled = false;
  }
});

/** What lives on the page is drawn anew; what somebody types into stays until they are done. */
async function refresh(done = false) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const old = document.getElementById("live");
  const live = fresh.getElementById("live");
  const at = document.activeElement;
  const typing = old?.contains(at) && at.matches("input:not([type=checkbox]), select, textarea");
  if (!old || !live || (typing && !done)) return;
  if (!done) for (const each of old.querySelectorAll("details[data-keep][open]")) live.querySelector(`[data-keep="${each.dataset.keep}"]`)?.setAttribute("open", "");
  const place = old.contains(at) ? focusable(old).indexOf(at) : -1;
  const menu = done && at?.closest("[data-keep]")?.dataset.keep;
  old.replaceWith(document.adoptNode(live));
  const again = menu ? live.querySelector(`[data-keep="${menu}"] summary`) : focusable(live)[place];
  again?.focus({ preventScroll: true });
  lives = Number(fresh.body.dataset.version);
  startClock();
}

const focusable = (part) => Array.from(part.querySelectorAll("a, button, summary, input:not([type=hidden]), select"));

/** What was held back while somebody typed comes when they leave the field. */
document.addEventListener("focusout", () => setTimeout(() => lives < heard && refresh(), 200));

async function listen() {
  for (;;) {
    try {
      const answer = await fetch(`${here}/news?after=${heard}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const news = await answer.json();
      if (news.version > heard) {
        if (document.getElementById("live")) await refresh();
        heard = news.version;
        await new Promise((wake) => setTimeout(wake, 700));
      }
    } catch {
      await new Promise((wake) => setTimeout(wake, 2000));
    }
  }
}

let clock = null;
let rung = false;

function startClock() {
  const place = document.querySelector("[data-clock]");
  const told = place && JSON.parse(place.dataset.clock);
  clock = told && { ...told, end: performance.now() + told.left * 1000 };
  rung = clock ? clock.left < 0 : false;
  drawClock();
}

function drawClock() {
  if (!clock) return;
  const left = clock.running ? (clock.end - performance.now()) / 1000 : clock.left;
  const seconds = Math.ceil(Math.abs(left));
  const text = `${left < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  for (const each of document.querySelectorAll("[data-clock-left]")) {
    each.textContent = text;
    each.style.setProperty("--letters", String(text.length));
    each.parentElement.classList.toggle("over", left < 0);
  }
  for (const each of document.querySelectorAll("[data-clock-bar]")) each.value = Math.max(0, left / 60 / clock.minutes);
  if (left < 0 && !rung) {
    rung = true;
    ring();
  }
}

/** A bell for the end of a round; a browser that wants to be touched first stays silent. */
function ring() {
  try {
    const audio = new AudioContext();
    for (const [place, pitch] of [660, 880, 660].entries()) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.3, audio.currentTime + place * 0.35);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + place * 0.35 + 0.34);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + place * 0.35);
      tone.stop(audio.currentTime + place * 0.35 + 0.34);
    }
  } catch {
    // no sound here
  }
}

startClock();
setInterval(drawClock, 250);
listen();

/** A member who was tapped comes to the end of the list: beside whoever waits for a partner. */
document.addEventListener("click", (event) => {
  const member = event.target.closest("[data-choose]");
  const list = member && document.querySelector("textarea[name=people]");
  if (!list) return;
  const lines = list.value.trimEnd().split("\n");
  const waits = Number(list.dataset.players) === 2 && lines.at(-1) && !/ [–—-]+ \S/.test(lines.at(-1));
  if (waits) lines[lines.length - 1] = `${lines.at(-1).replace(/\s+[–—-]+\s*$/, "")} – ${member.dataset.choose}`;
  else lines.push(member.dataset.choose);
  list.value = lines.filter(Boolean).join("\n");
  member.disabled = true;
});
