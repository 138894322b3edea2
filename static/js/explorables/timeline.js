// <explorable-timeline>: what do host and device do while kernels run, one after the other, over the same array?
// By the model of app/devices/program/timeline.py.
import { Explorable, html, slider, svg } from "./base.js";

const model = { call: 2, alloc: 20, copyStart: 8, copyRate: 12_000, kernelStart: 3, kernelRate: 4_000_000 }; // µs, bytes a µs
const bytes = 2 ** 20; // of the array
const size = { left: 62, column: 76, bar: 64, top: 24, height: 250 };
const rows = ["host", "in", "compute", "out"];

const microseconds = (value) => Math.round(value).toLocaleString(document.documentElement.lang);

// Each call in turn. A copy of plain memory holds the host; a launch does not. `host` is what the host is busy with.
function schedule({ kernels, plain }) {
  const bars = [];
  const copy = model.copyStart + bytes / model.copyRate;
  const kernel = model.kernelStart + (2 * bytes) / model.kernelRate;
  let [host, device] = [0, 0];
  const called = (microseconds) => {
    bars.push({ row: "host", start: host, end: host + microseconds });
    host += microseconds;
  };
  const copied = (row) => {
    called(model.call);
    const start = Math.max(host, device);
    host = device = start + copy;
    bars.push({ row, start, end: device });
  };
  const launched = () => {
    called(model.call);
    const start = Math.max(host, device);
    device = start + kernel;
    bars.push({ row: "compute", start, end: device });
  };
  const rounds = Array.from({ length: kernels });
  const allocated = () => called(model.alloc);
  if (plain) {
    for (const _ of rounds) [allocated, () => copied("in"), launched, () => copied("out"), allocated].forEach((f) => f());
  } else {
    [allocated, () => copied("in"), ...rounds.map(() => launched), () => copied("out"), allocated].forEach((f) => f());
  }
  return bars;
}

const x = (row) => size.left + rows.indexOf(row) * size.column;
const label = (left, top, words, anchor = "middle") =>
  svg("text", { class: "fig-label", x: left, y: top, "text-anchor": anchor }, words);

const sum = (bars, ...names) =>
  bars.filter(({ row }) => names.includes(row)).reduce((total, { start, end }) => total + end - start, 0);

class Timeline extends Explorable {
  #state = { kernels: 2, plain: true };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const plain = html("input", { type: "checkbox" });
    plain.checked = true;
    plain.addEventListener("change", () => this.#set({ plain: plain.checked }));
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("kernels"), { min: 1, max: 6, value: 2 }, (value) => this.#set({ kernels: value })),
      html("label", { class: "race-setting" }, plain, html("span", {}, this.say("plain"))),
    );
    this.#draw();
    return [controls, this.#picture(), this.#result];
  }

  #picture() {
    const words = { host: this.say("host"), in: this.say("in"), compute: this.say("compute"), out: this.say("out") };
    const heads = rows.map((row) => label(x(row) + size.bar / 2, 14, words[row]));
    const viewBox = `0 0 ${x("out") + size.column} ${size.top + size.height + 4}`;
    return svg("svg", { class: "timeline-picture", viewBox, "aria-hidden": "true" }, ...heads, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const bars = schedule(this.#state);
    const end = Math.max(...bars.map((bar) => bar.end));
    const scale = size.height / end;
    const shown = bars.map(({ row, start, end: until }) => {
      const className = row === "compute" ? "fig-lane-on" : row === "host" ? "fig-lane" : "fig-cell";
      const height = Math.max(0.8, (until - start) * scale);
      return svg("rect", { class: className, x: x(row), y: size.top + start * scale, width: size.bar, height });
    });
    const foot = size.top + size.height;
    const rule = svg("path", { class: "fig-rule", d: `M${size.left - 4} ${size.top}V${foot}` });
    const ends = label(size.left - 8, foot, `${microseconds(end)} µs`, "end");
    this.#moving.replaceChildren(rule, label(size.left - 8, size.top + 10, "0", "end"), ends, ...shown);
    this.#result.textContent = this.say("result", {
      total: microseconds(end),
      copies: microseconds(sum(bars, "in", "out")),
      kernels: microseconds(sum(bars, "compute")),
    });
  }
}

customElements.define("explorable-timeline", Timeline);
