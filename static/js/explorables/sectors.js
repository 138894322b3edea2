// <explorable-sectors>: which sectors does one load of a warp touch?
import { Explorable, html, slider, svg } from "./base.js";

const lanes = 32;
const elementBytes = 4;
const sectorBytes = 32;
const perSector = sectorBytes / elementBytes;
const sectors = 32; // as many as the widest stride reaches
const size = { step: 11, left: 4, lane: 24, memory: 96, height: 22 };
const width = 2 * size.left + sectors * size.step;
const cell = size.step / perSector;

const elements = (offset, stride) => Array.from({ length: lanes }, (_, lane) => offset + stride * lane);
const touched = (indices) => [...new Set(indices.map((index) => Math.floor(index / perSector)))];

const laneX = (lane) => size.left + (lane + 0.5) * size.step;
const elementX = (index) => size.left + (index + 0.5) * cell;
const sectorX = (sector) => size.left + sector * size.step;

// An arrow up: what is read travels from memory to the lane.
function arrow(lane, index) {
  const top = size.lane + size.step + 2;
  const [x, foot] = [laneX(lane), elementX(index)];
  const head = `M${x - 2} ${top + 4}L${x} ${top}L${x + 2} ${top + 4}`;
  return svg("path", { class: "fig-arrow", d: `M${foot} ${size.memory - 1}L${x} ${top}${head}` });
}

const box = (className, x, y, w, h) => svg("rect", { class: className, x, y, width: w, height: h });

function memory(indices) {
  const on = new Set(touched(indices));
  const cells = Array.from({ length: sectors }, (_, sector) =>
    box(on.has(sector) ? "fig-cell-on" : "fig-cell", sectorX(sector), size.memory, size.step, size.height),
  );
  const used = indices.map((index) =>
    box("fig-lane-on", elementX(index) - cell / 2, size.memory, cell, size.height),
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
    return [controls, html("p", { class: "explorable-access" }, this.#access), this.#picture(), this.#result];
  }

  #picture() {
    const label = (y, text) => svg("text", { class: "fig-label", x: size.left, y }, text);
    const squares = elements(0, 1).map((lane) =>
      box("fig-lane", laneX(lane) - size.step / 2 + 1, size.lane, size.step - 2, size.step - 2),
    );
    const bottom = size.memory + size.height + 18;
    return svg(
      "svg",
      { viewBox: `0 0 ${width} ${bottom + 6}`, "aria-hidden": "true" },
      label(16, this.say("lanes")),
      ...squares,
      this.#moving,
      label(bottom, this.say("memory")),
    );
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
    const percent = Math.round((100 * used) / moved);
    this.#moving.replaceChildren(...indices.map((index, lane) => arrow(lane, index)), ...memory(indices));
    this.#access.textContent = this.say("access", { offset, stride });
    this.#result.textContent = this.say("result", { sectors: count, used, moved, percent });
  }
}

customElements.define("explorable-sectors", Sectors);
