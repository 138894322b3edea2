// Text that was typed and not yet sent, kept in this browser by exercise and version.

export class Draft {
  #key;
  #timer;

  constructor(exercise, version) {
    this.#key = `draft:${exercise}:${version}`;
  }

  read() {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null; // storage may be switched off
    }
  }

  keep(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(text), 400);
  }

  keepNow(text) {
    clearTimeout(this.#timer);
    try {
      localStorage.setItem(this.#key, text);
    } catch {
      // full or switched off: the text is still in the editor
    }
  }

  forget() {
    clearTimeout(this.#timer);
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // as above
    }
  }
}
