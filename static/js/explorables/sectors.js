// <explorable-sectors>: which sectors does one load of a warp touch?
import { Explorable, html, slider, svg } from "./base.js";

const lanes = 32;
const elementBytes = 4;
const sectorBytes = 32;
const perSector = sectorBytes / elementBytes;
const sectors = 32; // as many as the widest stride reaches
const step = 11; // from lane to lane, and from sector to sector
const size = { lane: 9, memory: 62, sector: 10, height: 24, inset: 4 };
const width = sectors * step;
const cell = size.sector / perSector;

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
const elements = (offset, stride) => Array.from({ length: lanes }, (_, lane) => offset + stride * lane);
const touched = (indices) => [...new Set(indices.map((index) => Math.floor(index / perSector)))];

const laneX = (lane) => (lane + 0.5) * step;
const sectorX = (sector) => sector * step + (step - size.sector) / 2;
const elementX = (index) => sectorX(Math.floor(index / perSector)) + (index % perSector) * cell;

// An arrow up: what is read travels from memory to the lane.
function arrow(lane, index) {
  const top = size.lane + 3;
  const [x, foot] = [laneX(lane), elementX(index) + cell / 2];
  const head = `M${x - 2} ${top + 4}L${x} ${top}L${x + 2} ${top + 4}`;
  return svg("path", { class: "fig-arrow", d: `M${foot} ${size.memory - 2}L${x} ${top}${head}` });
}

const box = (className, x, y, w, h) => svg("rect", { class: className, x, y, width: w, height: h });

function memory(indices) {
  const on = new Set(touched(indices));
  const cells = Array.from({ length: sectors }, (_, sector) =>
    box(on.has(sector) ? "fig-cell-on" : "fig-cell", sectorX(sector), size.memory, size.sector, size.height),
  );
  const top = size.memory + size.inset;
  const used = indices.map((index) =>
    box("fig-lane-on", elementX(index), top, cell, size.height - 2 * size.inset),
  );
  return [...cells, ...used];
}

class Sectors extends Explorable {
  #state = { offset: 0, stride: 2 };
  #moving = svg("g");
  #access = html("code", { translate: "no" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const { stride, offset } = this.#state;
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("stride"), { min: 1, max: 8, value: stride }, (value) => this.#set({ stride: value })),
      slider(this.say("offset"), { min: 0, max: 7, value: offset }, (value) => this.#set({ offset: value })),
    );
    this.#draw();
    const label = (text) => html("p", { class: "explorable-label" }, text);
    return [
      controls,
      html("p", { class: "explorable-access" }, this.#access),
      label(this.say("lanes")),
      this.#picture(),
      label(this.say("memory")),
      this.#result,
    ];
  }

  #picture() {
    const squares = elements(0, 1).map((lane) => box("fig-lane", laneX(lane) - size.lane / 2, 0, size.lane, size.lane));
    const view = { viewBox: `0 0 ${width} ${size.memory + size.height + 1}`, "aria-hidden": "true" };
    return svg("svg", view, ...squares, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { offset, stride } = this.#state;
    const indices = elements(offset, stride);
    const [count, used] = [touched(indices).length, lanes * elementBytes];
    const moved = count * sectorBytes;
    this.#moving.replaceChildren(...indices.map((index, lane) => arrow(lane, index)), ...memory(indices));
    this.#access.textContent = this.say("access", { offset, stride });
    this.#result.textContent = this.say("result", {
      sectors: count,
      used,
      moved: number(moved),
      percent: number((100 * used) / moved),
    });
  }
}

customElements.define("explorable-sectors", Sectors);
