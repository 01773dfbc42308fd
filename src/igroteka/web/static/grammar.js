// The grammar editor: the lines are numbered, and the one that can't be read is marked.
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector(".numbered textarea"));
const gutter = /** @type {HTMLElement} */ (document.querySelector(".numbered .gutter"));
const checked = document.getElementById("checked");

function number() {
  const wrong = Number(/** @type {HTMLElement | null} */ (checked.querySelector("[data-line]"))?.dataset.line ?? 0);
  gutter.replaceChildren(...text.value.split("\n").map((_, place) => {
    const drawn = document.createElement("i");
    drawn.textContent = String(place + 1);
    drawn.classList.toggle("wrong", place + 1 === wrong);
    return drawn;
  }));
  text.parentElement.classList.toggle("has-wrong", wrong > 0);
  text.parentElement.style.setProperty("--wrong", String(wrong - 1));
  gutter.scrollTop = text.scrollTop;
}

text.addEventListener("input", number);
text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
document.addEventListener("htmx:afterSwap", number);
number();
