// <explorable-stages>: what does a line of Python become on its way to the GPU? The texts are the compiler's own.
import { Explorable, html, slider } from "./base.js";
import { stages } from "./data/stages.js";

const forms = ["python", "types", "ptx", "sass"];
const storeLine = 5; // the line that differs between the two kernels
const unlike = /^(\.|\$|.*:$)/; // directives and labels, which are no instructions

class Stages extends Explorable {
  #state = { stage: 0, kernel: 0 };
  #list = html("ol", { class: "stages-text", tabindex: 0, translate: "no" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    const stage = slider(
      this.say("stage"),
      { min: 1, max: forms.length, value: 1, show: (value) => this.#name(value - 1) },
      (value) => this.#set({ stage: value - 1 }),
    );
    this.#list.setAttribute("aria-label", this.say("text"));
    this.#draw();
    return [html("div", { class: "explorable-controls" }, stage, this.#kernels()), this.#list, this.#result];
  }

  #kernels() {
    const options = stages.map(({ product }, at) => html("option", { value: at }, product));
    const select = html("select", { translate: "no" }, ...options);
    select.addEventListener("change", () => this.#set({ kernel: select.selectedIndex }));
    return html("label", { class: "race-setting" }, html("span", {}, this.say("kernel")), select);
  }

  #name(stage) {
    return [this.say("python"), this.say("types"), this.say("ptx"), this.say("sass")][stage];
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { stage, kernel } = this.#state;
    const rows = stages[kernel][forms[stage]];
    this.#list.replaceChildren(...rows.map((row) => this.#row(row)));
    const marked = this.#list.querySelector("[data-chosen].stages-wide") ?? this.#list.querySelector("[data-chosen]");
    this.#list.scrollTop = marked ? marked.offsetTop - this.#list.offsetTop - 48 : 0;
    this.#result.textContent = this.#said(rows);
  }

  #row([line, text, wide]) {
    const row = html(
      "li",
      { class: wide ? "stages-wide" : "" },
      html("span", { class: "stages-line" }, line === null ? "" : String(line)),
      html("code", {}, text),
    );
    row.toggleAttribute("data-chosen", line === storeLine);
    return row;
  }

  #said(rows) {
    const { stage } = this.#state;
    if (stage === 0) return this.say("source", { lines: rows.length });
    const counted = stage === 1 ? rows : rows.filter(([, text]) => !unlike.test(text));
    const wide = counted.filter(([, , is]) => is).length;
    const slots = { name: this.#name(stage), n: counted.length, wide };
    return stage === 1 ? this.say("values", slots) : this.say("instructions", slots);
  }
}

customElements.define("explorable-stages", Stages);
