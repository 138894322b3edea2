// <kernel-exercise>: the exercise's form with an editor, a live status and a verdict that arrives by itself.
// Without it the form posts the textarea and the answer is a page.
import { choice } from "./choice.js";
import { clock } from "./clock.js";
import { Draft } from "./drafts.js";
import { fetchFragment } from "./fragment.js";
import { Refused } from "./refused.js";
import { told } from "./stages.js";
import { follow, insist, look, send } from "./submission.js";
import { say } from "./words.js";

const counts = { simulating: "status.case", launching: "status.case" }; // how far a stage is
const nearScreen = { rootMargin: "600px 0px" };

class KernelExercise extends HTMLElement {
  #editor;
  #upgrading;
  #draft;
  #following = new AbortController();
  #last = null; // the stage that was told last, and its arguments
  #again; // when what was refused for being too soon can be sent

  connectedCallback() {
    this.form = this.querySelector("form");
    this.area = this.querySelector("textarea");
    this.form.addEventListener("submit", (event) => this.#onSubmit(event));
    this.addEventListener("click", (event) => this.#onClick(event));
    this.addEventListener("focusout", () => this.#draft?.save());
    this.area.addEventListener("focus", () => this.#upgrade(), { once: true });
    this.area.addEventListener("input", () => this.#draft?.change(this.area.value));
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.#upgrade();
    }, nearScreen);
    observer.observe(this);
    this.#resume();
  }

  disconnectedCallback() {
    this.#following.abort();
  }

  // Resolves once there is an editor, or none to be had: its files did not come through, and the textarea serves.
  #upgrade() {
    this.#draft ??= this.#makeDraft();
    this.#upgrading ??= this.#makeEditor().catch(() => (this.#upgrading = undefined));
    return this.#upgrading;
  }

  async #makeEditor() {
    const [{ Editor }, { touchKeys }] = await Promise.all([import("./editor.js"), import("./touch-keys.js")]);
    const host = document.createElement("div");
    host.className = "editor";
    this.area.before(host);
    this.#editor = new Editor(host, {
      text: this.area.value,
      label: this.area.getAttribute("aria-label") ?? this.area.labels[0]?.textContent.trim() ?? "",
      onRun: () => this.form.requestSubmit(this.#button("run")),
      onChange: (text) => this.#changed(text),
    });
    host.after(touchKeys(this.#editor));
    const writing = document.activeElement === this.area; // perhaps since before this script came
    this.area.hidden = true;
    if (writing) this.#editor.focus(this.area.selectionEnd);
    await this.#markLatest();
    this.dataset.ready = "";
  }

  #makeDraft() {
    const { slug: exercise, draft: path, unsaved, savedAt: at } = this.dataset;
    const revision = Number(this.#revision.value);
    this.#draft = new Draft({ path, exercise, text: this.area.value, revision }, {
      onState: (state, reason) => this.#showState(state, reason),
      onText: (text, why) => this.#showText(text, why),
      onConflict: (theirs) => this.#showChoice(theirs),
      onSettled: () => this.querySelector("[data-choice]")?.remove(),
      onKept: () => this.#showKept(),
    });
    if (at) this.#showState("saved", "", at);
    this.#draft.start({ unsaved: unsaved !== undefined, at });
    return this.#draft;
  }

  #showState(state, reason = "", at = Date.now()) {
    this.#revision.value = this.#draft.revision;
    this.#saved.textContent = say(`draft.${state}`, { time: clock(at) });
    this.#saved.title = reason;
    this.#saved.dataset.saved = state;
  }

  #showText(text, why) {
    this.area.value = text;
    this.#editor?.replace(text);
    const sentences = { restored: "draft.restored", elsewhere: "draft.elsewhere" };
    if (why in sentences && !this.#status.textContent.trim()) this.#say(say(sentences[why]));
  }

  #showChoice(theirs) {
    const panel = choice(theirs, this.#draft.text, (mine) => this.#draft.choose(mine));
    this.querySelector("[data-choice]")?.remove();
    this.querySelector(".code-frame").after(panel);
  }

  async #showKept() {
    const path = `/exercises/${encodeURIComponent(this.dataset.slug)}/draft`;
    const kept = await fetchFragment(path, "[data-kept]").catch(() => null);
    if (kept) this.querySelector("[data-kept]").replaceWith(kept);
  }

  async #markLatest() {
    const verdict = this.querySelector(".verdict[data-submission]");
    if (!verdict) return;
    const submission = await look(verdict.dataset.submission).catch(() => null);
    if (submission?.verdict) this.#editor.mark(submission.verdict);
  }

  #changed(text) {
    this.area.value = text;
    this.#draft.change(text);
  }

  #onClick(event) {
    const button = event.target.closest("button");
    if (button?.matches("[data-line]")) this.#reveal(Number(button.dataset.line));
    if (button?.name === "put" && this.#editor) {
      event.preventDefault();
      this.#putBack(button.value);
    }
  }

  async #reveal(line) {
    await this.#upgrade();
    this.#editor?.reveal(line);
  }

  // Takes the place of the text in the editor; the old one comes back by undo, or from beside it.
  #putBack(what) {
    const source = what === "kept" ? this.querySelector("[data-kept-source]") : this.#template(what).content;
    this.#draft.swap(source.textContent);
    this.#editor.replace(source.textContent);
    this.#say(say(what === "starter" ? "editor.reset" : "draft.swapped"));
    this.#editor.focus();
  }

  async #onSubmit(event) {
    if (event.submitter?.name === "put") return; // there is no editor: the answer is a page
    event.preventDefault();
    const mode = event.submitter?.value ?? "run";
    this.#busy(true);
    this.#say(say("status.sending"), "sending");
    try {
      await this.#upgrade();
      this.#editor?.remember();
      const text = this.#editor?.text ?? this.area.value;
      await this.#draft.settled();
      const accepted = await send(this.dataset.submissions, { source: text, mode, revision: this.#draft.revision });
      this.#sent(text, accepted.revision);
      this.#watch(accepted);
    } catch (error) {
      this.#say(error instanceof Refused ? error.message : say("status.network"), "failed");
      if (error.after) this.#tellAgain(error.after);
    } finally {
      this.#busy(false);
    }
  }

  // The sentence said in how many seconds: it is not to stand there when they are over.
  #tellAgain(seconds) {
    const told = this.#status.textContent;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      if (this.#status.textContent === told) this.#say(say("status.again"), "failed");
    }, seconds * 1000);
  }

  // The server has it now: what is typed from here on is the draft.
  #sent(text, revision) {
    this.#draft.accept(text, revision);
    this.#template("sent").content.replaceChildren(text);
    this.querySelector('[name="put"][value="sent"]').hidden = false;
    this.#showKept();
  }

  // A page that was loaded in the middle of a run goes on watching it.
  #resume() {
    const { latest: id, events } = this.dataset;
    if (id && events) this.#watch({ id, events_url: events });
  }

  async #watch(accepted) {
    this.#following.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    this.#last = null;
    this.#result.setAttribute("aria-busy", "true");
    this.querySelector("[data-stages]").hidden = false;
    try {
      await follow(accepted, signal, (stage, args) => this.#onStage(stage, args));
      await insist(() => this.#showVerdict(accepted.id, signal), signal);
    } catch {
      if (!signal.aborted) this.#say(say("status.network"), "failed");
    } finally {
      if (!signal.aborted) this.#result.removeAttribute("aria-busy");
    }
  }

  async #showVerdict(id, signal) {
    const [submission, verdict] = await Promise.all([
      look(id, signal),
      fetchFragment(`/submissions/${encodeURIComponent(id)}?fragment=verdict`, ".verdict", { signal }),
      this.#upgrade(),
    ]);
    this.#result.replaceChildren(verdict);
    this.#editor?.mark(submission.verdict);
    this.#say(`${submission.verdict.title}. ${submission.verdict.message}`, "graded");
    this.dispatchEvent(new CustomEvent("graded", { bubbles: true, detail: submission }));
  }

  // Sentences change with the stage alone, so that they are read out once; the count goes beside them.
  #onStage(stage, args) {
    if (stage === "connected") {
      // A stream that goes on tells only what is new: until then what was last told holds.
      if (this.dataset.stage === "reconnecting" && this.#last) this.#onStage(...this.#last);
      return;
    }
    if (stage !== "reconnecting") this.#last = [stage, args];
    this.#say(told(stage, args), stage);
    this.#count.textContent = stage in counts ? say(counts[stage], args) : "";
  }

  #say(sentence, stage = "") {
    this.dataset.stage = stage;
    if (this.#status.textContent !== sentence) this.#status.textContent = sentence;
    if (!(stage in counts)) this.#count.textContent = "";
  }

  #busy(sending) {
    for (const button of this.form.querySelectorAll('[name="mode"]')) button.disabled = sending;
  }

  #button(mode) {
    return this.form.querySelector(`[name="mode"][value="${mode}"]`);
  }

  #template(what) {
    return this.querySelector(`template[data-${what}-source]`);
  }

  get #revision() {
    return this.form.elements.namedItem("revision");
  }

  get #saved() {
    return this.querySelector("[data-saved]");
  }

  get #status() {
    return this.querySelector("[data-status]");
  }

  get #count() {
    const existing = this.querySelector("[data-count]");
    if (existing) return existing;
    const made = document.createElement("span");
    made.dataset.count = "";
    made.setAttribute("aria-hidden", "true");
    this.#status.after(made);
    return made;
  }

  get #result() {
    return this.querySelector("[data-result]");
  }
}

customElements.define("kernel-exercise", KernelExercise);
