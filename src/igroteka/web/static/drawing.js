// Small words for making elements.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

/** An HTML element. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** An icon of the house by its name; what it means is said by what it stands in. */
export function icon(name) {
  return svg("svg", { class: "i", "aria-hidden": "true" }, svg("use", { href: `${document.body.dataset.static}/icons.svg#${name}` }));
}

/** The face of a bot, or the first letter of a person's name. */
export function portrait({ player, face }) {
  if (!face) return html("span", { class: "mono", "aria-hidden": "true" }, player?.[0]?.toUpperCase() ?? "?");
  return svg("svg", { class: "face", viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("use", { href: `${document.body.dataset.static}/faces.svg#${face}` }));
}

/** Five bars that say how strong a bot is. */
export function strength(of) {
  return html("span", { class: "bars", "data-n": of, "aria-hidden": "true" }, ...Array.from({ length: 5 }, () => html("i")));
}
