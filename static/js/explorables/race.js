// <explorable-race>: what does a thread read from the tile, with and without a barrier?
import { Explorable, html, svg } from "./base.js";

const threads = 8;
const perWarp = 4;
const size = { left: 6, step: 32, gap: 10, box: 24, lanes: 30, tile: 98, out: 152, height: 26 };
const width = 2 * size.left + threads * size.step + size.gap;

const write = (warp) => ({ warp, does: "write" });
const arrive = (warp) => ({ warp, does: "arrive" });
const read = (warp) => ({ warp, does: "read" });

// One warp may run ahead as far as the barrier lets it, or the two take turns.
function schedule(order, barrier) {
  const [one, two] = order === "second" ? [1, 0] : [0, 1];
  if (order === "turns") {
    return [write(0), write(1), ...(barrier ? [arrive(0), arrive(1)] : []), read(0), read(1)];
  }
  return barrier
    ? [write(one), arrive(one), write(two), arrive(two), read(one), read(two)]
    : [write(one), read(one), write(two), read(two)];
}

const lanesOf = (warp) => Array.from({ length: perWarp }, (_, lane) => warp * perWarp + lane);
const mirror = (thread) => threads - 1 - thread;
const all = (array) => Array.from({ length: threads }, (_, thread) => array(thread));

// The block after the first `count` steps: what the tile and `out` hold, and where each warp stands.
function run(steps, count) {
  const state = { tile: all(() => null), out: all(() => null), lines: [0, 0], arrived: 0 };
  for (const { warp, does } of steps.slice(0, count)) {
    const lanes = lanesOf(warp);
    if (does === "write") for (const t of lanes) state.tile[t] = `a${t}`;
    if (does === "read") for (const t of lanes) state.out[t] = state.tile[mirror(t)] ?? "?";
    if (does === "arrive") state.arrived += 1;
    state.lines[warp] += 1;
  }
  return state;
}

const x = (thread) => size.left + thread * size.step + (thread < perWarp ? 0 : size.gap);
const middle = (thread) => x(thread) + size.step / 2;
const text = (className, left, y, words, anchor = "middle") =>
  svg("text", { class: className, x: left, y, "text-anchor": anchor }, words);

function arrow(className, x1, y1, x2, y2) {
  const [length, dx, dy] = [Math.hypot(x2 - x1, y2 - y1), x2 - x1, y2 - y1];
  const [ux, uy] = [(5 * dx) / length, (5 * dy) / length];
  const head = `M${x2 - ux - uy / 2} ${y2 - uy + ux / 2}L${x2} ${y2}L${x2 - ux + uy / 2} ${y2 - uy - ux / 2}`;
  return svg("path", { class: className, d: `M${x1} ${y1}L${x2} ${y2}${head}` });
}

function lane(thread, className) {
  const box = { class: className, x: x(thread) + 4, y: size.lanes, width: size.box, height: size.box };
  const label = className === "fig-lane-on" ? "fig-text fig-on-accent fig-strong" : "fig-text";
  return [svg("rect", box), text(label, middle(thread), size.lanes + 17, thread)];
}

function cell(thread, y, value, on) {
  const bad = value === "?";
  const className = bad && on ? "fig-lane-err" : on ? "fig-cell-on" : "fig-cell";
  const box = { class: className, x: x(thread), y, width: size.step, height: size.height };
  const label = bad ? "fig-text fig-err fig-strong" : "fig-text";
  return [svg("rect", box), text(label, middle(thread), y + 18, bad && on ? "✕ ?" : (value ?? ""))];
}

class Race extends Explorable {
  #state = { order: "first", barrier: false, count: 0 };
  #program = html("ol", { class: "race-program", translate: "no" });
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #back = html("button", { type: "button" });
  #step = html("button", { type: "button", class: "primary" });
  #reset = html("button", { type: "button" });

  build() {
    this.#draw();
    return [this.#settings(), this.#program, this.#picture(), this.#buttons(), this.#result];
  }

  #settings() {
    const barrier = html("input", { type: "checkbox" });
    barrier.addEventListener("change", () => this.#set({ barrier: barrier.checked, count: 0 }));
    const orders = [
      html("option", { value: "first" }, this.say("first")),
      html("option", { value: "second" }, this.say("second")),
      html("option", { value: "turns" }, this.say("turns")),
    ];
    const order = html("select", {}, ...orders);
    order.addEventListener("change", () => this.#set({ order: order.value, count: 0 }));
    return html(
      "div",
      { class: "explorable-controls" },
      html("label", { class: "race-setting" }, barrier, html("span", {}, this.say("barrier"))),
      html("label", { class: "race-setting" }, html("span", {}, this.say("order")), order),
    );
  }

  #buttons() {
    this.#back.append(this.say("back"));
    this.#step.append(this.say("step"));
    this.#reset.append(this.say("reset"));
    this.#back.addEventListener("click", () => this.#go(this.#state.count - 1));
    this.#step.addEventListener("click", () => this.#go(this.#state.count + 1));
    this.#reset.addEventListener("click", () => this.#go(0));
    return html("div", { class: "race-buttons" }, this.#step, this.#back, this.#reset);
  }

  #picture() {
    const label = (y, words) => text("fig-label", size.left, y, words, "start");
    return svg(
      "svg",
      { class: "race-picture", viewBox: `0 0 ${width} ${size.out + size.height + 22}`, "aria-hidden": "true" },
      label(14, this.say("warp", { warp: 0 })),
      text("fig-label", x(perWarp), 14, this.say("warp", { warp: 1 }), "start"),
      label(size.tile + size.height + 16, this.say("tile")),
      label(size.out + size.height + 16, this.say("out")),
      this.#moving,
    );
  }

  get #steps() {
    return schedule(this.#state.order, this.#state.barrier);
  }

  #go(count) {
    if (count >= 0 && count <= this.#steps.length) this.#set({ count });
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const steps = this.#steps;
    const { count } = this.#state;
    const state = run(steps, count);
    this.#back.setAttribute("aria-disabled", count === 0);
    this.#reset.setAttribute("aria-disabled", count === 0);
    this.#step.setAttribute("aria-disabled", count === steps.length);
    this.#drawProgram(state);
    this.#moving.replaceChildren(...this.#shapes(state, steps[count - 1]));
    this.#result.textContent = [this.#event(state, steps[count - 1]), this.#verdict(state, count === steps.length)]
      .filter(Boolean)
      .join(" ");
  }

  #drawProgram({ lines }) {
    const code = ["tile[t] = a[t]", ...(this.#state.barrier ? ["cuda.syncthreads()"] : []), "out[t] = tile[7 - t]"];
    const rows = code.map((line, at) => {
      const here = [0, 1].filter((warp) => lines[warp] === at);
      const marks = here.map((warp) => html("span", { class: "race-mark" }, this.say("warp", { warp })));
      return html("li", {}, html("code", {}, line), ...marks);
    });
    this.#program.replaceChildren(...rows);
  }

  #shapes({ tile, out, arrived }, step) {
    const acting = step ? lanesOf(step.warp) : [];
    const reads = step?.does === "read";
    const wrote = step?.does === "write" ? acting : [];
    const used = reads ? acting.map(mirror) : wrote;
    const boxes = [0, 1].map((warp) => {
      const box = { x: x(warp * perWarp), y: size.lanes - 8, width: perWarp * size.step, height: size.box + 16, rx: 8 };
      return svg("rect", { class: "fig-block", ...box });
    });
    return [
      ...boxes,
      ...all((t) => lane(t, acting.includes(t) ? "fig-lane-on" : "fig-lane-off")).flat(),
      ...this.#arrows(acting, step, out),
      ...this.#line(arrived),
      ...all((t) => cell(t, size.tile, tile[t] ?? "?", used.includes(t))).flat(),
      ...all((t) => cell(t, size.out, out[t], reads && acting.includes(t))).flat(),
    ];
  }

  #arrows(acting, step, out) {
    const [top, bottom] = [size.lanes + size.box + 10, size.tile - 2];
    if (step?.does === "write") return acting.map((t) => arrow("fig-arrow-accent", middle(t), top, middle(t), bottom));
    if (step?.does !== "read") return [];
    return acting.map((t) =>
      arrow(out[t] === "?" ? "fig-arrow-err" : "fig-arrow-accent", middle(mirror(t)), bottom, middle(t), top),
    );
  }

  // The barrier is a full-width line while someone waits at it.
  #line(arrived) {
    const y = size.lanes + size.box + 16;
    return arrived === 1 ? [svg("path", { class: "fig-barrier", d: `M0 ${y}H${width}` })] : [];
  }

  #event({ arrived, out }, step) {
    if (!step) return this.say("start");
    const { warp, does } = step;
    const other = 1 - warp;
    if (does === "write") return this.say("write", { warp });
    if (does === "arrive") return arrived === 1 ? this.say("wait", { warp, other }) : this.say("open", { warp });
    const slots = lanesOf(other);
    const bad = lanesOf(warp).some((t) => out[t] === "?");
    const said = { warp, other, first: slots[0], last: slots.at(-1) };
    return bad ? this.say("garbage", said) : this.say("good", said);
  }

  #verdict({ out }, done) {
    if (!done) return "";
    const wrong = out.filter((value) => value === "?").length;
    if (wrong > 0) return this.say("wrong", { wrong });
    return this.#state.barrier ? this.say("always") : this.say("lucky");
  }
}

customElements.define("explorable-race", Race);
