// The first page: the opponents of the game that is chosen.
import "./dialogs.js";

const form = document.querySelector("form.new");

function showOffer() {
  const chosen = new FormData(form).get("game");
  for (const offer of form.querySelectorAll("[data-game]")) offer.classList.toggle("chosen", offer.dataset.game === chosen);
}

form.addEventListener("change", showOffer);
showOffer();
