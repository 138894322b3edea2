// <explorable-atomics>: in how many turns can a warp add to its cells?
import { Explorable, html, slider, svg } from "./base.js";

const lanes = 32;
const step = 11; // from lane to lane
const size = { lane: 9, cells: 44, cell: 16, turns: 68, turn: 5 };
const width = lanes * step;
const height = size.turns + lanes * size.turn + 20;

// Which cell a lane wants: all cells alike, or cell 0 for every second lane.
const wanted = {
  even: (lane, cells) => lane % cells,
  uneven: (lane, cells) => (lane % 2 === 0 ? 0 : Math.floor(lane / 2) % cells),
};

const box = (className, x, y, w, h) => svg("rect", { class: className, x, y, width: w, height: h });
const laneX = (lane) => (lane + 0.5) * step;

function arrow(x1, x2) {
  const [top, foot] = [size.lane + 2, size.cells - 2];
  const head = `M${x2 - 2} ${foot - 4}L${x2} ${foot}L${x2 + 2} ${foot - 4}`;
  return svg("path", { class: "fig-arrow", d: `M${x1} ${top}L${x2} ${foot}${head}` });
}

class Atomics extends Explorable {
  #state = { power: 3, data: "even" };
  #moving = svg("g");
  #access = html("code", { translate: "no" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    this.#draw();
    return [
      this.#controls(),
      html("p", { class: "explorable-access" }, this.#access),
      html("p", { class: "explorable-label" }, this.say("lanes")),
      this.#picture(),
      this.#result,
    ];
  }

  #controls() {
    const options = Object.keys(wanted).map((name) => html("option", { value: name }, this.say(name)));
    const data = html("select", {}, ...options);
    data.addEventListener("change", () => this.#set({ data: data.value }));
    const range = { min: 0, max: 5, value: this.#state.power, show: (power) => String(2 ** power) };
    return html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("cells"), range, (power) => this.#set({ power })),
      html("label", { class: "atomics-setting" }, html("span", {}, this.say("data")), data),
    );
  }

  #picture() {
    const squares = Array.from({ length: lanes }, (_, lane) =>
      box("fig-lane", laneX(lane) - size.lane / 2, 0, size.lane, size.lane),
    );
    const view = { class: "atomics-picture", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    return svg("svg", view, ...squares, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const cells = 2 ** this.#state.power;
    const queues = Array.from({ length: cells }, () => []);
    for (let lane = 0; lane < lanes; lane += 1) queues[wanted[this.#state.data](lane, cells)].push(lane);
    const turns = Math.max(...queues.map((queue) => queue.length));
    this.#moving.replaceChildren(...this.#shapes(queues, turns));
    this.#access.textContent = this.say("access");
    const slots = { cells, turns, busy: Math.round((100 * lanes) / (turns * cells)) };
    this.#result.textContent = this.say(turns === 1 ? "one" : "result", slots);
  }

  // Cells below the lanes; under each cell those who want it, in the turns that they get.
  #shapes(queues, turns) {
    const each = width / queues.length;
    const wide = Math.min(each - 1, 40);
    const middle = (cell) => (cell + 0.5) * each;
    const arrows = queues.flatMap((queue, cell) => queue.map((lane) => arrow(laneX(lane), middle(cell))));
    const strip = queues.map((queue, cell) =>
      box(queue.length === turns ? "fig-cell-on" : "fig-cell", middle(cell) - wide / 2, size.cells, wide, size.cell),
    );
    const served = queues.flatMap((queue, cell) =>
      queue.map((_, turn) => box("fig-lane-on", middle(cell) - 4, size.turns + turn * size.turn, 8, size.turn - 1)),
    );
    const end = size.turns + turns * size.turn + 2;
    const words = { class: "fig-label", x: width, y: end + 14, "text-anchor": "end" };
    return [
      ...arrows,
      ...strip,
      ...served,
      svg("path", { class: "fig-rule", d: `M0 ${end}H${width}` }),
      svg("text", words, this.say(turns === 1 ? "turn" : "turns", { turns })),
    ];
  }
}

customElements.define("explorable-atomics", Atomics);
