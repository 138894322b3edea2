// <explorable-roofline>: is it memory or arithmetic that holds a matrix product up? Tiles as in `matmul-registers`.
import { Explorable, html, slider, svg } from "./base.js";

const block = 16; // threads along each side
const cards = {
  h200: { rate: 67, bandwidth: 4.8 }, // TFLOP/s of float32 and TB/s, from NVIDIA's data sheets
  t4: { rate: 8.1, bandwidth: 0.32 },
  laptop: { rate: 14.5, bandwidth: 0.256 },
};
const marks = [
  { key: "vector", intensity: 1 / 12, above: false },
  { key: "matvec", intensity: 1 / 2, above: true },
];
const range = { left: -4, right: 7, bottom: Math.log10(0.004), top: 2 }; // powers of 2 and of 10
const frame = { left: 34, right: 344, top: 22, bottom: 196 };
const intensities = [0.25, 1, 4, 16, 64];
const rates = [0.01, 0.1, 1, 10, 100];

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 3 });
const along = (value, from, to, start, end) => start + ((value - from) / (to - from)) * (end - start);
const x = (intensity) => along(Math.log2(intensity), range.left, range.right, frame.left, frame.right);
const y = (rate) => along(Math.log10(rate), range.bottom, range.top, frame.bottom, frame.top);

// Two products and a sum for each k: 2 · tile² FLOP. For each k, tile floats of a and tile floats of b.
const intensityOf = (tile) => (2 * tile * tile) / (4 * 2 * tile);
const reachable = ({ rate, bandwidth }, intensity) => Math.min(rate, bandwidth * intensity);

const text = (className, left, top, words, anchor = "start") =>
  svg("text", { class: className, x: left, y: top, "text-anchor": anchor }, words);
const path = (className, d) => svg("path", { class: className, d });

function axes() {
  const below = intensities.map((value) =>
    text("fig-label", x(value), frame.bottom + 16, value < 1 ? "1/4" : String(value), "middle"),
  );
  const beside = rates.map((value) => text("fig-label", frame.left - 4, y(value) + 4, String(value), "end"));
  const lines = rates.map((value) => `M${frame.left} ${y(value)}H${frame.right}`).join("");
  return [path("roofline-grid", lines), ...below, ...beside];
}

function roof(card) {
  const ridge = card.rate / card.bandwidth;
  const start = 2 ** range.left;
  const [low, high] = [y(card.bandwidth * start), y(card.rate)];
  return path("roofline-roof", `M${x(start)} ${low}L${x(ridge)} ${high}H${frame.right}`);
}

// Words below the first, above the second: the line that drops from the point stays free of them.
function mark(card, { intensity, above }, words) {
  const [left, top] = [x(intensity), y(reachable(card, intensity))];
  const square = svg("rect", { class: "fig-lane-off", x: left - 4, y: top - 4, width: 8, height: 8 });
  return [square, text("fig-label", left + (above ? -7 : 9), top + (above ? -8 : 13), words, above ? "end" : "start")];
}

class Roofline extends Explorable {
  #state = { card: "h200", side: 1 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const names = { h200: this.say("h200"), t4: this.say("t4"), laptop: this.say("laptop") };
    const card = html("select", {}, ...Object.keys(cards).map((key) => html("option", { value: key }, names[key])));
    card.addEventListener("change", () => this.#set({ card: card.value }));
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("side"), { min: 1, max: 8, value: 1 }, (value) => this.#set({ side: value })),
      html("label", { class: "race-setting" }, html("span", {}, this.say("card")), card),
    );
    this.#draw();
    return [controls, this.#picture(), this.#result];
  }

  #picture() {
    const view = { class: "roofline-picture", viewBox: "0 0 352 232", "aria-hidden": "true" };
    const units = [
      text("fig-label", 0, 12, this.say("rate")),
      text("fig-label", frame.right, frame.bottom + 33, this.say("intensity"), "end"),
    ];
    return svg("svg", view, ...axes(), ...units, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #marks(card) {
    const names = { vector: this.say("vector"), matvec: this.say("matvec") };
    return marks.flatMap((one) => mark(card, one, names[one.key]));
  }

  #draw() {
    const card = cards[this.#state.card];
    const tile = block * this.#state.side;
    const intensity = intensityOf(tile);
    const rate = reachable(card, intensity);
    const [left, top] = [x(intensity), y(rate)];
    const point = svg("circle", { class: "fig-lane-on", cx: left, cy: top, r: 6 });
    const drop = path("fig-arrow-accent", `M${left} ${frame.bottom}V${top}`);
    this.#moving.replaceChildren(roof(card), ...this.#marks(card), drop, point);
    const limit = rate < card.rate ? this.say("memory") : this.say("arithmetic");
    const slots = { tile, intensity: number(intensity), rate: number(rate), peak: number(card.rate), limit };
    this.#result.textContent = this.say("result", slots);
  }
}

customElements.define("explorable-roofline", Roofline);
