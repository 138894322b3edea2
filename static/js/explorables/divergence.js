// <explorable-divergence>: how many lanes of a warp are at work in each step?
import { Explorable, html, svg } from "./base.js";

const lanes = 32;
const step = 11;
const box = 9;
const all = Array.from({ length: lanes }, (_, lane) => lane);

// A branch runs both of its sides where lanes want both; a side that nobody wants is skipped.
function branch(condition, wants) {
  const code = ["y = x[i]", `if ${condition}:`, "    y = 3 * y", "    y = y + 1", "else:", "    y = y // 2", "out[i] = y"];
  const [yes, no] = [all.filter(wants), all.filter((lane) => !wants(lane))];
  const sides = [...(yes.length ? [[2, yes], [3, yes]] : []), ...(no.length ? [[5, no]] : [])];
  return { name: code[1], code, steps: [[0, all], [1, all], ...sides, [6, all]] };
}

// A loop goes on as long as any lane has a round left. All lanes come to its first line once.
function loop(range, rounds) {
  const code = ["y = x[i]", `n = ${range}`, "for _ in range(n):", "    y = 3 * y", "    y = y + 1", "out[i] = y"];
  const most = Math.max(...all.map(rounds));
  const taken = Array.from({ length: most }, (_, round) => {
    const left = all.filter((lane) => rounds(lane) > round);
    return [[2, round ? left : all], [3, left], [4, left]];
  });
  return { name: code[1], code, steps: [[0, all], [1, all], ...taken.flat(), [5, all]] };
}

const programs = [
  branch("lane % 2 == 0", (lane) => lane % 2 === 0),
  branch("lane < 4", (lane) => lane < 4),
  branch("i // 32 % 2 == 0", () => true), // the first warp: its 32 lanes agree
  loop("lane % 4", (lane) => lane % 4),
  loop("8 if lane == 5 else 1", (lane) => (lane === 5 ? 8 : 1)),
];

class Divergence extends Explorable {
  #state = { program: 0, count: 2 };
  #program = html("ol", { class: "race-program", translate: "no" });
  #picture = svg("svg", { class: "divergence-picture", "aria-hidden": "true" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #buttons = {};

  build() {
    this.#draw();
    return [
      this.#choice(),
      this.#program,
      html("p", { class: "explorable-label" }, this.say("lanes")),
      this.#picture,
      html("div", { class: "race-buttons" }, ...Object.values(this.#buttons)),
      this.#result,
    ];
  }

  #choice() {
    const options = programs.map(({ name }, at) => html("option", { value: at }, name));
    const select = html("select", { translate: "no" }, ...options);
    select.addEventListener("change", () => this.#set({ program: Number(select.value), count: 0 }));
    return html("label", { class: "race-setting" }, html("span", {}, this.say("program")), select);
  }

  #button(name, words, count) {
    if (!this.#buttons[name]) {
      this.#buttons[name] = html("button", { type: "button" }, words);
      this.#buttons[name].addEventListener("click", () => this.#press(name));
    }
    const { count: now, program } = this.#state;
    const at = Math.min(Math.max(count, 0), programs[program].steps.length);
    this.#buttons[name].setAttribute("aria-disabled", at === now);
    this.#buttons[name].dataset.count = at;
  }

  #press(name) {
    this.#set({ count: Number(this.#buttons[name].dataset.count) });
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { program, count } = this.#state;
    const { code, steps } = programs[program];
    const done = steps.slice(0, count);
    this.#button("step", this.say("step"), count + 1);
    this.#button("back", this.say("back"), count - 1);
    this.#button("end", this.say("end"), steps.length);
    this.#button("reset", this.say("reset"), 0);
    this.#buttons.step.classList.add("primary");
    this.#picture.setAttribute("viewBox", `0 0 ${lanes * step} ${steps.length * step}`);
    this.#picture.replaceChildren(...done.flatMap((taken, row) => this.#row(taken, row, row === count - 1)));
    this.#program.replaceChildren(...code.map((line, at) => this.#line(line, done.at(-1)?.[0] === at, done.at(-1)?.[1])));
    this.#result.textContent = this.#words(done, count === steps.length);
  }

  #line(words, here, working) {
    const mark = here ? [html("span", { class: "race-mark" }, `${working.length} / ${lanes}`)] : [];
    return html("li", {}, html("code", {}, words), ...mark);
  }

  #row([, working], row, latest) {
    const at = new Set(working);
    const on = latest ? "fig-lane-on" : "fig-lane";
    return all.map((lane) =>
      svg("rect", {
        class: at.has(lane) ? on : "fig-lane-off",
        x: lane * step + 1,
        y: row * step + 1,
        width: box,
        height: box,
      }),
    );
  }

  #words(done, isAtEnd) {
    if (done.length === 0) return this.say("begin");
    const [line, working] = done.at(-1);
    const now = this.say("now", { line: programs[this.#state.program].code[line].trim(), active: working.length });
    const used = done.reduce((sum, [, at]) => sum + at.length, 0);
    const places = done.length * lanes;
    const percent = Math.round((100 * used) / places);
    return isAtEnd ? this.say("done", { steps: done.length, places, used, percent }) : now;
  }
}

customElements.define("explorable-divergence", Divergence);
