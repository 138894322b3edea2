// <explorable-wing>: how does the lift change with the angle of attack? The same rule as in the exercise, on 128 × 48 cells.
import { Explorable, html, slider } from "./base.js";

const [width, height] = [128, 48];
const cells = width * height;
const chord = 0.25 * width;
const [wind, omega] = [0.12, 1 / 0.55];
const cx = [0, 1, 0, -1, 0, 1, -1, -1, 1];
const cy = [0, 0, 1, 0, -1, 1, 1, -1, -1];
const back = [0, 3, 4, 1, 2, 7, 8, 5, 6];
const weight = [4 / 9, ...Array(4).fill(1 / 9), ...Array(4).fill(1 / 36)];
const stride = 40; // steps of the button
const perFrame = 2;
const mostSteps = 2000;
const scale = 0.03; // of the spin that has the full colour
const less = matchMedia("(prefers-reduced-motion: reduce)");

const even = (k, density, ux, uy) => {
  const along = 3 * (cx[k] * ux + cy[k] * uy);
  return weight[k] * density * (1 + along + (along * along) / 2 - 1.5 * (ux * ux + uy * uy));
};

// NACA 0012: half of its thickness where a share of the chord lies in front.
const half = (x) => 0.6 * (0.2969 * Math.sqrt(x) - 0.126 * x - 0.3516 * x ** 2 + 0.2843 * x ** 3 - 0.1015 * x ** 4);

export function wing(degrees) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const solid = new Uint8Array(cells);
  for (let at = 0; at < cells; at += 1) {
    const [x, y] = [(at % width) - 0.3 * width, Math.floor(at / width) - 0.5 * (height - 1)];
    const along = (x * cos - y * sin) / chord + 0.25;
    const across = (x * sin + y * cos) / chord;
    solid[at] = along >= 0 && along <= 1 && Math.abs(across) <= half(along) ? 1 : 0;
  }
  return solid;
}

export class Tunnel {
  constructor(degrees) {
    this.solid = wing(degrees);
    this.steps = 0;
    this.f = cx.map((_, k) => new Float64Array(cells).fill(even(k, 1, wind, 0)));
    this.out = this.f.map((sheet) => sheet.slice());
  }

  step() {
    for (let y = 1; y < height - 1; y += 1) {
      for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) if (!this.solid[at]) this.#cell(at);
    }
    [this.f, this.out] = [this.out, this.f];
    this.steps += 1;
  }

  #cell(at) {
    const came = new Array(9);
    let [density, ux, uy] = [0, 0, 0];
    for (let k = 0; k < 9; k += 1) {
      const behind = at - cy[k] * width - cx[k];
      came[k] = this.solid[behind] ? this.f[back[k]][at] : this.f[k][behind];
      density += came[k];
      ux += cx[k] * came[k];
      uy += cy[k] * came[k];
    }
    ux /= density;
    uy /= density;
    for (let k = 0; k < 9; k += 1) this.out[k][at] = came[k] + omega * (even(k, density, ux, uy) - came[k]);
  }

  // Twice what flies against the wing, over half of density, wind squared and chord.
  force() {
    let [lift, drag] = [0, 0];
    for (let at = width; at < cells - width; at += 1) {
      for (let k = 1; k < 9 && !this.solid[at]; k += 1) {
        if (!this.solid[at + cy[k] * width + cx[k]]) continue;
        drag += 2 * cx[k] * this.f[k][at];
        lift += 2 * cy[k] * this.f[k][at];
      }
    }
    const unit = 0.5 * wind ** 2 * chord;
    return { lift: lift / unit, drag: drag / unit };
  }

  velocity(at) {
    if (this.solid[at]) return [0, 0];
    let [density, ux, uy] = [0, 0, 0];
    for (let k = 0; k < 9; k += 1) {
      const amount = this.f[k][at];
      density += amount;
      ux += cx[k] * amount;
      uy += cy[k] * amount;
    }
    return [ux / density, uy / density];
  }

  // How fast the air turns to the left.
  spin(at) {
    const [right, left] = [this.velocity(at + 1)[1], this.velocity(at - 1)[1]];
    const [above, below] = [this.velocity(at + width)[0], this.velocity(at - width)[0]];
    return (right - left - above + below) / 2;
  }
}

class Wing extends Explorable {
  #angle = 8;
  #tunnel = new Tunnel(8);
  #running = 0;
  #canvas = html("canvas", { width, height, class: "wing-picture", "aria-hidden": "true" });
  #result = html("output", { class: "explorable-result", "aria-live": "polite" });
  #colours = ["left", "right", "body"].map((look) => html("span", { class: "film-swatch", "data-look": look }));

  build() {
    this.#play = html("button", { type: "button" }, this.say("play"));
    this.#play.addEventListener("click", () => (this.#running ? this.#pause() : this.#start()));
    const step = html("button", { type: "button" }, this.say("step", { steps: stride }));
    step.addEventListener("click", () => (this.#pause(), this.#advance(stride)));
    const again = html("button", { type: "button" }, this.say("again"));
    again.addEventListener("click", () => this.#reset());
    const angle = slider(this.say("angle"), { min: -12, max: 16, value: this.#angle, step: 2 }, (value) => {
      this.#angle = value;
      this.#reset();
    });
    const [left, right] = this.#colours;
    const key = html(
      "ul",
      { class: "film-key" },
      html("li", {}, left, ` ${this.say("left")}`),
      html("li", {}, right, ` ${this.say("right")}`),
      html("li", { hidden: "" }, this.#colours[2]),
    );
    new MutationObserver(() => this.#draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    requestAnimationFrame(() => this.#draw()); // colours are known once this is in the page
    return [
      html("div", { class: "explorable-controls" }, angle, html("div", { class: "wing-buttons" }, this.#play, step, again)),
      this.#canvas,
      key,
      this.#result,
    ];
  }

  #play;

  disconnectedCallback() {
    this.#pause();
  }

  #start() {
    this.#play.textContent = this.say("pause");
    this.#result.setAttribute("aria-live", "off");
    this.#running = setInterval(() => this.#advance(less.matches ? stride : perFrame), less.matches ? 1000 : 33);
  }

  #pause() {
    if (!this.#running) return;
    clearInterval(this.#running);
    this.#running = 0;
    this.#result.setAttribute("aria-live", "polite");
    this.#play.textContent = this.say("play");
    this.#tell();
  }

  #reset() {
    this.#tunnel = new Tunnel(this.#angle);
    this.#draw();
  }

  #advance(steps) {
    for (let done = 0; done < steps; done += 1) this.#tunnel.step();
    this.#draw();
    if (this.#tunnel.steps >= mostSteps) this.#pause();
  }

  #tell() {
    const { lift, drag } = this.#tunnel.force();
    const [step, angle] = [this.#tunnel.steps, this.#angle];
    const slots = { step, angle, lift: lift.toFixed(2), drag: drag.toFixed(2) };
    this.#result.textContent = this.say(step ? "result" : "start", slots);
  }

  #draw() {
    this.#tell();
    const colours = this.#colours.map((swatch) => getComputedStyle(swatch).color.match(/[\d.]+/g).slice(0, 3).map(Number));
    const context = this.#canvas.getContext("2d");
    const image = context.createImageData(width, height);
    for (let at = width; at < cells - width; at += 1) {
      const row = height - 1 - Math.floor(at / width);
      image.data.set(this.#pixel(at, colours), 4 * (row * width + (at % width)));
    }
    context.putImageData(image, 0, 0);
  }

  #pixel(at, [left, right, body]) {
    if (this.#tunnel.solid[at]) return [...body, 255];
    const spin = this.#tunnel.spin(at);
    return [...(spin > 0 ? left : right), 255 * Math.min(1, Math.abs(spin) / scale) ** 0.7];
  }
}

customElements.define("explorable-wing", Wing);
