// The visitor's language: texts are English in the scripts, the page brings the others.
const texts = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "en";

/** A text in the visitor's language, with its parts put in. */
export function say(text, parts = {}) {
  const found = texts[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}
