// <block-order>: blocks of code that are put in order, by drag, by buttons or by keys. The form's own selects hold the
// places, and say them without JavaScript; here they are hidden and follow what is moved.
import { announce } from "../announce.js";
import { say } from "../words.js";
import { Drag } from "./drag.js";

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const codeOf = (block) => block.querySelector(".block-code").textContent.trim().split("\n")[0];
const selectOf = (block) => block.querySelector("select");

class BlockOrder extends HTMLElement {
  #picked = null; // {block, list, next}: what the keyboard holds, and where it came from
  #moving = false; // a block that is put elsewhere in the page loses its focus for a moment

  connectedCallback() {
    if (this.used) return; // it was only put elsewhere
    this.#build();
    new Drag(this, {
      lists: () => [this.used, this.unused],
      onMove: () => this.#settle(),
      onEnd: (block) => this.#tell(block),
    });
    this.addEventListener("click", (event) => this.#onClick(event));
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.addEventListener("focusout", () => this.#moving || this.#putDown(false));
    this.#settle();
  }

  #build() {
    const blocks = [...this.querySelectorAll("[data-block]")];
    const given = this.querySelector("[data-given]");
    const keys = element("p", { className: "order-keys", id: `${this.closest("[data-quiz]").id}-keys` }, say("order.keys"));
    this.used = element("ol", { className: "blocks" });
    this.unused = element("ul", { className: "blocks" });
    this.used.append(...blocks.filter((block) => selectOf(block).selectedIndex > 0));
    this.unused.append(...blocks.filter((block) => selectOf(block).selectedIndex === 0));
    blocks.forEach((block) => this.#equip(block, keys.id));
    this.replaceChildren(
      this.#area("used", this.used, ...(given ? [given] : [])),
      this.#area("unused", this.unused),
      element("p", { className: "order-drag" }, say("order.drag")),
      keys,
    );
    this.dataset.ready = "";
  }

  #area(name, list, ...before) {
    const key = `order.${name}`;
    const title = element("p", { className: "order-title" }, say(key));
    list.setAttribute("aria-label", say(key));
    const empty = element("p", { className: "order-empty" }, say("order.empty"));
    return element("div", { className: `order-area order-${name}` }, title, ...before, list, empty);
  }

  #equip(block, keys) {
    const code = codeOf(block);
    const button = (name, text, label) => {
      const made = element("button", { type: "button", className: `block-${name}` }, text);
      made.dataset.act = name;
      if (label) made.setAttribute("aria-label", `${label}: ${code}`);
      return made;
    };
    const grip = button("grip", "⠿");
    grip.setAttribute("aria-pressed", "false");
    grip.setAttribute("aria-describedby", keys);
    const actions = element(
      "div",
      { className: "block-actions" },
      button("up", "↑", say("order.up")),
      button("down", "↓", say("order.down")),
      button("use", ""),
    );
    block.prepend(grip);
    block.append(actions);
    block.querySelector(".block-place").hidden = true;
    for (const part of block.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex"); // it wraps, and never scrolls
  }

  #onClick(event) {
    const button = event.target.closest("[data-act]");
    if (!button) return;
    const block = button.closest("[data-block]");
    const { act } = button.dataset;
    if (act === "grip") {
      if (event.detail === 0) this.#grip(block); // by a key: a pointer drags
      return;
    }
    if (act === "use") this.#put(block, this.#isUsed(block) ? this.unused : this.used, null);
    else this.#step(block, act === "up" ? -1 : 1);
    this.#refocus(button, block);
  }

  #onKey(event) {
    const grip = event.target.closest('[data-act="grip"]');
    if (!grip) return;
    const block = grip.closest("[data-block]");
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" && this.#picked) {
      event.preventDefault();
      this.#putDown(true);
      this.#refocus(grip, block);
    } else if (step && (event.altKey || this.#picked)) {
      event.preventDefault();
      this.#step(block, step);
      this.#refocus(grip, block);
    }
  }

  #grip(block) {
    if (this.#picked) {
      this.#putDown(false);
      announce(`${say("order.put")} ${this.#place(block)}`);
      return;
    }
    this.#picked = { block, list: block.parentNode, next: block.nextElementSibling };
    block.dataset.picked = "";
    block.querySelector('[data-act="grip"]').setAttribute("aria-pressed", "true");
    announce(`${this.#place(block)} ${say("order.picked")}`);
  }

  #putDown(back) {
    if (!this.#picked) return;
    const { block, list, next } = this.#picked;
    this.#picked = null;
    delete block.dataset.picked;
    block.querySelector('[data-act="grip"]').setAttribute("aria-pressed", "false");
    if (!back) return;
    this.#put(block, list, next);
    announce(`${say("order.back")} ${this.#place(block)}`);
  }

  // One place up or down. Below the last place lies what is not used, and from there it is one step up.
  #step(block, direction) {
    if (!this.#isUsed(block)) {
      if (direction < 0) this.#put(block, this.used, null);
    } else if (direction < 0) {
      this.#put(block, this.used, block.previousElementSibling ?? block);
    } else if (block.nextElementSibling) {
      this.#put(block, this.used, block.nextElementSibling.nextElementSibling);
    } else {
      this.#put(block, this.unused, this.unused.firstElementChild);
    }
  }

  #put(block, list, before) {
    this.#moving = true;
    if (before !== block) list.insertBefore(block, before);
    this.#moving = false;
    this.#settle();
    this.#tell(block);
  }

  #refocus(button, block) {
    button.focus();
    if (document.activeElement !== button) block.querySelector('[data-act="grip"]').focus(); // it is not shown here
    block.scrollIntoView({ block: "nearest" });
  }

  // The form and the labels follow the lists.
  #settle() {
    [...this.used.children].forEach((block, index) => this.#mark(block, index + 1));
    [...this.unused.children].forEach((block) => this.#mark(block, 0));
  }

  #mark(block, place) {
    const select = selectOf(block);
    if (select.selectedIndex !== place) {
      select.selectedIndex = place;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const code = codeOf(block);
    const part = (act) => block.querySelector(`[data-act="${act}"]`);
    const use = say(place ? "order.drop" : "order.use");
    part("use").textContent = place ? "✕" : use;
    part("use").title = place ? use : "";
    part("use").setAttribute("aria-label", `${use}: ${code}`);
    part("grip").setAttribute("aria-label", `${say("order.block", { code })}. ${this.#place(block)}`);
    part("up").setAttribute("aria-disabled", String(place === 1));
    part("down").setAttribute("aria-disabled", String(place === 0));
  }

  #tell(block) {
    announce(this.#place(block));
  }

  #place(block) {
    if (!this.#isUsed(block)) return say("order.out");
    const blocks = [...this.used.children];
    return say("order.at", { place: blocks.indexOf(block) + 1, count: blocks.length });
  }

  #isUsed(block) {
    return block.parentNode === this.used;
  }
}

customElements.define("block-order", BlockOrder);
