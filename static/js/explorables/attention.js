// <explorable-attention>: which tiles of the score matrix does a block visit, what lies in shared memory, what moves?
import { Explorable, html, slider, svg } from "./base.js";

const length = 256; // queries, and keys
const keys = 32; // in a tile
const dim = 32;
const floatBytes = 4;
const tiles = length / keys;
const rowBytes = dim * floatBytes;
// A unit of the picture is a query or a key.
const place = { left: 34, top: 62, strip: 18, gap: 6 };
const edge = { right: place.left + length, bottom: place.top + length };

const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// The blocks in order, and for each the tiles that hold a key which one of its queries may see.
function visits({ queries, causal }) {
  const blocks = Array.from({ length: length / queries }, (_, block) => block);
  const last = (block) => (causal ? Math.ceil(((block + 1) * queries) / keys) : tiles);
  return blocks.flatMap((block) => Array.from({ length: last(block) }, (_, tile) => ({ block, tile })));
}

// A visit brings a tile of k and one of v; every query comes in once, and goes out once as a row of out.
const moved = (visited) => visited.length * 2 * keys * rowBytes + 2 * length * rowBytes;

// Scores in tiles of 32 × 32, a softmax that reads its row three times, and weights times v in tiles again.
function movedByThree() {
  const scores = length * length * floatBytes;
  const product = (length / keys) * length * rowBytes;
  return 2 * product + scores + (3 * scores + scores) + (scores + product) + length * rowBytes;
}

const box = (className, x, y, width, height) => svg("rect", { class: className, x, y, width, height });
const text = (className, x, y, words, anchor = "middle") =>
  svg("text", { class: className, x, y, "text-anchor": anchor }, words);

function across(tile, at, on) {
  return box(on ? "fig-lane-on" : "fig-cell", place.left + tile * keys + 1, at, keys - 2, place.strip);
}

function down(block, queries, at, className) {
  return box(className, at, place.top + block * queries + 1, place.strip, queries - 2);
}

class Attention extends Explorable {
  #state = { queries: 32, causal: false, step: 0 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #step;

  build() {
    const sizes = [16, 32, 64].map((size) => html("option", { value: size }, String(size)));
    const queries = html("select", {}, ...sizes);
    queries.value = "32";
    queries.addEventListener("change", () => this.#set({ queries: Number(queries.value), step: 0 }));
    const causal = html("input", { type: "checkbox" });
    causal.addEventListener("change", () => this.#set({ causal: causal.checked, step: 0 }));
    this.#step = slider(this.say("step"), { min: 1, max: 64, value: 1 }, (value) => this.#set({ step: value - 1 }));
    const controls = html(
      "div",
      { class: "explorable-controls" },
      this.#step,
      html("label", { class: "race-setting" }, html("span", {}, this.say("queries")), queries),
      html("label", { class: "race-setting" }, causal, html("span", {}, this.say("causal"))),
    );
    this.#draw();
    return [controls, this.#picture(), this.#result];
  }

  #picture() {
    const [keysAt, valuesAt] = [place.top - 2 * (place.strip + place.gap), place.top - place.strip - place.gap];
    const names = [
      text("fig-code fig-strong", 11, place.top - 8, "q"),
      text("fig-code fig-strong", place.left - 10, keysAt + 13, "k"),
      text("fig-code fig-strong", place.left - 10, valuesAt + 13, "v"),
      text("fig-code fig-strong", edge.right + 15, place.top - 8, "out"),
    ];
    const view = { class: "race-picture", viewBox: `0 0 ${edge.right + 30} ${edge.bottom + 4}`, "aria-hidden": "true" };
    return svg("svg", view, ...names, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #cells(visited, now) {
    const { queries } = this.#state;
    const order = new Map(visited.map(({ block, tile }, step) => [block * tiles + tile, step]));
    const name = (at) => {
      const step = order.get(at);
      if (step === undefined) return "fig-lane-off";
      if (step === now) return "fig-lane-on";
      return step < now ? "fig-lane" : "fig-cell";
    };
    return Array.from({ length: (length / queries) * tiles }, (_, at) => {
      const [block, tile] = [Math.floor(at / tiles), at % tiles];
      const [x, y] = [place.left + tile * keys, place.top + block * queries];
      return box(name(at), x + 1, y + 1, keys - 2, queries - 2);
    });
  }

  #strips({ block, tile }) {
    const { queries } = this.#state;
    const [keysAt, valuesAt] = [place.top - 2 * (place.strip + place.gap), place.top - place.strip - place.gap];
    const columns = Array.from({ length: tiles }, (_, at) => at);
    const rows = Array.from({ length: length / queries }, (_, at) => at);
    const done = (at) => (at < block ? "fig-lane" : "fig-cell");
    return [
      ...columns.flatMap((at) => [across(at, keysAt, at === tile), across(at, valuesAt, at === tile)]),
      ...rows.map((at) => down(at, queries, 2, at === block ? "fig-lane-on" : "fig-cell")),
      ...rows.map((at) => down(at, queries, edge.right + place.gap, at === block ? "fig-cell-on" : done(at))),
    ];
  }

  #draw() {
    const { queries, causal, step } = this.#state;
    const visited = visits(this.#state);
    const { block, tile } = visited[step];
    this.#range(visited.length);
    const diagonal = svg("path", { class: "fig-arrow", d: `M${place.left} ${place.top}L${edge.right} ${edge.bottom}` });
    const cells = this.#cells(visited, step);
    this.#moving.replaceChildren(...this.#strips({ block, tile }), ...cells, ...(causal ? [diagonal] : []));
    this.#result.textContent = this.say("result", {
      first: block * queries,
      last: (block + 1) * queries - 1,
      from: tile * keys,
      to: (tile + 1) * keys - 1,
      visited: visited.length,
      all: (length / queries) * tiles,
      moved: megabytes(moved(visited)),
      three: megabytes(movedByThree()),
    });
  }

  // The slider goes as far as there are steps.
  #range(steps) {
    const input = this.#step.querySelector("input");
    input.max = steps;
    input.value = this.#state.step + 1;
    this.#step.querySelector(".explorable-value").textContent = `${this.#state.step + 1} / ${steps}`;
  }
}

customElements.define("explorable-attention", Attention);
