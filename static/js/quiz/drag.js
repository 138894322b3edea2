// Drags a block between lists that lie one above the other: with the mouse anywhere on it, by touch on its handle.

const slack = 5; // pixels before a press is a drag
const edge = 56; // pixels from the top and bottom of the screen within which the page scrolls along

export class Drag {
  #host;
  #lists;
  #onMove;
  #onEnd;
  #held = null; // {block, list, next, y, lifted}: next is what stood behind it

  constructor(host, { lists, onMove, onEnd }) {
    this.#host = host;
    this.#lists = lists;
    this.#onMove = onMove;
    this.#onEnd = onEnd;
    host.addEventListener("pointerdown", (event) => this.#press(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", () => this.#drop(false));
    host.addEventListener("pointercancel", () => this.#drop(true));
    host.addEventListener("keydown", (event) => event.key === "Escape" && this.#drop(true));
  }

  #press(event) {
    const block = event.target.closest("[data-block]");
    const handle = event.target.closest('[data-act="grip"]');
    const elsewhere = event.target.closest("button") && !handle;
    if (!block || event.button !== 0 || elsewhere || (event.pointerType !== "mouse" && !handle)) return;
    this.#held = { block, list: block.parentNode, next: block.nextElementSibling, y: event.clientY, lifted: false };
    // By the host: a block that is put elsewhere in the page would lose its pointer.
    this.#host.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const held = this.#held;
    if (!held) return;
    if (!held.lifted && Math.abs(event.clientY - held.y) < slack) return;
    held.y = event.clientY;
    if (held.lifted) {
      this.#place();
      return;
    }
    held.lifted = true;
    held.block.dataset.dragged = "";
    this.#place();
    requestAnimationFrame(() => this.#scroll());
  }

  #place() {
    const { block, y } = this.#held;
    const [above, below] = this.#lists();
    const list = y < below.parentNode.getBoundingClientRect().top ? above : below;
    const middle = (other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2;
    };
    const before = [...list.children].find((other) => other !== block && y < middle(other)) ?? null;
    if (block.parentNode === list && block.nextElementSibling === before) return;
    list.insertBefore(block, before);
    this.#onMove(block);
  }

  #scroll() {
    if (!this.#held) return;
    const { y } = this.#held;
    const speed = y > innerHeight - edge ? 8 : y < 2 * edge ? -8 : 0;
    if (speed) {
      scrollBy({ top: speed, behavior: "instant" });
      this.#place();
    }
    requestAnimationFrame(() => this.#scroll());
  }

  #drop(back) {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    delete held.block.dataset.dragged;
    if (back) held.list.insertBefore(held.block, held.next);
    if (!held.lifted) return;
    this.#onMove(held.block);
    this.#onEnd(held.block);
    held.block.querySelector('[data-act="grip"]').focus({ preventScroll: true });
  }
}
