// <explorable-registers>: how many sums can a thread keep before they leave the registers? By the linker's own reports.
import { Explorable, html, slider, svg } from "./base.js";
import { reports } from "./data/registers.js";

const counts = Object.keys(reports["255"]).map(Number);
const most = 255; // registers of a thread
const residents = 64; // warps that a multiprocessor can hold
const size = { across: 64, step: 5.5, cell: 4.5 };
const width = size.across * size.step;

const number = (value) => value.toLocaleString(document.documentElement.lang);

function cells(total, used, y, height, className) {
  return Array.from({ length: total }, (_, at) => {
    const [x, row] = [(at % size.across) * size.step, Math.floor(at / size.across)];
    const box = { x, y: y + row * (height + 2), width: size.cell, height };
    return svg("rect", { class: at < used ? className : "fig-lane-off", ...box });
  });
}

class Registers extends Explorable {
  #state = { at: counts.indexOf(64), limit: "255" };
  #moving = svg("g");
  #warps = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const sums = slider(
      this.say("sums"),
      { min: 0, max: counts.length - 1, value: this.#state.at, show: (at) => String(counts[at]) },
      (at) => this.#set({ at }),
    );
    this.#draw();
    const label = (words) => html("p", { class: "explorable-label" }, words);
    return [
      html("div", { class: "explorable-controls" }, sums, this.#limits()),
      label(this.say("registers")),
      this.#picture(this.#moving, 4 * 8),
      label(this.say("warps")),
      this.#picture(this.#warps, 10),
      this.#result,
    ];
  }

  #picture(content, height) {
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, content);
  }

  #limits() {
    const order = ["255", "128", "64"];
    const select = html("select", {}, ...order.map((limit) => html("option", { value: limit }, limit)));
    select.addEventListener("change", () => this.#set({ limit: select.value }));
    return html("label", { class: "race-setting" }, html("span", {}, this.say("given")), select);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { at, limit } = this.#state;
    const report = reports[limit][counts[at]];
    this.#moving.replaceChildren(...cells(most, report.registers, 0, 6, "fig-lane-on"));
    this.#warps.replaceChildren(...cells(residents, report.warps, 0, 9, "fig-lane"));
    this.#result.textContent = [this.say("result", report), this.#memory(counts[at], report)].join(" ");
  }

  #memory(sums, { spilled, local }) {
    if (local >= 4 * sums) return this.say("array", { local: number(local) });
    return spilled ? this.say("spilled", { spilled: number(spilled) }) : this.say("fits");
  }
}

customElements.define("explorable-registers", Registers);
