// The browser's own voice reads what a child's page says; without a voice there is no button.
import { language } from "./words.js";

const button = document.getElementById("aloud");
const voices = window.speechSynthesis;

function read() {
  voices.cancel();
  const said = [...document.querySelectorAll("[data-read]")]
    .filter(each => each.getClientRects().length)
    .map(each => each.textContent.trim()).filter(Boolean).join(" ");
  const utterance = new SpeechSynthesisUtterance(said);
  utterance.lang = language;
  utterance.rate = 0.9;
  voices.speak(utterance);
}

if (button && voices) {
  button.hidden = false;
  button.addEventListener("click", read);
}
