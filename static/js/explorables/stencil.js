// <explorable-stencil>: how many cells does a tile read for one result?
import { Explorable, html, slider, svg } from "./base.js";

const most = { side: 32, reach: 4 };
const cell = 9;
const room = (most.side + 2 * most.reach) * cell; // wide enough for the largest tile

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 });

// Squares of the tile whose row and column pass `test`, as one path.
function squares(className, { wide, high, reach }, test) {
  const [columns, rows] = [wide + 2 * reach, high + 2 * reach];
  const left = (room - columns * cell) / 2;
  const places = Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]);
  const path = places
    .filter(([row, column]) => test(row >= reach && row < reach + high, column >= reach && column < reach + wide))
    .map(([row, column]) => `M${left + column * cell} ${row * cell}h${cell}v${cell}h-${cell}z`);
  return svg("path", { class: className, d: path.join("") });
}

class Stencil extends Explorable {
  #state = { wide: 16, high: 16, reach: 1 };
  #picture = svg("svg", { class: "stencil-picture", "aria-hidden": "true" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const { wide, high, reach } = this.#state;
    const side = { min: 4, max: most.side, step: 4 };
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("wide"), { ...side, value: wide }, (value) => this.#set({ wide: value })),
      slider(this.say("high"), { ...side, value: high }, (value) => this.#set({ high: value })),
      slider(this.say("reach"), { min: 1, max: most.reach, value: reach }, (value) => this.#set({ reach: value })),
    );
    this.#draw();
    return [controls, this.#picture, this.#result];
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { wide, high, reach } = this.#state;
    const [results, halo] = [wide * high, 2 * reach * (wide + high)];
    this.#picture.setAttribute("viewBox", `-1 -1 ${room + 2} ${(high + 2 * reach) * cell + 2}`);
    this.#picture.replaceChildren(
      squares("fig-cell", this.#state, (row, column) => row && column),
      squares("fig-cell-on", this.#state, (row, column) => row !== column),
    );
    this.#result.textContent = this.say("result", {
      results: number(results),
      halo: number(halo),
      each: number((results + halo) / results),
      without: 4 * reach + 1,
    });
  }
}

customElements.define("explorable-stencil", Stencil);
