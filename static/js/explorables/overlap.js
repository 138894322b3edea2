// <explorable-overlap>: when do copies and kernels run side by side? By the model of app/devices/program/timeline.py.
import { Explorable, html, slider, svg } from "./base.js";

const bytes = 4 * 2 ** 20; // each way
const work = 80; // µs of all kernels together
const call = 2;
const copyStart = 8;
const kernelStart = 3;
const rates = { pinned: 50_000, pageable: 12_000 }; // bytes a microsecond
const most = 980; // µs that the picture has room for
const size = { top: 24, height: 300, column: 76, bar: 64, left: 18 };
const engines = ["in", "compute", "out"];

const microseconds = (value) => Math.round(value).toLocaleString(document.documentElement.lang);

// Each chunk in turn: in, compute, out, in its stream. A copy holds the host up unless its memory is pinned.
function schedule({ chunks, streams, pinned }) {
  const rate = pinned ? rates.pinned : rates.pageable;
  const copy = copyStart + bytes / chunks / rate;
  const spans = { in: copy, compute: kernelStart + work / chunks, out: copy };
  const free = { in: 0, compute: 0, out: 0 };
  const ready = Array(streams).fill(0);
  const bars = [];
  let host = 0;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    for (const engine of engines) {
      host += call;
      const start = Math.max(host, free[engine], ready[chunk % streams]);
      const end = start + spans[engine];
      free[engine] = ready[chunk % streams] = end;
      if (!pinned && engine !== "compute") host = end;
      bars.push({ chunk, engine, start, end });
    }
  }
  return bars;
}

const common = (one, other) => Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

// The share of the copies' time in which a kernel runs, too.
function share(bars) {
  const kernels = bars.filter(({ engine }) => engine === "compute");
  const copies = bars.filter(({ engine }) => engine !== "compute");
  const total = copies.reduce((sum, { start, end }) => sum + end - start, 0);
  const beside = copies.flatMap((copy) => kernels.map((kernel) => common(copy, kernel)));
  return beside.reduce((sum, one) => sum + one, 0) / total;
}

const x = (engine) => size.left + engines.indexOf(engine) * size.column;
const y = (time) => size.top + (time / most) * size.height;
const label = (left, top, words, className = "fig-label") =>
  svg("text", { class: className, x: left, y: top, "text-anchor": "middle" }, words);

// With the number of its chunk, where there is room for it.
function bar({ chunk, engine, start, end }) {
  const computes = engine === "compute";
  const height = y(end) - y(start);
  const place = { x: x(engine), y: y(start), width: size.bar, height, rx: Math.min(3, height / 4) };
  const rect = svg("rect", { class: computes ? "fig-lane-on" : "fig-cell", ...place });
  if (height < 14) return rect;
  const words = computes ? "fig-text fig-on-accent" : "fig-text";
  return svg("g", {}, rect, label(x(engine) + size.bar / 2, y((start + end) / 2) + 4.5, `${chunk + 1}`, words));
}

class Overlap extends Explorable {
  #state = { chunks: 1, streams: 1, pinned: false };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const pinned = html("input", { type: "checkbox" });
    pinned.addEventListener("change", () => this.#set({ pinned: pinned.checked }));
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("chunks"), { min: 1, max: 8, value: 1 }, (value) => this.#set({ chunks: value })),
      slider(this.say("streams"), { min: 1, max: 4, value: 1 }, (value) => this.#set({ streams: value })),
      html("label", { class: "race-setting" }, pinned, html("span", {}, this.say("pinned"))),
    );
    this.#draw();
    return [controls, this.#picture(), this.#result];
  }

  #picture() {
    const heads = { in: this.say("in"), compute: this.say("compute"), out: this.say("out") };
    const titles = engines.map((engine) => label(x(engine) + size.bar / 2, 14, heads[engine]));
    const width = size.left + engines.length * size.column;
    const viewBox = `0 0 ${width} ${size.top + size.height + 6}`;
    const view = { class: "race-picture overlap-picture", viewBox, "aria-hidden": "true" };
    return svg("svg", view, ...titles, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const bars = schedule(this.#state);
    const end = Math.max(...bars.map((one) => one.end));
    const line = svg("path", { class: "fig-barrier", d: `M0 ${y(end) + 2}H${size.left + engines.length * size.column}` });
    this.#moving.replaceChildren(...bars.map(bar), line);
    const percent = Math.round(100 * share(bars));
    this.#result.textContent = this.say("result", { total: microseconds(end), percent });
  }
}

customElements.define("explorable-overlap", Overlap);
