// <call-timeline>: the call under the pointer, or the one that the arrow keys have reached, is named below the picture
// with its line, and marked in picture and table alike. Without it each bar has a title, and the table says the same.
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class CallTimeline extends HTMLElement {
  #bars = [];
  #at = -1;

  connectedCallback() {
    const picture = this.querySelector("svg");
    this.now = this.querySelector("[data-now]");
    this.#bars = [...picture.querySelectorAll(".tl-bar")];
    const stage = document.createElement("div");
    stage.className = "timeline-stage";
    stage.tabIndex = 0;
    stage.setAttribute("role", "group");
    stage.setAttribute("aria-labelledby", picture.getAttribute("aria-labelledby"));
    picture.before(stage);
    stage.append(picture);
    stage.addEventListener("keydown", (event) => this.#onKey(event));
    stage.addEventListener("pointerover", (event) => this.#onPoint(event));
    this.addEventListener("pointerover", (event) => this.#markRow(event.target.closest("tr[data-row]")?.dataset.row));
    this.now.textContent = this.now.dataset.keys;
    this.now.hidden = false;
  }

  #onKey(event) {
    const { key } = event;
    const ends = { Home: 0, End: this.#bars.length - 1 };
    if (!(key in steps) && !(key in ends)) return;
    event.preventDefault();
    const next = key in ends ? ends[key] : this.#at + steps[key];
    this.#show(Math.min(Math.max(next, 0), this.#bars.length - 1));
  }

  #onPoint(event) {
    const bar = event.target.closest(".tl-bar");
    if (bar) this.#show(this.#bars.indexOf(bar));
  }

  #show(index) {
    this.#bars[this.#at]?.removeAttribute("data-chosen");
    this.#at = index;
    const bar = this.#bars[index];
    bar.setAttribute("data-chosen", "");
    const { row } = bar.dataset;
    const line = row === undefined ? null : this.querySelector(`tr[data-row="${row}"] [data-line]`);
    this.now.replaceChildren(bar.querySelector("title").textContent, ...(line ? [" ", line.cloneNode(true)] : []));
    for (const each of this.querySelectorAll("tr[data-row]")) {
      each.toggleAttribute("data-chosen", each.dataset.row === row);
    }
  }

  // A row of the table stands for one bar or for several.
  #markRow(row) {
    if (row === undefined) return;
    for (const bar of this.#bars) bar.toggleAttribute("data-chosen", bar.dataset.row === row);
  }
}

customElements.define("call-timeline", CallTimeline);
