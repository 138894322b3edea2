// <explorable-spread>: how many repeats are enough for a median or a mean? Times are drawn from a generator with a seed:
// 10 µs and a little more, and now and then a disturbance. The whole measurement is made 200 times.
import { Explorable, html, slider, svg } from "./base.js";

const counts = [1, 2, 5, 10, 20, 50, 100, 200];
const percents = [0, 1, 2, 5, 10];
const measurements = 200;
const cut = 10; // of the measurements, at each end of the bar
const seed = 17;
const usual = { least: 10, more: 0.5 }; // µs
const disturbed = { least: 10, more: 40 };
const axis = { from: 10, to: 20, left: 12, width: 336 };
const rows = { median: 46, mean: 122 };

// mulberry32: numbers from 0 to 1, the same on every machine.
function* uniform(start) {
  let state = start;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function launch(random, percent) {
  const next = () => random.next().value;
  const time = usual.least - usual.more * Math.log(1 - next());
  const hit = next() < percent / 100;
  const delay = disturbed.least + disturbed.more * next();
  return hit ? time + delay : time;
}

const ascending = (one, other) => one - other;

function median(sorted) {
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// The medians and the means of 200 measurements of so many repeats, both in ascending order.
function measured(count, percent) {
  const random = uniform(seed);
  const found = { median: [], mean: [] };
  for (let at = 0; at < measurements; at += 1) {
    const times = Array.from({ length: count }, () => launch(random, percent)).sort(ascending);
    found.median.push(median(times));
    found.mean.push(times.reduce((sum, time) => sum + time, 0) / count);
  }
  return { median: found.median.sort(ascending), mean: found.mean.sort(ascending) };
}

const range = (values) => [values[cut], values[measurements - 1 - cut]];
const words = (time) => time.toFixed(2);
const x = (time) => axis.left + (axis.width * (Math.min(time, axis.to) - axis.from)) / (axis.to - axis.from);
const text = (left, top, said, className = "fig-label", anchor = "middle") =>
  svg("text", { class: className, x: left, y: top, "text-anchor": anchor }, said);

class Spread extends Explorable {
  #state = { count: 3, percent: 2 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const at = (list) => ({ min: 0, max: list.length - 1 });
    const repeats = { ...at(counts), value: this.#state.count, show: (index) => String(counts[index]) };
    const rate = { ...at(percents), value: this.#state.percent, show: (index) => `${percents[index]} %` };
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("repeats"), repeats, (count) => this.#set({ count })),
      slider(this.say("disturbed"), rate, (percent) => this.#set({ percent })),
    );
    this.#draw();
    const view = { class: "spread-picture", viewBox: "0 0 360 188", "aria-hidden": "true" };
    return [controls, svg("svg", view, ...this.#axis(), this.#moving), this.#result];
  }

  #axis() {
    const marks = [10, 12, 14, 16, 18, 20].map((time) => text(x(time), 182, time === 20 ? "20 µs +" : `${time}`));
    marks[marks.length - 1].setAttribute("text-anchor", "end");
    marks[marks.length - 1].setAttribute("x", 356);
    return [svg("path", { class: "fig-rule", d: `M${axis.left} 164H${axis.left + axis.width}` }), ...marks];
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #row(name, values) {
    const [low, high] = range(values);
    const top = rows[name];
    const dots = values.map((time, index) =>
      svg("circle", { class: "spread-dot", cx: x(time).toFixed(1), cy: top - 4 - ((index * 7) % 20), r: 1.6 }),
    );
    const bar = { x: x(low), y: top, width: Math.max(2, x(high) - x(low)), height: 14, rx: 2 };
    return [
      text(axis.left, top - 30, this.say(name), "fig-text", "start"),
      ...dots,
      svg("rect", { class: name === "median" ? "fig-lane-on" : "fig-cell-on", ...bar }),
    ];
  }

  #draw() {
    const count = counts[this.#state.count];
    const found = measured(count, percents[this.#state.percent]);
    this.#moving.replaceChildren(...this.#row("median", found.median), ...this.#row("mean", found.mean));
    const [low, high] = range(found.median).map(words);
    const [least, most] = range(found.mean).map(words);
    this.#result.textContent = this.say("result", { low, high, least, most });
  }
}

customElements.define("explorable-spread", Spread);
