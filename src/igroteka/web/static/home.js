// The first page: the opponents and the rules of the game that is chosen.
import "./dialogs.js";
import { say } from "./words.js";

const form = document.querySelector("form.new");

function showOffer() {
  const filled = new FormData(form);
  const chosen = filled.get("game");
  for (const offer of form.querySelectorAll("[data-game]")) offer.classList.toggle("chosen", offer.dataset.game === chosen);
  takeRulesAlong(filled, chosen);
}

// The form for a table with people begins with the rules that are chosen here.
function takeRulesAlong(filled, game) {
  const start = `${game}-option-`;
  const rules = [...filled].filter(([name]) => name.startsWith(start)).map(([name, value]) => [name.slice(start.length), value]);
  const query = new URLSearchParams(rules).toString();
  form.querySelector(".offer.chosen a[href^='/new/']").href = `/new/${game}${query ? `?${query}` : ""}`;
}

form.addEventListener("change", showOffer);
showOffer();

// While the bots of a new house are made ready, how far that is.
const note = document.getElementById("warming");

async function watchWarming() {
  const { ready, done, total } = await fetch("/warming").then(answer => answer.json());
  note.hidden = ready;
  if (ready) return;
  note.textContent = say("The bots are still warming up ({done} of {total}); until then they play at their weakest.", { done, total });
  setTimeout(watchWarming, 2000);
}

if (note) watchWarming();

// Who has just opened the house to the network sees its code.
if (location.hash === "#join") {
  /** @type {HTMLDialogElement} */ (document.getElementById("join"))?.showModal();
  history.replaceState(null, "", location.pathname);
}
