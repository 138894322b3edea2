// <explorable-occupancy>: how many warps find room on a multiprocessor, and what stands in the way of more?
// The arithmetic is that of app/devices/occupancy.py, and a test holds the two together.
import { Explorable, html, slider, svg } from "./base.js";

const warp = 32;
const registerUnit = 256; // a warp gets a multiple of so many
const parts = 4; // of a multiprocessor, each with its share of the 65,536 registers
const registersOfPart = 65_536 / parts;
const kilobyte = 1_024;
const multiprocessors = [
  { name: "H200 (sm_90)", warps: 64, blocks: 32, shared: 228 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "B200 (sm_100)", warps: 64, blocks: 32, shared: 228 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "A100 (sm_80)", warps: 64, blocks: 32, shared: 164 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "RTX 5090 (sm_120)", warps: 48, blocks: 24, shared: 100 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "RTX 4090 (sm_89)", warps: 48, blocks: 24, shared: 100 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "RTX 3090 (sm_86)", warps: 48, blocks: 16, shared: 100 * kilobyte, reserved: kilobyte, unit: 128 },
  { name: "T4 (sm_75)", warps: 32, blocks: 16, shared: 64 * kilobyte, reserved: 0, unit: 256 },
];
const slot = { wide: 40, high: 9, gapX: 5, gapY: 4, rows: 8 };
const columns = 8;

const roundedUp = (value, unit) => Math.ceil(value / unit) * unit;
const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

// How many blocks each limit leaves room for.
function fits({ gpu, threads, registers, shared }) {
  const holds = multiprocessors[gpu];
  const own = Math.ceil(threads / warp);
  const ofWarp = Math.max(registerUnit, roundedUp(registers * warp, registerUnit));
  const ofBlock = Math.max(holds.unit, roundedUp(shared * kilobyte + holds.reserved, holds.unit));
  return {
    registers: Math.floor((Math.floor(registersOfPart / ofWarp) * parts) / own),
    shared: Math.floor(holds.shared / ofBlock),
    warps: Math.floor(holds.warps / own),
    blocks: holds.blocks,
  };
}

class Occupancy extends Explorable {
  #state = { gpu: 0, threads: 64, registers: 32, shared: 8 };
  #slots = svg("g");
  #limits = html("ul", { class: "occupancy-room" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const { threads, registers, shared } = this.#state;
    const controls = html(
      "div",
      { class: "explorable-controls" },
      this.#choice(),
      slider(this.say("threads"), { min: 32, max: 1_024, step: 32, value: threads }, (value) => this.#set({ threads: value })),
      slider(this.say("registers"), { min: 16, max: 255, value: registers }, (value) => this.#set({ registers: value })),
      slider(this.say("shared"), { min: 0, max: 48, value: shared }, (value) => this.#set({ shared: value })),
    );
    const size = [columns * (slot.wide + slot.gapX) - slot.gapX, slot.rows * (slot.high + slot.gapY)];
    this.#draw();
    return [
      controls,
      html("p", { class: "explorable-label" }, this.say("slots")),
      svg("svg", { viewBox: `0 0 ${size.join(" ")}`, "aria-hidden": "true", class: "occupancy-slots-lab" }, this.#slots),
      this.#result,
      this.#limits,
    ];
  }

  #choice() {
    const options = multiprocessors.map(({ name }, at) => html("option", { value: at }, name));
    const select = html("select", { translate: "no" }, ...options);
    select.addEventListener("change", () => this.#set({ gpu: Number(select.value) }));
    return html("label", { class: "race-setting" }, html("span", {}, this.say("gpu")), select);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const rooms = fits(this.#state);
    const most = multiprocessors[this.#state.gpu].warps;
    const own = Math.ceil(this.#state.threads / warp);
    const blocks = Math.min(...Object.values(rooms));
    this.#slots.replaceChildren(...Array.from({ length: most }, (_, at) => this.#slot(at, own, blocks)));
    const said = { warps: blocks * own, most, blocks, own, percent: number((100 * blocks * own) / most) };
    this.#result.textContent = blocks > 0 ? this.say("result", said) : this.say("none");
    this.#limits.replaceChildren(
      this.#limit(this.say("room_registers", { blocks: rooms.registers }), rooms.registers === blocks),
      this.#limit(this.say("room_shared", { blocks: rooms.shared }), rooms.shared === blocks),
      this.#limit(this.say("room_warps", { blocks: rooms.warps }), rooms.warps === blocks),
      this.#limit(this.say("room_blocks", { blocks: rooms.blocks }), rooms.blocks === blocks),
    );
  }

  // Blocks lie one after another; two neighbours differ in colour.
  #slot(at, own, blocks) {
    const block = Math.floor(at / own);
    const taken = block % 2 ? "fig-lane" : "fig-lane-on";
    return svg("rect", {
      class: block < blocks ? taken : "fig-lane-off",
      x: Math.floor(at / slot.rows) * (slot.wide + slot.gapX) + 0.5,
      y: (at % slot.rows) * (slot.high + slot.gapY) + 0.5,
      width: slot.wide - 1,
      height: slot.high,
    });
  }

  #limit(words, isReached) {
    return html("li", {}, isReached ? html("strong", {}, `${words} ${this.say("fewest")}`) : words);
  }
}

customElements.define("explorable-occupancy", Occupancy);
