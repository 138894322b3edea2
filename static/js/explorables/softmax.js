// <explorable-softmax>: how does one pass find the highest and the sum of exponentials together?
import { Explorable, html, svg } from "./base.js";

const rows = {
  mixed: [1, 3, 2, 5, 4, 5, 0, 6],
  rising: [0, 1, 2, 3, 4, 5, 6, 7],
  large: [1000, 1002, 999, 1001, 1004, 1003, 1000, 1002],
};
const width = 360;
const size = { step: width / 8, cell: 26, bars: 92, base: 158, row: 8, total: 190 };

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 4 });
const whole = (value) => value.toLocaleString(document.documentElement.lang, { useGrouping: false });

// After the first `count` numbers: the highest, the sum, and what the last of them did to it.
function run(row, count) {
  let [highest, total, change] = [-Infinity, 0, null];
  for (const x of row.slice(0, count)) {
    const factor = x > highest ? Math.exp(highest - x) : 1;
    const added = x > highest ? 1 : Math.exp(x - highest);
    change = { x, before: { highest, total }, factor, added, rises: x > highest };
    total = total * factor + added;
    highest = Math.max(highest, x);
  }
  return { highest, total, change };
}

const middle = (at) => (at + 0.5) * size.step;
const text = (className, x, y, words) => svg("text", { class: className, x, y, "text-anchor": "middle" }, words);

function cell(x, at, count) {
  const className = at === count - 1 ? "fig-lane-on" : at < count ? "fig-cell-on" : "fig-cell";
  const box = { class: className, x: at * size.step, y: size.row, width: size.step, height: size.cell };
  const words = at === count - 1 ? "fig-text fig-on-accent fig-strong" : "fig-text";
  return [svg("rect", box), text(words, middle(at), size.row + 18, whole(x))];
}

// Each term of the sum as it counts now: relative to the highest so far, so that all of them shrink when it grows.
function term(x, at, { highest, change }) {
  const height = size.bars * Math.exp(x - highest);
  const old = change.rises && Number.isFinite(change.before.highest) && x !== highest;
  const was = old ? size.bars * Math.exp(x - change.before.highest) : height;
  const bar = (className, tall) =>
    svg("rect", { class: className, x: middle(at) - 12, y: size.base - tall, width: 24, height: tall });
  const now = bar(x === highest ? "fig-lane-on" : "fig-lane", height);
  return old ? [bar("softmax-was", was), now] : [now];
}

class Softmax extends Explorable {
  #state = { row: "mixed", count: 4 };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #step = html("button", { type: "button", class: "primary" });
  #back = html("button", { type: "button" });
  #reset = html("button", { type: "button" });

  build() {
    this.#draw();
    const view = { class: "softmax-picture", viewBox: `0 0 ${width} ${size.total + 6}`, "aria-hidden": "true" };
    const base = svg("path", { class: "fig-rule", d: `M0 ${size.base}H${width}` });
    return [this.#settings(), svg("svg", view, base, this.#moving), this.#buttons(), this.#result];
  }

  #settings() {
    const options = [
      html("option", { value: "mixed" }, this.say("mixed")),
      html("option", { value: "rising" }, this.say("rising")),
      html("option", { value: "large" }, this.say("large")),
    ];
    const row = html("select", {}, ...options);
    row.addEventListener("change", () => this.#set({ row: row.value, count: 0 }));
    return html("label", { class: "softmax-setting" }, html("span", {}, this.say("row")), row);
  }

  #buttons() {
    this.#step.append(this.say("step"));
    this.#back.append(this.say("back"));
    this.#reset.append(this.say("reset"));
    this.#step.addEventListener("click", () => this.#go(this.#state.count + 1));
    this.#back.addEventListener("click", () => this.#go(this.#state.count - 1));
    this.#reset.addEventListener("click", () => this.#go(0));
    return html("div", { class: "softmax-buttons" }, this.#step, this.#back, this.#reset);
  }

  #go(count) {
    if (count >= 0 && count <= rows[this.#state.row].length) this.#set({ count });
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const row = rows[this.#state.row];
    const { count } = this.#state;
    const state = run(row, count);
    this.#back.setAttribute("aria-disabled", count === 0);
    this.#reset.setAttribute("aria-disabled", count === 0);
    this.#step.setAttribute("aria-disabled", count === row.length);
    const held = { highest: count === 0 ? "−∞" : whole(state.highest), total: number(state.total) };
    this.#moving.replaceChildren(
      ...row.flatMap((x, at) => cell(x, at, count)),
      ...row.slice(0, count).flatMap((x, at) => term(x, at, state)),
      text("fig-text fig-strong", width / 2, size.total, this.say("held", held)),
    );
    this.#result.textContent = [this.#event(state), this.#end(row, state)].filter(Boolean).join(" ");
  }

  #event({ change, total }) {
    if (!change) return this.say("start");
    const { x, before, factor, added, rises } = change;
    const said = { x: whole(x), highest: whole(before.highest), before: number(before.total), total: number(total) };
    if (!Number.isFinite(before.highest)) return this.say("first", said);
    return rises
      ? this.say("rises", { ...said, factor: number(factor) })
      : this.say("stays", { ...said, added: number(added) });
  }

  #end(row, { highest, total }) {
    if (this.#state.count < row.length) return "";
    return this.say("end", { highest: whole(highest), total: number(total), share: number(1 / total) });
  }
}

customElements.define("explorable-softmax", Softmax);
