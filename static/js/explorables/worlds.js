// <explorable-worlds>: what does it cost a warp to wait for the world that lasts longest?
import { Explorable, html, slider, svg } from "./base.js";

const lanes = 32;
const time = 40; // steps that are drawn
const shortest = 8;
const size = { step: 11, lane: 9, top: 14, row: 5 };
const width = lanes * size.step;
const height = size.top + time * size.row + 2;

// How long the world of a lane lasts: 8 steps, and up to 31 more the more unlike the worlds are.
const lasts = (lane, unlike) => lasting((13 * lane) % lanes, unlike);
const lasting = (rank, unlike) => shortest + Math.floor((unlike * rank) / 8);

// What one lane does: [first step, one past the last] of each world, as far as it is drawn.
function worlds(own, each) {
  const begun = [];
  for (let start = 0; start < time; start += each) begun.push([start, Math.min(start + own, time)]);
  return begun;
}

const box = (className, x, y, w, h) => svg("rect", { class: className, x, y, width: w, height: h });

class Worlds extends Explorable {
  #state = { unlike: 4, together: true };
  #moving = svg("g");
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });

  build() {
    this.#draw();
    return [
      this.#controls(),
      html("p", { class: "explorable-label" }, this.say("label")),
      this.#picture(),
      this.#result,
    ];
  }

  #controls() {
    const options = ["together", "each"].map((name) => html("option", { value: name }, this.say(name)));
    const reset = html("select", {}, ...options);
    reset.addEventListener("change", () => this.#set({ together: reset.value === "together" }));
    const show = (unlike) => this.say("range", { shortest, longest: lasting(lanes - 1, unlike) });
    const range = { min: 0, max: 8, value: this.#state.unlike, show };
    return html(
      "div",
      { class: "explorable-controls" },
      slider(this.say("unlike"), range, (unlike) => this.#set({ unlike })),
      html("label", { class: "worlds-setting" }, html("span", {}, this.say("reset")), reset),
    );
  }

  #picture() {
    const lane = (at) => box("fig-lane", at * size.step + 1, 0, size.lane, size.lane);
    const squares = Array.from({ length: lanes }, (_, at) => lane(at));
    const view = { class: "worlds-picture", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    return svg("svg", view, ...squares, this.#moving);
  }

  #set(change) {
    Object.assign(this.#state, change);
    this.#draw();
  }

  #draw() {
    const { unlike, together } = this.#state;
    const owns = Array.from({ length: lanes }, (_, lane) => lasts(lane, unlike));
    const longest = Math.max(...owns);
    const all = owns.map((own) => worlds(own, together ? longest : own));
    const worked = all.flat().reduce((sum, [start, end]) => sum + end - start, 0);
    const ends = (begun, lane) => begun.filter(([start]) => start + owns[lane] <= time).length;
    const ended = all.reduce((sum, begun, lane) => sum + ends(begun, lane), 0);
    this.#moving.replaceChildren(...all.flatMap((begun, lane) => this.#column(begun, lane)));
    const percent = Math.round((100 * worked) / (lanes * time));
    this.#result.textContent = this.say("result", { worked, of: lanes * time, percent, ended });
  }

  // A filled bar for each world, hollow where the lane waits for the others.
  #column(begun, lane) {
    const x = lane * size.step + 1;
    const y = (step) => size.top + step * size.row;
    const waits = box("fig-lane-off", x, y(0), size.lane, time * size.row);
    const bars = begun.map(([start, end]) => box("fig-lane-on", x, y(start), size.lane, (end - start) * size.row - 1.5));
    return [waits, ...bars];
  }
}

customElements.define("explorable-worlds", Worlds);
