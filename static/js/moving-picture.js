// <moving-picture>: plays what a kernel drew. Without it the last picture stands there. Nothing moves before it is asked to.
const middle = 126; // the level of 0
const nothing = 253;
const faulty = 254;
const soft = 0.7; // what is weak is seen better than in proportion
const pause = { moving: 90, still: 400 }; // milliseconds between two pictures; the second where less motion is wanted
const less = matchMedia("(prefers-reduced-motion: reduce)");

const number = (value) => value.toLocaleString(document.documentElement.lang);
const third = (value) => (value === null ? "–" : value.toFixed(3));
const fill = (sentence, slots) => sentence.replace(/\{(\w+)\}/g, (slot, name) => slots[name] ?? slot);

class MovingPicture extends HTMLElement {
  #levels;
  #at = 0;
  #timer;
  #seeing = new AbortController();

  async connectedCallback() {
    const { src, width, height, frames } = this.dataset;
    this.size = { width: Number(width), height: Number(height), frames: Number(frames) };
    this.output = this.querySelector("output");
    const response = await fetch(src, { signal: this.#seeing.signal }).catch(() => null);
    const bytes = response?.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
    if (bytes.length !== this.size.width * this.size.height * this.size.frames) {
      if (response?.status === 404) this.output.textContent = this.dataset.gone;
      return;
    }
    this.#levels = bytes;
    this.#build();
    this.#show(this.size.frames - 1);
  }

  disconnectedCallback() {
    this.#seeing.abort();
    this.#stop();
  }

  #build() {
    const screen = this.querySelector("[data-screen]");
    const image = screen.querySelector("img");
    this.canvas = document.createElement("canvas");
    Object.assign(this.canvas, { width: this.size.width, height: this.size.height });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", this.closest("figure").querySelector("figcaption").textContent);
    image.replaceWith(this.canvas);
    this.range = this.querySelector("input");
    this.play = this.querySelector('[data-act="play"]');
    this.querySelector("[data-controls]").hidden = false;
    this.range.addEventListener("input", () => (this.#stop(), this.#show(this.range.valueAsNumber)));
    this.addEventListener("click", (event) => this.#onClick(event.target.closest("[data-act]")?.dataset.act));
    const { signal } = this.#seeing;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#show(this.#at), { signal });
    this.#watchTheme(signal);
  }

  #watchTheme(signal) {
    const watch = new MutationObserver(() => this.#show(this.#at));
    watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => watch.disconnect());
  }

  #onClick(act) {
    if (act === "play") return this.#timer ? this.#stop() : this.#start();
    if (act !== "back" && act !== "on") return;
    this.#stop();
    this.#show(Math.min(Math.max(this.#at + (act === "on" ? 1 : -1), 0), this.size.frames - 1));
  }

  #start() {
    if (this.#at === this.size.frames - 1) this.#show(0);
    this.output.setAttribute("aria-live", "off"); // a reader of screens would have to hear every picture
    this.play.textContent = this.play.dataset.pause;
    this.#timer = setInterval(() => this.#next(), less.matches ? pause.still : pause.moving);
  }

  #next() {
    this.#show(this.#at + 1);
    if (this.#at === this.size.frames - 1) this.#stop();
  }

  #stop() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.output.setAttribute("aria-live", "polite");
    this.play.textContent = this.play.dataset.play;
  }

  #show(at) {
    this.#at = at;
    this.range.value = at;
    const every = Number(this.dataset.every);
    const slots = { step: number(at * every), done: number((this.size.frames - 1) * every) };
    this.range.setAttribute("aria-valuetext", fill(this.dataset.said, slots));
    const faults = this.#paint();
    const said = [fill(this.dataset.said, slots), ...this.#numbers()];
    if (faults) said.push(fill(this.dataset.faulty, { n: number(faults) }));
    this.output.textContent = said.join(" · ");
  }

  #numbers() {
    return [...this.querySelectorAll("[data-values]")].map((figure) => {
      const values = JSON.parse(figure.dataset.values);
      const value = third(values[this.#at]);
      const x = 3 + (314 * this.#at) / Math.max(1, values.length - 1);
      figure.querySelector("[data-value]").textContent = value;
      figure.querySelector("[data-at]").setAttribute("d", `M${x} 2V86`);
      return `${figure.dataset.label} ${value}`;
    });
  }

  // Says how many elements hold no number.
  #paint() {
    const { width, height } = this.size;
    const levels = this.#levels.subarray(this.#at * width * height, (this.#at + 1) * width * height);
    const table = this.#table();
    const context = this.canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    let faults = 0;
    for (let at = 0; at < levels.length; at += 1) {
      pixels[at] = table[levels[at]];
      faults += levels[at] === faulty;
    }
    context.putImageData(image, 0, 0);
    return faults;
  }

  // A pixel for each level, in the colours of the key, which follow the theme.
  #table() {
    const looks = Object.fromEntries(["up", "down", "body", "fault"].map((look) => [look, this.#colour(look)]));
    const bytes = new Uint8ClampedArray(4 * 256);
    for (let level = 0; level < 256; level += 1) {
      const special = { [nothing]: looks.body, [faulty]: looks.fault }[level];
      const colour = special ?? (level > middle ? looks.up : looks.down);
      const share = special ? 1 : Math.min(1, Math.abs(level - middle) / middle) ** soft;
      bytes.set([...colour, 255 * share], 4 * level);
    }
    return new Uint32Array(bytes.buffer);
  }

  #colour(look) {
    const swatch = this.querySelector(`[data-look="${look}"]`) ?? this.querySelector('[data-look="up"]');
    const [red, green, blue] = getComputedStyle(swatch).color.match(/[\d.]+/g).map(Number);
    return [red, green, blue];
  }
}

customElements.define("moving-picture", MovingPicture);
