// The small windows of a table: how it looks and sounds, and the seats' links for other devices.
import * as sound from "./sound.js";
import { say } from "./words.js";

const find = id => document.getElementById(id);
const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-Form-Token"];

for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => find(button.dataset.opens).showModal());
}

// A touch beside a window closes it.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
}

// What is chosen is shown at once, and kept by the house for the next page.
find("looks")?.addEventListener("change", event => {
  const { name, value, checked, type } = event.target;
  const chosen = type === "checkbox" ? (checked ? value : event.target.dataset.off) : value;
  if (name === "sound") {
    sound.turn(checked);
    sound.knock();
    showSound();
    return;
  }
  document.documentElement.dataset[name] = chosen;
  document.dispatchEvent(new Event("looks"));
  fetch("/wishes", { method: "POST", body: new URLSearchParams({ [name]: chosen }), headers: { "X-Form-Token": token() } });
});

function showSound() {
  const button = find("sound");
  button?.setAttribute("aria-pressed", String(sound.isOn()));
  button?.classList.toggle("off", !sound.isOn());
  const field = document.querySelector("#looks [name=sound]");
  if (field) field.checked = sound.isOn();
}

find("sound")?.addEventListener("click", () => {
  sound.turn(!sound.isOn());
  showSound();
  sound.knock();
});
showSound();

// The clipboard can only be written to over https or on this machine itself; elsewhere the old way may do,
// and if that fails too the text is selected, to be copied by hand.
async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async event => {
  const button = /** @type {HTMLElement} */ (event.target);
  const text = button.dataset?.copy;
  if (!text) return;
  const field = button.parentElement.querySelector("input");
  button.textContent = (await copied(text, field)) ? say("Copied") : say("Selected: copy it by hand");
});

/** Ask before something that can't be undone; resolves to whether it was said yes to. */
export function ask(question, yes) {
  const dialog = find("asking");
  dialog.querySelector("p").textContent = question;
  dialog.querySelector("[value=yes]").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
