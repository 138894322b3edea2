// <machine-code>: the line that is chosen and its instructions are marked together, and come into view in their boxes.
// Without it the numbers are links from a line to its first instruction and back.
class MachineCode extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#onClick(event));
  }

  #onClick(event) {
    const part = event.target.closest("[data-of]");
    if (!part || getSelection().type === "Range") return; // text that is being marked is to be copied
    if (event.target.closest("a")) event.preventDefault();
    this.#choose(part.dataset.of, part.closest("[data-box]"));
  }

  #choose(line, from) {
    for (const part of this.querySelectorAll("[data-of]")) {
      const chosen = part.dataset.of === line;
      part.toggleAttribute("data-chosen", chosen);
      const link = part.querySelector("a");
      if (chosen) link?.setAttribute("aria-current", "true");
      else link?.removeAttribute("aria-current");
    }
    for (const box of this.querySelectorAll("[data-box]")) if (box !== from) reveal(box, line);
  }
}

// Scrolls the box and never the page.
function reveal(box, line) {
  const first = box.querySelector(`[data-of="${line}"]`);
  if (!first) return;
  const [outer, inner] = [box.getBoundingClientRect(), first.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  box.scrollTop += inner.top - outer.top - outer.height / 4;
}

customElements.define("machine-code", MachineCode);
