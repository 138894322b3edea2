// What was typed and not yet sent: kept in this browser at once, and on the server as soon as it can be.
//
// `revision` is the server's number for the draft that the text was made from. A save from an older one is answered
// with the draft that is there: then both are shown, and the reader chooses.
import { after, refusal } from "./refused.js";

const atOnce = 400; // ms after the last key: into this browser
const quiet = 5_000; // ms after the last key: to the server
const patience = 15_000; // ms until this tab saves what another one typed and should have saved
const unanswered = 3; // texts that are remembered as sent
const pauses = [5, 10, 20, 40, 60]; // seconds between tries while the server does not answer

const token = () => document.querySelector('meta[name="csrf-token"]').content;

export class Draft {
  text;
  revision;
  #path;
  #key;
  #told; // onState(name), onText(text, why), onConflict(theirs), onSettled(), onKept()
  #unsaved = false; // typed here or in another tab, and not known to be on the server
  #instead = null; // a text that was given up for this one, to be kept beside it
  #sent = []; // what went to the server last and was not answered: it may be there
  #swapped = null; // what was put in the place of #instead at the reader's wish
  #theirs = null; // the server's draft, while the reader has to choose
  #asking = null; // the save that is on its way
  #tries = 0;
  #soon;
  #later;

  constructor({ path, exercise, text, revision }, told) {
    Object.assign(this, { text, revision });
    this.#path = path;
    this.#key = `draft:${token().slice(-12)}:${exercise}`; // the end stays until somebody else takes this browser
    this.#told = told;
    addEventListener("storage", (event) => event.key === this.#key && this.#onOtherTab(event.newValue));
    addEventListener("pagehide", () => this.#leave(true));
    addEventListener("pageshow", (event) => event.persisted && this.#look());
    addEventListener("online", () => this.save());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#leave(false) : this.#look()));
  }

  // Compares what this browser kept with what the page came with. `at` is when the server's was saved.
  start({ unsaved, at }) {
    if (unsaved) return this.#touch();
    const kept = this.#read();
    if (!kept || kept.text === this.text || (kept.saved && kept.revision <= this.revision)) return;
    const theirs = { source: this.text, revision: this.revision, updated_at: at };
    const ours = kept.revision >= theirs.revision || kept.sent.includes(theirs.source);
    this.text = kept.text;
    this.#instead = kept.instead ?? null;
    this.#sent = kept.sent; // it may still be on its way
    this.#unsaved = true;
    this.#told.onText(this.text, "restored");
    if (ours) this.#touch();
    else this.#disagree(theirs);
  }

  change(text) {
    if (text === this.text) return;
    this.text = text;
    this.#touch();
  }

  // As change, and keeps what stood there before.
  swap(text) {
    if (text === this.text) return;
    this.#instead = this.text;
    this.#swapped = text;
    this.text = text;
    this.#touch();
    this.save();
  }

  choose(mine) {
    const theirs = this.#theirs;
    this.#theirs = null;
    this.revision = theirs.revision;
    this.#instead = mine ? theirs.source : this.text;
    if (!mine) this.text = theirs.source;
    this.#told.onSettled();
    this.#told.onText(this.text, "chosen");
    this.#touch();
    this.save();
  }

  // A submission made this text the draft.
  accept(text, revision) {
    if (this.#theirs) this.#told.onSettled();
    this.#theirs = null;
    this.#accept({ revision, source: text }, null);
  }

  // Resolves when no save is on its way, so that what comes next is made from the newest revision.
  async settled() {
    await this.#asking;
  }

  async save(options = {}) {
    clearTimeout(this.#later);
    while (this.#asking && !options.keepalive) await this.#asking;
    if (!this.#unsaved || this.#theirs) return;
    const asking = this.#put(options).finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    await asking;
  }

  async #put(options) {
    const body = { source: this.text, revision: this.revision, instead: this.#instead };
    this.#sent = [...this.#sent.slice(1 - unanswered), body.source];
    this.#keep();
    let wait = null; // seconds, where the server says when
    try {
      const response = await fetch(this.#path, {
        ...options,
        method: "PUT",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": token() },
        body: JSON.stringify(body),
      });
      if (response.ok) this.#accept(await response.json(), body);
      else if (response.status === 409) this.#meet(await response.json());
      else if (response.status >= 500 || after(response)) {
        wait = after(response);
        throw new Error(`answered ${response.status}`);
      } else this.#told.onState("refused", (await refusal(response)).message);
    } catch {
      this.#tellKept("local");
      this.#plan(1_000 * (wait ?? pauses[Math.min(this.#tries, pauses.length - 1)]));
      this.#tries += 1;
    }
  }

  #accept({ revision, source }, body) {
    this.revision = revision;
    this.#sent = [];
    this.#tries = 0;
    if (body && body.instead !== null && body.instead === this.#instead) {
      this.#instead = null;
      this.#told.onKept();
    }
    this.#unsaved = this.text !== source || this.#instead !== null;
    this.#keep();
    if (this.#unsaved) this.#plan(quiet);
    else this.#told.onState("saved");
  }

  // The server holds another draft. It may be our own, from a save whose answer was lost.
  #meet(theirs) {
    if (theirs.source === this.text) return this.#accept(theirs, null);
    const known = theirs.revision === this.revision; // since, by the answer to a submission
    if (!known && !this.#sent.includes(theirs.source)) return this.#disagree(theirs);
    this.revision = theirs.revision;
    this.#sent = [];
    this.#plan(0);
  }

  // Beside the text that goes on there is room for one: what the reader had just put away is theirs to choose again.
  #disagree(theirs) {
    if (this.#instead !== null && this.text === this.#swapped) {
      this.text = this.#instead;
      this.#instead = null;
      this.#told.onText(this.text, "chosen");
    }
    this.#theirs = theirs;
    this.#keep();
    this.#told.onState("conflict");
    this.#told.onConflict(theirs);
  }

  #touch() {
    this.#unsaved = true;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      this.#keep();
      if (!this.#theirs) this.#tellKept(this.#tries ? "local" : "here");
    }, atOnce);
    this.#plan(quiet);
  }

  #plan(pause) {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.save(), pause);
  }

  #tellKept(state) {
    this.#told.onState(this.#keep() ? state : "nowhere");
  }

  #leave(closing) {
    if (this.#unsaved) this.#keep();
    this.save({ keepalive: closing });
  }

  // Back at this page: what was saved elsewhere meanwhile is taken over where nothing is lost by it.
  async #look() {
    if (this.#unsaved) return this.save();
    const response = await fetch(this.#path).catch(() => null);
    const theirs = response?.ok ? await response.json() : null;
    if (!theirs || theirs.revision <= this.revision || this.#unsaved || this.#theirs) return;
    this.revision = theirs.revision;
    if (theirs.source === this.text) return;
    this.text = theirs.source;
    this.#keep();
    this.#told.onText(this.text, "elsewhere");
  }

  // Tabs of one browser go hand in hand: what is typed in one stands in the others.
  #onOtherTab(value) {
    const kept = parsed(value);
    if (!kept) return;
    const typing = this.#soon !== undefined;
    this.revision = Math.max(this.revision, kept.revision);
    if (typing) return;
    if (this.#theirs && kept.saved) {
      this.#theirs = null;
      this.#told.onSettled();
    }
    this.text = kept.text;
    this.#unsaved = !kept.saved;
    this.#told.onText(this.text, "tab");
    if (this.#unsaved) this.#plan(patience);
    else this.#told.onState("saved");
  }

  #read() {
    try {
      return parsed(localStorage.getItem(this.#key));
    } catch {
      return null; // storage may be switched off
    }
  }

  #keep() {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const { text, revision } = this;
    const kept = { text, revision, saved: !this.#unsaved, sent: this.#sent, instead: this.#instead };
    try {
      localStorage.setItem(this.#key, JSON.stringify(kept));
      return true;
    } catch {
      return false; // full or switched off: the text is still in the editor
    }
  }
}

function parsed(value) {
  try {
    const kept = JSON.parse(value);
    return typeof kept?.text === "string" && Array.isArray(kept.sent) ? kept : null;
  } catch {
    return null;
  }
}
