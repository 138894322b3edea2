// Answers are marked by the server; this only spares the reader a page load.
import { announce } from "./announce.js";
import { fetchFragment } from "./fragment.js";
import { Refused } from "./refused.js";
import { say } from "./words.js";

function showError(section, sentence) {
  const notice = section.querySelector("[data-error]") ?? document.createElement("p");
  notice.dataset.error = "";
  notice.className = "notice notice-err";
  notice.setAttribute("role", "alert");
  notice.textContent = sentence;
  section.querySelector("form").append(notice);
}

async function send(section, form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  submitter?.setAttribute("aria-disabled", "true");
  try {
    const marked = await fetchFragment(form.action, "[data-quiz]", { method: "POST", body });
    section.replaceWith(marked);
    marked.querySelector(`button[type="submit"], form button`)?.focus({ preventScroll: true });
    marked.dispatchEvent(new CustomEvent("marked", { bubbles: true }));
    announce(marked.querySelector("[data-outcome]")?.textContent.trim() ?? say("quiz.marked"));
  } catch (error) {
    submitter?.removeAttribute("aria-disabled");
    showError(section, error instanceof Refused ? error.message : say("quiz.network"));
  }
}

document.addEventListener("submit", (event) => {
  const section = event.target.closest("[data-quiz]");
  if (!section) return;
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") !== "true") send(section, event.target, event.submitter);
});
