// The visitor's language: texts are English in the scripts, the page brings the others.
const texts = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "en";

const FORMS = { one: 0, few: 1, two: 1, other: 1 };
const kind = new Intl.PluralRules(language);

/** A text in the visitor's language, with its parts put in. */
export function say(text, parts = {}) {
  return filled(texts[text] ?? text, parts);
}

/** A text about so many things as parts.count: one form for one, another for more, or what the language needs. */
export function plural(one, many, parts) {
  const forms = texts[one] ?? [one, many];
  return filled(forms[FORMS[kind.select(parts.count)] ?? 2], parts);
}

function filled(text, parts) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}
