// <coming-picture>: looks whether what a kernel draws is there, and gives it its place. Without it there is a link.
import { fetchFragment } from "./fragment.js";

const pauses = [2, 3, 5, 8, 15]; // seconds without news; the last again and again

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
    const reached = verdict.querySelector("coming-picture .film-reached");
    if (reached) return this.#show(reached);
    const film = verdict.querySelector(".film");
    if (film) this.replaceWith(film);
    else this.#giveUp();
  }

  #giveUp() {
    this.querySelector("p").textContent = this.dataset.none;
    this.querySelector(".film-reached").remove();
  }

  #show(reached) {
    const before = this.querySelector(".film-reached");
    if (before.textContent !== reached.textContent) this.#turn = 0;
    before.replaceWith(reached);
    this.#wait();
  }
}

customElements.define("coming-picture", ComingPicture);
