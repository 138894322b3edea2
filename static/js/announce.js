// One polite live region for what changes without a status line of its own.

function region() {
  const existing = document.querySelector("[data-announcer]");
  if (existing) return existing;
  const made = document.createElement("p");
  made.dataset.announcer = "";
  made.className = "visually-hidden";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

const live = region();

export function announce(sentence) {
  live.textContent = "";
  // A text that is set again in the same frame counts as unchanged and would not be read out.
  requestAnimationFrame(() => (live.textContent = sentence));
}
