// Answers are marked by the server; this only spares the reader a page load, and waits where an answer is run.
import { announce } from "./announce.js";
import { fetchFragment } from "./fragment.js";
import { Refused } from "./refused.js";
import { told } from "./stages.js";
import { follow, insist } from "./submission.js";
import { say } from "./words.js";

const running = new Map(); // id of a section → what ends its watch

function showError(section, sentence) {
  const notice = section.querySelector("[data-error]") ?? document.createElement("p");
  notice.dataset.error = "";
  notice.className = "notice notice-err";
  notice.setAttribute("role", "alert");
  notice.textContent = sentence;
  section.querySelector("form .actions").before(notice);
}

// The section as the server sees it now, in place of the one on show. Focus stays with whoever has it.
function swap(section, fresh, active = document.activeElement) {
  const focused = section.contains(active) || fresh.contains(active);
  section.replaceWith(fresh);
  const next = fresh.contains(active) ? active : fresh.querySelector("form button:not([type='button'])");
  if (focused) next?.focus({ preventScroll: true });
  announce(fresh.querySelector("[data-outcome]")?.textContent.trim() ?? say("quiz.marked"));
  if (fresh.dataset.state === "pending") watch(fresh);
  else fresh.dispatchEvent(new CustomEvent("marked", { bubbles: true }));
}

async function send(section, form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  submitter?.setAttribute("aria-disabled", "true");
  try {
    const marked = await fetchFragment(form.action, "[data-quiz]", { method: "POST", body });
    running.get(section.id)?.abort();
    swap(section, marked);
  } catch (error) {
    submitter?.removeAttribute("aria-disabled");
    showError(section, error instanceof Refused ? error.message : say("quiz.network"));
  }
}

// Tells how the run goes, and fetches the question anew once it is over.
async function watch(section) {
  const { submission: id, events } = section.dataset;
  if (!id || !events) return;
  const stop = new AbortController();
  running.set(section.id, stop);
  const status = section.querySelector("[data-status]");
  section.querySelector("[data-look]").hidden = true;
  const path = section.querySelector("form").action;
  try {
    await follow({ id, events_url: events }, stop.signal, (stage, args) => {
      if (stage === "connected") return;
      const sentence = told(stage, args);
      if (status.textContent !== sentence) status.textContent = sentence;
    });
    const marked = await insist(() => fetchFragment(path, "[data-quiz]", { signal: stop.signal }), stop.signal);
    if (stop.signal.aborted) return;
    const active = document.activeElement; // what is moved to another place loses its focus
    swap(section, keeping(section, marked), active);
  } catch {
    if (stop.signal.aborted) return;
    section.querySelector("[data-look]").hidden = false;
    showError(section, say("quiz.network"));
  }
}

// What the reader has changed in the form since they sent it stays as it is.
function keeping(section, fresh) {
  if (!section.hasAttribute("data-touched")) return fresh;
  fresh.querySelector("fieldset").replaceWith(section.querySelector("fieldset"));
  fresh.dataset.touched = "";
  return fresh;
}

function touched(event) {
  const section = event.target.closest("[data-quiz]");
  if (section) section.dataset.touched = "";
}

document.addEventListener("input", touched);
document.addEventListener("change", touched);
document.addEventListener("submit", (event) => {
  const section = event.target.closest("[data-quiz]");
  if (!section) return;
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") !== "true") send(section, event.target, event.submitter);
});

for (const section of document.querySelectorAll('[data-quiz][data-state="pending"]')) watch(section);
