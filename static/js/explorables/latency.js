// <explorable-latency>: from how many tasks on are many slow cores done before a few fast ones?
import { Explorable, html, slider, svg } from "./base.js";

const fastCores = 16;
const slowCores = 16_384;
const taskTime = 1_000; // ns that a fast core takes for a task
const most = 1_000_000;
const amounts = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).concat(most);
const slowest = 1e8; // ns, the upper edge of the picture
const size = { left: 60, right: 352, top: 24, bottom: 216 };
const samples = 240;

const rounds = (tasks, cores) => Math.ceil(tasks / cores);
const fastTime = (tasks) => rounds(tasks, fastCores) * taskTime;
const slowTime = (tasks, { slower, copying }) => rounds(tasks, slowCores) * slower * taskTime + tasks * copying;

// The fewest tasks from which on the slow cores stay ahead. Within one round of the fast cores their own time does not
// change, so its last task is the one to ask about.
function ahead(state) {
  const last = rounds(most, fastCores) * fastCores;
  for (let tasks = last; tasks > 0; tasks -= fastCores) {
    if (slowTime(tasks, state) >= fastTime(tasks)) return tasks === last ? undefined : tasks + 1;
  }
  return 1;
}

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
const microseconds = (time) => number(time / 1_000);
const x = (tasks) => size.left + ((size.right - size.left) * Math.log10(tasks)) / Math.log10(most);
const y = (time) => size.bottom - ((size.bottom - size.top) * Math.log10(time / taskTime)) / Math.log10(slowest / taskTime);
const text = (className, left, top, words, anchor) =>
  svg("text", { class: className, x: left, y: top, "text-anchor": anchor }, words);

function curve(className, time) {
  const points = Array.from({ length: samples + 1 }, (_, at) => Math.round(most ** (at / samples)));
  const line = points.map((tasks) => `${x(tasks).toFixed(1)} ${y(time(tasks)).toFixed(1)}`);
  return svg("path", { class: className, d: `M${line.join("L")}` });
}

const dot = (className, tasks, time) => svg("circle", { class: className, cx: x(tasks), cy: y(time), r: 5 });

class Latency extends Explorable {
  #state = { tasks: 100, slower: 20, copying: 0 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const { tasks, slower, copying } = this.#state;
    const amount = { min: 0, max: amounts.length - 1, value: amounts.indexOf(tasks), show: (at) => number(amounts[at]) };
    const controls = html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("tasks"), amount, (at) => this.#set({ tasks: amounts[at] })),
      slider(this.say("slower"), { min: 1, max: 100, value: slower }, (value) => this.#set({ slower: value })),
      slider(this.say("copying"), { min: 0, max: 100, step: 5, value: copying }, (value) => this.#set({ copying: value })),
    );
    this.#draw();
    return [controls, this.#picture(), this.#result];
  }

  #picture() {
    const view = { viewBox: "0 0 360 256", "aria-hidden": "true", class: "latency-picture" };
    const powers = [0, 1, 2, 3, 4, 5];
    const times = powers.map((power) => text("fig-label", size.left - 6, y(10 ** power * taskTime) + 4, number(10 ** power), "end"));
    const counts = [1, 1_000, most].map((count) =>
      text("fig-label", x(count), size.bottom + 18, number(count), count === most ? "end" : "middle"),
    );
    const axes = svg("path", { class: "fig-rule", d: `M${size.left} ${size.top}V${size.bottom}H${size.right}` });
    return svg(
      "svg",
      view,
      axes,
      ...times.slice(1),
      ...counts,
      text("fig-label", 4, 12, this.say("time"), "start"),
      text("fig-label", (size.left + size.right) / 2, size.bottom + 36, this.say("count"), "middle"),
      this.#moving,
    );
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { tasks } = this.#state;
    const slow = (count) => slowTime(count, this.#state);
    const top = y(Math.max(fastTime(tasks), slow(tasks)));
    this.#moving.replaceChildren(
      svg("path", { class: "fig-rule", "stroke-dasharray": "3 3", d: `M${x(tasks)} ${top}V${size.bottom}` }),
      curve("fig-arrow", fastTime),
      curve("fig-arrow-accent", slow),
      text("fig-text", x(100_000), y(fastTime(100_000)) - 12, this.say("fast"), "end"),
      text("fig-text fig-accent", x(1) + 8, y(slow(1)) - 10, this.say("slow"), "start"),
      dot("fig-lane", tasks, fastTime(tasks)),
      dot("fig-lane-on", tasks, slow(tasks)),
    );
    this.#result.textContent = this.#words(tasks, slow(tasks));
  }

  #words(tasks, slow) {
    const first = ahead(this.#state);
    const said = { tasks: number(tasks), fast: microseconds(fastTime(tasks)), slow: microseconds(slow) };
    const times = this.say("result", said);
    return `${times} ${first === undefined ? this.say("never") : this.say("ahead", { first: number(first) })}`;
  }
}

customElements.define("explorable-latency", Latency);
