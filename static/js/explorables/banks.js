// <explorable-banks>: in how many passes does a warp read shared memory?
import { Explorable, html, slider, svg } from "./base.js";

const banks = 32;
const step = 11;
const shownRows = 33; // of the tile: one for each lane, and what the padding pushes into the next
const size = { lane: 9, top: 40, row: 6, bank: 9 };
const width = banks * step;

// Lane by lane, the words that a warp reads: along a row of the tile, or down its first column.
const words = ({ wide, down }) => Array.from({ length: banks }, (_, lane) => (down ? lane * wide : lane));
const bankOf = (word) => word % banks;

// How many different words the fullest bank is asked for. Lanes that want the same word share one pass.
function passes(asked) {
  const perBank = new Map();
  for (const word of asked) {
    perBank.set(bankOf(word), (perBank.get(bankOf(word)) ?? new Set()).add(word));
  }
  return Math.max(...[...perBank.values()].map((set) => set.size));
}

const box = (className, x, y, w, h) => svg("rect", { class: className, x, y, width: w, height: h });
const bankX = (bank) => bank * step + (step - size.bank) / 2;

function drawn(asked) {
  const wanted = new Set(asked);
  const counts = Array.from({ length: banks }, (_, bank) => asked.filter((word) => bankOf(word) === bank).length);
  const lanes = asked.map((_, lane) => box("fig-lane", lane * step + 1, 0, size.lane, size.lane));
  const arrows = asked.map((word, lane) => {
    const [x, foot] = [(lane + 0.5) * step, bankX(bankOf(word)) + size.bank / 2];
    const full = counts[bankOf(word)] > 1;
    return svg("path", { class: full ? "fig-arrow-err" : "fig-arrow", d: `M${foot} ${size.top - 2}L${x} ${size.lane + 3}` });
  });
  const last = Math.max(...asked);
  const rows = Math.min(shownRows, Math.floor(last / banks) + 1);
  const cells = Array.from({ length: rows * banks }, (_, word) => {
    const className = wanted.has(word) ? (counts[bankOf(word)] > 1 ? "fig-lane-err" : "fig-lane-on") : "fig-cell";
    return box(className, bankX(bankOf(word)), size.top + Math.floor(word / banks) * size.row, size.bank, size.row - 1);
  });
  return { parts: [...lanes, ...arrows, ...cells], height: size.top + rows * size.row };
}

class Banks extends Explorable {
  #state = { wide: 32, down: true };
  #picture = svg("svg", { "aria-hidden": "true" });
  #access = html("code", { translate: "no" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const down = html("input", { type: "checkbox" });
    down.checked = true;
    down.addEventListener("change", () => this.#set({ down: down.checked }));
    const range = { min: 1, max: 33, value: this.#state.wide };
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("wide"), range, (value) => this.#set({ wide: value })),
      html("label", { class: "race-setting" }, down, html("span", {}, this.say("down"))),
    );
    this.#draw();
    return [controls, html("p", { class: "explorable-access" }, this.#access), this.#picture, this.#result];
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { wide, down } = this.#state;
    const asked = words(this.#state);
    const { parts, height } = drawn(asked);
    this.#picture.setAttribute("viewBox", `0 0 ${width} ${height + 2}`);
    this.#picture.replaceChildren(...parts);
    this.#access.textContent = down ? `tile[lane, 0]  # ${wide} * lane` : "tile[0, lane]  # lane";
    const needed = passes(asked);
    const used = new Set(asked.map(bankOf)).size;
    this.#result.textContent = this.say("result", { banks: used, passes: needed });
  }
}

customElements.define("explorable-banks", Banks);
