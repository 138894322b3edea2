// <explorable-graphs>: from how many kernels on does a graph pay? Kernels in a row, handed over one by one from Python or
// as one graph. The figures are round ones, near those that bench/lessons/lesson_18.py measured on an H200.
import { Explorable, html, slider, svg } from "./base.js";

const launch = 13; // µs of the host for each kernel, from Numba
const gap = 1; // µs between two kernels that are queued, or nodes of one graph
const graphLaunch = 7; // µs of the host for the whole graph
const build = { once: 30, each: 13 }; // µs to record it and make it ready
const most = 20; // kernels
const size = { top: 40, height: 300, bar: 58, column: 84, left: 16 };
const columns = ["loop-host", "loop-device", "graph-host", "graph-device"];

const microseconds = (value) => value.toLocaleString(document.documentElement.lang);

// Kernels one after the other, each no earlier than it is handed over.
function run(handed, length) {
  const bars = [];
  let free = 0;
  for (const time of handed) {
    const start = Math.max(time, free);
    bars.push({ start, end: start + length });
    free = start + length + gap;
  }
  return bars;
}

function schedule({ kernels, length }) {
  const numbers = [...Array(kernels).keys()];
  const calls = numbers.map((number) => ({ start: number * launch, end: (number + 1) * launch }));
  return {
    "loop-host": calls,
    "loop-device": run(calls.map(({ end }) => end), length),
    "graph-host": [{ start: 0, end: graphLaunch }],
    "graph-device": run(numbers.map(() => graphLaunch), length),
  };
}

const end = (bars) => bars[bars.length - 1].end;
const x = (column) => size.left + columns.indexOf(column) * size.column;
const label = (left, top, words, className = "fig-label") =>
  svg("text", { class: className, x: left, y: top, "text-anchor": "middle" }, words);

class Graphs extends Explorable {
  #state = { kernels: most, length: 2 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const length = { min: 1, max: 20, value: this.#state.length, show: (value) => `${value} µs` };
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("kernels"), { min: 1, max: most, value: most }, (kernels) => this.#set({ kernels })),
      slider(this.say("length"), length, (value) => this.#set({ length: value })),
    );
    this.#draw();
    const view = { class: "graphs-picture", viewBox: `0 0 360 ${size.top + size.height + 8}`, "aria-hidden": "true" };
    return [controls, svg("svg", view, ...this.#heads(), this.#moving), this.#result];
  }

  #heads() {
    const middle = (column) => x(column) + size.bar / 2;
    const between = (one, other) => (middle(one) + middle(other)) / 2;
    return [
      label(between(columns[0], columns[1]), 14, this.say("loop"), "fig-text fig-strong"),
      label(between(columns[2], columns[3]), 14, this.say("graph"), "fig-text fig-strong"),
      ...columns.map((column, at) => label(middle(column), 32, this.say(at % 2 ? "device" : "host"))),
    ];
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const bars = schedule(this.#state);
    const [loop, graph] = [end(bars["loop-device"]), end(bars["graph-device"])];
    const y = (time) => size.top + (size.height * time) / Math.max(loop, graph);
    const bar = (column, { start, end: last }) => {
      const className = column.endsWith("device") ? "fig-lane-on" : "fig-cell";
      return svg("rect", { class: className, x: x(column), y: y(start), width: size.bar, height: y(last) - y(start) });
    };
    const line = (column, time) => svg("path", { class: "fig-barrier", d: `M${x(column) - 6} ${y(time) + 2}h${size.column + size.bar + 12}` });
    const drawn = columns.flatMap((column) => bars[column].map((one) => bar(column, one)));
    this.#moving.replaceChildren(...drawn, line(columns[0], loop), line(columns[2], graph));
    this.#result.textContent = this.#said(loop, graph);
  }

  #said(loop, graph) {
    const times = { loop: microseconds(loop), graph: microseconds(graph) };
    if (loop <= graph) return this.say("never", times);
    const cost = build.once + build.each * this.#state.kernels;
    return this.say("pays", { ...times, cost: microseconds(cost), runs: microseconds(Math.ceil(cost / (loop - graph))) });
  }
}

customElements.define("explorable-graphs", Graphs);
