// <explorable-reduction>: which threads of a tree still work, and how many warps do they keep busy?
import { Explorable, html, svg } from "./base.js";

const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];
const threads = values.length;
const perWarp = 4;
const size = { step: 20, gap: 8, lane: 15, lanes: 12, slots: 74, slot: 24 };
const warps = threads / perWarp;
const width = threads * size.step + (warps - 1) * size.gap + 4;
const height = size.slots + size.slot + 4;
const powers = (count) => Array.from({ length: count }, (_, at) => 2 ** at);
const distances = powers(Math.log2(threads)); // 1, 2, 4, 8

// Who adds in the step with this distance, to the slot of the same number, what stands `distance` further.
const patterns = {
  halves: { distances: distances.toReversed(), works: (t, distance) => t < distance },
  neighbours: { distances, works: (t, distance) => t % (2 * distance) === 0 },
};

const all = Array.from({ length: threads }, (_, thread) => thread);
const warpOf = (thread) => Math.floor(thread / perWarp);

// The slots after the first `count` steps, and who worked in the last of them.
function run(pattern, count) {
  let slots = [...values];
  let workers = [];
  for (const distance of pattern.distances.slice(0, count)) {
    workers = all.filter((t) => pattern.works(t, distance));
    slots = slots.map((value, t) => (workers.includes(t) ? value + slots[t + distance] : value));
  }
  return { slots, workers, distance: pattern.distances[count - 1] };
}

const x = (thread) => 2 + thread * size.step + warpOf(thread) * size.gap;
const middle = (thread) => x(thread) + size.step / 2;
const text = (className, left, y, words) => svg("text", { class: className, x: left, y, "text-anchor": "middle" }, words);

function arrow(className, x1, x2) {
  const [top, foot] = [size.lanes + size.lane + 8, size.slots - 2];
  const length = Math.hypot(x2 - x1, top - foot);
  const [ux, uy] = [(4 * (x2 - x1)) / length, (4 * (top - foot)) / length];
  const head = `M${x2 - ux - uy / 2} ${top - uy + ux / 2}L${x2} ${top}L${x2 - ux + uy / 2} ${top - uy - ux / 2}`;
  return svg("path", { class: className, d: `M${x1} ${foot}L${x2} ${top}${head}` });
}

class Reduction extends Explorable {
  #state = { order: "halves", count: 0 };
  #access = html("code", { translate: "no" });
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #step = html("button", { type: "button", class: "primary" });
  #back = html("button", { type: "button" });
  #reset = html("button", { type: "button" });

  build() {
    this.#draw();
    return [
      this.#setting(),
      html("p", { class: "explorable-access" }, this.#access),
      html("p", { class: "explorable-label" }, this.say("label", { threads, each: perWarp })),
      this.#picture(),
      this.#buttons(),
      this.#result,
    ];
  }

  #picture() {
    const view = { class: "reduction-picture", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    return svg("svg", view, this.#moving);
  }

  #setting() {
    const options = Object.keys(patterns).map((name) => html("option", { value: name }, this.say(name)));
    const order = html("select", {}, ...options);
    order.addEventListener("change", () => this.#set({ order: order.value, count: 0 }));
    return html("label", { class: "reduction-setting" }, html("span", {}, this.say("order")), order);
  }

  #buttons() {
    this.#step.append(this.say("step"));
    this.#back.append(this.say("back"));
    this.#reset.append(this.say("reset"));
    this.#step.addEventListener("click", () => this.#go(this.#state.count + 1));
    this.#back.addEventListener("click", () => this.#go(this.#state.count - 1));
    this.#reset.addEventListener("click", () => this.#go(0));
    return html("div", { class: "reduction-buttons" }, this.#step, this.#back, this.#reset);
  }

  #go(count) {
    if (count >= 0 && count <= distances.length) this.#set({ count });
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { order, count } = this.#state;
    const after = run(patterns[order], count);
    this.#back.setAttribute("aria-disabled", count === 0);
    this.#reset.setAttribute("aria-disabled", count === 0);
    this.#step.setAttribute("aria-disabled", count === distances.length);
    this.#access.textContent = this.say(`code_${order}`);
    this.#moving.replaceChildren(...this.#shapes(after));
    this.#result.textContent = this.#sentence(after);
  }

  #shapes({ slots, workers, distance }) {
    const busy = new Set(workers.map(warpOf));
    const boxes = Array.from({ length: warps }, (_, warp) => {
      const box = { x: x(warp * perWarp) - 1, y: size.lanes - 7, width: perWarp * size.step + 2, height: size.lane + 14 };
      return svg("rect", { class: busy.has(warp) ? "fig-cell-on" : "fig-block", rx: 6, ...box });
    });
    const lanes = all.map((t) => {
      const className = workers.includes(t) ? "fig-lane-on" : "fig-lane-off";
      const side = { width: size.lane, height: size.lane };
      return svg("rect", { class: className, x: middle(t) - size.lane / 2, y: size.lanes, ...side });
    });
    const arrows = workers.flatMap((t) => [
      arrow("fig-arrow", middle(t), middle(t)),
      arrow("fig-arrow-accent", middle(t + distance), middle(t)),
    ]);
    return [...boxes, ...lanes, ...arrows, ...all.flatMap((t) => this.#slot(t, slots[t], workers.includes(t)))];
  }

  #slot(thread, value, on) {
    const box = { x: x(thread), y: size.slots, width: size.step, height: size.slot };
    const words = on ? "fig-text fig-strong reduction-value" : "fig-text reduction-value";
    return [
      svg("rect", { class: on ? "fig-cell-on" : "fig-cell", ...box }),
      text(words, middle(thread), size.slots + 17, value),
    ];
  }

  #sentence({ slots, workers, distance }) {
    const { count } = this.#state;
    if (count === 0) return this.say("start", { threads });
    const busy = new Set(workers.map(warpOf)).size;
    const said = { count, steps: distances.length, workers: workers.length, distance, busy, warps, sum: slots[0] };
    const last = count === distances.length;
    return [this.say(workers.length === 1 ? "one" : "some", said), last ? this.say("end", said) : ""].join(" ").trim();
  }
}

customElements.define("explorable-reduction", Reduction);
