// <launch-numbers>: beside the numbers of a grid and a block, what they ask for: blocks of warps, and how many threads.
import { say } from "../words.js";

const namespace = "http://www.w3.org/2000/svg";
const warp = 32;
const most = { threads: 32, across: 4, blocks: 12 }; // rows of threads in a block, and blocks, that are drawn
const pitch = 4;
const gap = 12;
const pad = 4;

// 1 and more, written as people write them; null for anything else.
function whole(text) {
  const digits = text.replace(/[\s,_]/g, "");
  return /^0*[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
}

const product = (numbers) => numbers.reduce((all, number) => all * number, 1);

function shape(name, attributes, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function pattern(id, className) {
  const lane = shape("rect", { class: className, x: 0.5, y: 0.5, width: 3, height: 3 });
  return shape("pattern", { id, width: pitch, height: pitch, patternUnits: "userSpaceOnUse" }, lane);
}

// A block as lanes in rows: of a warp, or of its x where it has several axes. [columns, rows, lanes in the last row]
function rowsOf(block) {
  if (block.length > 1) return [Math.min(block[0], warp), Math.min(block[1], most.threads), Math.min(block[0], warp)];
  const rows = Math.ceil(block[0] / warp);
  if (rows > most.threads) return [warp, most.threads, warp];
  return [warp, rows, block[0] % warp || warp];
}

// How many blocks are drawn: [columns, rows, of them all]
function blocksOf(grid) {
  if (grid.length > 1) {
    const [across, down] = [Math.min(grid[0], most.across), Math.min(grid[1], most.across)];
    return [across, down, across * down];
  }
  const shown = Math.min(grid[0], most.blocks);
  return [Math.min(shown, most.across), Math.ceil(shown / most.across), shown];
}

function drawBlock(x, y, [columns, rows, last], id) {
  const [width, height] = [columns * pitch, rows * pitch];
  const fill = (name, attributes) => shape("rect", { fill: `url(#${id}-${name})`, ...attributes });
  const box = { class: "fig-block", width: width + 2 * pad, height: height + 2 * pad, rx: 4 };
  const parts = [shape("rect", { x: -pad, y: -pad, ...box })];
  if (rows > 1) parts.push(fill("on", { width, height: height - pitch }));
  parts.push(fill("on", { y: height - pitch, width: last * pitch, height: pitch }));
  if (last < columns) {
    parts.push(fill("off", { x: last * pitch, y: height - pitch, width: (columns - last) * pitch, height: pitch }));
  }
  return shape("g", { transform: `translate(${x} ${y})` }, ...parts);
}

function draw(grid, block, id) {
  const lanes = rowsOf(block);
  const [across, down, shown] = blocksOf(grid);
  const [stepX, stepY] = [lanes[0] * pitch + 2 * pad + gap, lanes[1] * pitch + 2 * pad + gap];
  const [width, height] = [across * stepX - gap + 2, down * stepY - gap + 2];
  const blocks = Array.from({ length: shown }, (_, at) =>
    drawBlock((at % across) * stepX + pad + 1, Math.floor(at / across) * stepY + pad + 1, lanes, id),
  );
  const defs = shape("defs", {}, pattern(`${id}-on`, "fig-lane-on"), pattern(`${id}-off`, "fig-lane-off"));
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return [shape("svg", { ...size, "aria-hidden": "true" }, defs, ...blocks), shown];
}

class LaunchNumbers extends HTMLElement {
  connectedCallback() {
    if (this.picture) return;
    this.picture = this.querySelector("[data-picture]");
    this.words = document.createElement("output");
    this.picture.hidden = false;
    this.addEventListener("input", () => this.#show());
    this.#show();
  }

  #numbers(name) {
    return [...this.querySelectorAll(`[data-axes="${name}"] input`)].map((input) => whole(input.value));
  }

  #show() {
    const [grid, block] = [this.#numbers("grid"), this.#numbers("block")];
    if ([...grid, ...block].includes(null)) {
      this.words.textContent = say("launch.whole");
      this.picture.replaceChildren(this.words);
      return;
    }
    const [picture, shown] = draw(grid, block, `${this.closest("[data-quiz]").id}-lane`);
    this.words.replaceChildren(...this.#sentences(grid, block, shown));
    this.picture.replaceChildren(picture, this.words);
  }

  #sentences(grid, block, shown) {
    const number = (value) => value.toLocaleString(document.documentElement.lang);
    const [blocks, each] = [product(grid), product(block)];
    const slots = { blocks: number(blocks), each: number(each), warps: number(Math.ceil(each / warp)) };
    const total = document.createElement("strong");
    total.textContent = say("launch.threads", { ...slots, total: number(blocks * each) });
    const rest = [say(blocks === 1 ? "launch.block" : "launch.blocks", slots)];
    if (blocks > shown) rest.push(say("launch.hidden", { blocks: number(blocks - shown) }));
    return [total, ` ${rest.join(", ")}.`];
  }
}

customElements.define("launch-numbers", LaunchNumbers);
