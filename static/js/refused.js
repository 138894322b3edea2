// An answer of ours that says why it is none: its sentence is the reader's to see. `after` is in how many seconds it
// is worth trying again, null where the answer does not say.
export class Refused extends Error {
  constructor(message, after = null) {
    super(message);
    this.after = after;
  }
}

// The seconds of an answer's Retry-After, null where there is none.
export function after(response) {
  const seconds = Number.parseInt(response.headers.get("Retry-After"), 10);
  return seconds > 0 ? seconds : null;
}

// The error for an answer that is not what was asked for: with the server's own sentence where it has one.
export async function refusal(response) {
  const answer = await response.json().catch(() => null);
  if (answer?.error?.key === "request.csrf") await renew();
  if (!answer?.error?.message) return new Error(`answered ${response.status}`);
  return new Refused(answer.error.message, after(response));
}

// The browser's learner is no longer the page's, by a key that was entered in another tab or by cookies that were
// cleared. The reader is told to send it again: then it has to work.
async function renew() {
  const session = await fetch("/api/session").then((response) => response.json()).catch(() => null);
  if (!session?.csrf_token) return;
  document.querySelector('meta[name="csrf-token"]').content = session.csrf_token;
  for (const field of document.querySelectorAll('input[name="csrf"]')) field.value = session.csrf_token;
}
