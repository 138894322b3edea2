// What explorables share: each takes the place of the static picture in its figure, and keeps the caption.
import { sayer } from "../words.js";

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(svgNamespace, name), attributes, children);

// A labelled range input; `onInput` hears its number. The value is shown beside the label, as `show` words it.
export function slider(label, { min, max, value, step = 1, show = String }, onInput) {
  const shown = html("span", { class: "explorable-value", "aria-hidden": "true" }, show(value));
  const input = html("input", { type: "range", min, max, value, step, "aria-valuetext": show(value) });
  input.addEventListener("input", () => {
    shown.textContent = show(input.valueAsNumber);
    input.setAttribute("aria-valuetext", shown.textContent);
    onInput(input.valueAsNumber);
  });
  return html("label", { class: "explorable-slider" }, html("span", {}, label), shown, input);
}

// A subclass has build(): the elements that stand for the picture. `this.say(key, slots)` knows its words.
export class Explorable extends HTMLElement {
  connectedCallback() {
    const picture = this.querySelector("figure > svg");
    if (!picture) return; // moved within the page: it is built already
    this.say = sayer(JSON.parse(this.dataset.words));
    picture.replaceWith(html("div", { class: "explorable-lab", lang: document.documentElement.lang }, ...this.build()));
  }
}
