// <coming-picture>: looks whether what a kernel draws is there, and gives it its place. Without it there is a link.
import { fetchFragment } from "./fragment.js";

const pauses = [2, 3, 5, 8, 15]; // seconds; the last again and again

class ComingPicture extends HTMLElement {
  #turn = 0;
  #timer;

  connectedCallback() {
    this.querySelector("a").hidden = true;
    this.#wait();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #wait(seconds = pauses[Math.min(this.#turn++, pauses.length - 1)]) {
    this.#timer = setTimeout(() => this.#look(), seconds * 1000);
  }

  async #look() {
    const verdict = await fetchFragment(this.dataset.src, ".verdict").catch((error) => error);
    if (!this.isConnected) return;
    if (!(verdict instanceof Element)) return this.#wait(verdict?.after);
    if (verdict.querySelector("coming-picture")) return this.#wait();
    const film = verdict.querySelector(".film");
    if (film) this.replaceWith(film);
    else this.querySelector("p").textContent = this.dataset.none;
  }
}

customElements.define("coming-picture", ComingPicture);
