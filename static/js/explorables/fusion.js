// <explorable-fusion>: what does a chain of elementwise operations move, one kernel for each or one for all?
import { Explorable, html, slider, svg } from "./base.js";

const elementBytes = 4;
const bytesPerMicrosecond = 4.8e6; // of an H200's memory, by its data sheet
const sizes = [65_536, 1_048_576, 16_777_216, 67_108_864];
const most = 6; // operations
const width = 364;
const size = { box: 20, step: 24, gap: 10, cell: 24, head: 20, between: 20 };

const number = (value, digits = 0) =>
  value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
const each = (count, make) => Array.from({ length: count }, (_, at) => make(at));

// The arrays that lie in memory, in order, and which of them each kernel reads and writes.
function chain(operations, second, fused) {
  const inputs = (at) => (second ? [`b${at + 1}`] : []);
  if (fused) {
    const reads = ["x", ...each(operations, inputs).flat()];
    return { arrays: [...reads, "out"], kernels: [{ first: 1, last: operations, reads, writes: "out" }] };
  }
  const name = (at) => (at === 0 ? "x" : at === operations ? "out" : `t${at}`);
  const kernels = each(operations, (at) => {
    return { first: at + 1, last: at + 1, reads: [name(at), ...inputs(at)], writes: name(at + 1) };
  });
  return { arrays: ["x", ...kernels.flatMap(({ reads, writes }) => [...reads.slice(1), writes])], kernels };
}

const moved = ({ kernels }) => kernels.reduce((sum, { reads }) => sum + reads.length + 1, 0); // arrays

const text = (className, x, y, words) => svg("text", { class: className, x, y, "text-anchor": "middle" }, words);

function arrow(x, from, to) {
  const neck = to + Math.sign(from - to) * 4;
  const head = `M${x - 2.5} ${neck}L${x} ${to}L${x + 2.5} ${neck}`;
  return svg("path", { class: "fig-arrow-accent", d: `M${x} ${from}V${to}${head}` });
}

// A kernel's box spans its arrays. The later it runs, the lower it stands.
function kernelShapes({ first, last, reads, writes }, row, place, memory, label) {
  const y = size.head + row * size.step;
  const left = place(reads[0]) + 1; // beside the arrow that wrote this array
  const right = place(writes) - 1;
  const bottom = y + size.box;
  return [
    svg("rect", { class: "fig-block", x: left, y, width: right - left, height: size.box, rx: 6 }),
    text("fig-label", (left + right) / 2, y + 14.5, first === last ? label : `${first}–${last}`),
    ...reads.map((name) => arrow(place(name) - (name.startsWith("b") ? 0 : -5), memory - 2, bottom + 1)),
    arrow(place(writes) - 5, bottom + 1, memory - 2),
  ];
}

function panel(plan, top, title) {
  const column = Math.min(52, width / plan.arrays.length);
  const start = (width - column * plan.arrays.length) / 2;
  const place = (name) => start + column * (plan.arrays.indexOf(name) + 0.5);
  const memory = size.head + plan.kernels.length * size.step + size.gap;
  const cells = plan.arrays.flatMap((name) => {
    const temporary = name.startsWith("t");
    const box = { x: place(name) - column / 2, y: memory, width: column, height: size.cell };
    return [
      svg("rect", { class: temporary ? "fig-cell" : "fig-cell-on", ...box }),
      text("fig-text", place(name), memory + 16, name),
    ];
  });
  const boxes = plan.kernels.flatMap((kernel, row) => kernelShapes(kernel, row, place, memory, String(kernel.first)));
  const head = svg("text", { class: "fig-text fig-strong", x: 0, y: 12 }, title);
  return svg("g", { transform: `translate(0 ${top})` }, head, ...boxes, ...cells);
}

const height = (plan) => size.head + plan.kernels.length * size.step + size.gap + size.cell;

class Fusion extends Explorable {
  #state = { operations: 3, elements: sizes[2], second: false };
  #picture = svg("svg", { class: "fusion-picture", "aria-hidden": "true" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    this.#draw();
    return [this.#controls(), this.#picture, this.#result];
  }

  #controls() {
    const operations = { min: 1, max: most, value: this.#state.operations };
    const options = sizes.map((elements) => html("option", { value: elements }, number(elements)));
    const elements = html("select", {}, ...options);
    elements.value = this.#state.elements;
    elements.addEventListener("change", () => this.#set({ elements: Number(elements.value) }));
    const second = html("input", { type: "checkbox" });
    second.addEventListener("change", () => this.#set({ second: second.checked }));
    return html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("operations"), operations, (value) => this.#set({ operations: value })),
      html("label", { class: "fusion-setting" }, html("span", {}, this.say("elements")), elements),
      html("label", { class: "fusion-setting" }, second, html("span", {}, this.say("second"))),
    );
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { operations, elements, second } = this.#state;
    const [separate, fused] = [false, true].map((one) => chain(operations, second, one));
    const below = height(separate) + size.between;
    this.#picture.setAttribute("viewBox", `0 0 ${width} ${below + height(fused) + 2}`);
    this.#picture.replaceChildren(panel(separate, 0, this.say("separate")), panel(fused, below, this.say("fused")));
    this.#result.textContent = this.#said(operations, moved(separate), moved(fused), elements * elementBytes);
  }

  #said(launches, separate, fused, bytes) {
    const least = (arrays) => number((arrays * bytes) / bytesPerMicrosecond, 1);
    if (launches === 1) return this.say("one", { bytes: number(fused * bytes), least: least(fused) });
    return this.say("result", {
      launches,
      separate: number(separate * bytes),
      fused: number(fused * bytes),
      times: number(separate / fused, 2),
      longer: least(separate),
      least: least(fused),
    });
  }
}

customElements.define("explorable-fusion", Fusion);
