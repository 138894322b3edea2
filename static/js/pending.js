// A submission's own page, opened before its verdict is there: it loads itself again once it is.
import { told } from "./stages.js";
import { follow } from "./submission.js";

const pending = document.querySelector("[data-pending]");
const status = pending.querySelector("[data-status]");
const { submission: id, events } = pending.dataset;

// Nothing waits for this here: a module that did would count as loading until the verdict is there.
follow({ id, events_url: events }, new AbortController().signal, (stage, args) => {
  if (stage === "connected") return;
  const sentence = told(stage, args);
  if (status.textContent !== sentence) status.textContent = sentence;
}).then(() => location.reload());
