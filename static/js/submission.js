// Sends a submission and follows it until it has its verdict.
import { refusal } from "./refused.js";

const stages = ["queued", "compiling", "simulating", "launching", "measuring"];
const pauses = [1, 2, 4, 8, 15];

const sleep = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });

// Does it again until it works, longer apart each time, or when the server said; gives up with the error of the last try.
export async function insist(action, signal) {
  for (const pause of pauses) {
    try {
      return await action();
    } catch (error) {
      if (signal.aborted) throw error;
      await sleep(error.after ?? pause, signal);
    }
  }
  return action();
}

// `submission`: {source, mode, revision}. Resolves to {id, url, events_url, revision}. Rejects with Refused where the server says why, else with fetch's own error.
export async function send(path, submission) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: JSON.stringify(submission),
  });
  if (response.ok) return response.json();
  throw await refusal(response);
}

export async function look(id, signal) {
  const response = await fetch(`/api/submissions/${encodeURIComponent(id)}`, { signal });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

// The stream resumes by itself after a dropped connection. It closes for good on an answer such as 503: then we ask.
function listen(path, signal, onStage) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(path);
    const finish = (settle, value) => (events.close(), settle(value));
    for (const stage of stages) {
      events.addEventListener(stage, (event) => onStage(stage, JSON.parse(event.data)));
    }
    events.addEventListener("graded", () => finish(resolve, true));
    events.addEventListener("open", () => onStage("connected", {}));
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) finish(resolve, false);
      else onStage("reconnecting", {});
    });
    signal.addEventListener("abort", () => finish(reject, signal.reason), { once: true });
  });
}

async function poll(id, signal, onStage) {
  for (let turn = 0; ; turn += 1) {
    let pause = pauses[Math.min(turn, pauses.length - 1)];
    try {
      const submission = await look(id, signal);
      if (submission.state === "done") return;
      if (submission.state === "queued") onStage("queued", { position: submission.position, idle: submission.idle });
      else onStage("running", {});
    } catch (error) {
      if (signal.aborted) throw error;
      pause = error.after ?? pause;
      onStage("reconnecting", {});
    }
    await sleep(pause, signal);
  }
}

// Calls onStage(name, args) as it goes by; resolves when the verdict is there.
export async function follow({ id, events_url: path }, signal, onStage) {
  const heard = await listen(path, signal, onStage);
  if (!heard) await poll(id, signal, onStage);
}
