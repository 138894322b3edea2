// <explorable-thread-index>: which element is a thread's? In one dimension and in two.
import { Explorable, html, slider, svg } from "./base.js";

const data = { one: { columns: 21, rows: 1 }, two: { columns: 10, rows: 6 } };
const shapes = {
  one: [4, 8, 16].map((wide) => ({ wide, high: 1 })),
  two: [[4, 4], [8, 2], [2, 8]].map(([wide, high]) => ({ wide, high })),
};
const room = 352;
const inset = { block: 1.5, lane: 0.22 };

const named = ({ wide, high }) => (high === 1 ? `${wide}` : `(${wide}, ${high})`);
const ceilDiv = (size, side) => Math.ceil(size / side);

// A launch as a learner would choose it: enough blocks of the shape for all the data.
function launch(dims, shape) {
  const { columns, rows } = data[dims];
  const grid = { wide: ceilDiv(columns, shape.wide), high: ceilDiv(rows, shape.high) };
  return { dims, columns, rows, shape, grid, threads: grid.wide * grid.high * shape.wide * shape.high };
}

// Where the n-th thread is, counted as the hardware does: block after block, and in a block along x first.
function placed({ shape, grid }, thread) {
  const perBlock = shape.wide * shape.high;
  const [block, inside] = [Math.floor(thread / perBlock), thread % perBlock];
  const [bx, by] = [block % grid.wide, Math.floor(block / grid.wide)];
  const [tx, ty] = [inside % shape.wide, Math.floor(inside / shape.wide)];
  return { bx, by, tx, ty, x: bx * shape.wide + tx, y: by * shape.high + ty };
}

const rect = (className, x, y, width, height, more = {}) =>
  svg("rect", { class: className, x, y, width, height, ...more });

// The elements, on them the threads that have one, and round each block's threads its outline.
function drawn(given, thread) {
  const { columns, rows, shape, grid } = given;
  const side = Math.min(22, room / (grid.wide * shape.wide));
  const chosen = placed(given, thread);
  const inside = ({ x, y }) => x < columns && y < rows;
  const same = ({ x, y }) => x === chosen.x && y === chosen.y;
  const places = Array.from({ length: given.threads }, (_, at) => placed(given, at));
  const cells = places
    .filter(inside)
    .map((at) => rect(same(at) ? "fig-cell-on" : "fig-cell", at.x * side, at.y * side, side, side));
  const lanes = places.map((at) => {
    const className = same(at) ? "fig-lane-on" : inside(at) ? "fig-lane" : "fig-lane-off";
    const width = side * (1 - 2 * inset.lane);
    return rect(className, (at.x + inset.lane) * side, (at.y + inset.lane) * side, width, width);
  });
  const [wide, high] = [shape.wide * side, shape.high * side];
  const outlines = Array.from({ length: grid.wide * grid.high }, (_, block) => {
    const [left, top] = [(block % grid.wide) * wide, Math.floor(block / grid.wide) * high];
    const size = [wide - 2 * inset.block, high - 2 * inset.block];
    return rect("index-block", left + inset.block, top + inset.block, ...size, { rx: 5 });
  });
  return { parts: [...cells, ...outlines, ...lanes], width: grid.wide * wide, height: grid.high * high };
}

class ThreadIndex extends Explorable {
  #state = { dims: "one", shape: 1, thread: 11 };
  #controls = html("div", { class: "explorable-controls" });
  #picture = svg("svg", { class: "index-picture", "aria-hidden": "true" });
  #formula = html("code", { translate: "no" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    this.#arrange();
    return [
      this.#choice("dims", Object.keys(data), (dims) => this.say(dims)),
      this.#controls,
      this.#picture,
      html("p", { class: "explorable-access" }, this.#formula),
      this.#result,
    ];
  }

  #choice(legend, values, word) {
    const buttons = values.map((value) => {
      const input = html("input", { type: "radio", name: "thread-index-dims", value });
      input.checked = value === this.#state.dims;
      input.addEventListener("change", () => {
        this.#state = { dims: value, shape: 0, thread: 0 };
        this.#arrange();
      });
      return html("label", { class: "race-setting" }, input, html("span", {}, word(value)));
    });
    return html("fieldset", { class: "index-dims" }, html("legend", {}, this.say(legend)), ...buttons);
  }

  // The sliders for this number of dimensions and this shape of a block.
  #arrange() {
    const { dims, shape, thread } = this.#state;
    const given = launch(dims, shapes[dims][shape]);
    const show = (at) => named(shapes[dims][at]);
    this.#controls.replaceChildren(
      slider(this.say("shape"), { min: 0, max: 2, value: shape, show }, (value) => this.#reshape(value)),
      slider(this.say("thread"), { min: 0, max: given.threads - 1, value: thread }, (value) => this.#choose(value)),
    );
    this.#draw();
  }

  #reshape(shape) {
    this.#state = { ...this.#state, shape, thread: 0 };
    const given = launch(this.#state.dims, shapes[this.#state.dims][shape]);
    const threads = this.#controls.querySelectorAll("input")[1];
    threads.max = given.threads - 1;
    threads.value = 0;
    threads.dispatchEvent(new Event("input"));
  }

  #choose(thread) {
    this.#state.thread = thread;
    this.#draw();
  }

  #draw() {
    const { dims, shape, thread } = this.#state;
    const given = launch(dims, shapes[dims][shape]);
    const at = placed(given, thread);
    const { parts, width, height } = drawn(given, thread);
    this.#picture.setAttribute("viewBox", `-1 -1 ${width + 2} ${height + 2}`);
    this.#picture.replaceChildren(...parts);
    const { wide, high } = given.shape;
    const x = `x = ${at.bx} * ${wide} + ${at.tx} = ${at.x}`;
    this.#formula.textContent = dims === "one" ? x : `${x}, y = ${at.by} * ${high} + ${at.ty} = ${at.y}`;
    const has = at.x < given.columns && at.y < given.rows;
    const places =
      dims === "one"
        ? { block: at.bx, thread: at.tx, element: `a[${at.x}]` }
        : { block: `(${at.bx}, ${at.by})`, thread: `(${at.tx}, ${at.ty})`, element: `a[${at.y}, ${at.x}]` };
    this.#result.textContent = has ? this.say("has", places) : this.say("none", places);
  }
}

customElements.define("explorable-thread-index", ThreadIndex);
