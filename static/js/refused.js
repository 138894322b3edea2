// An answer of ours that says why it is none: its sentence is the reader's to see.
export class Refused extends Error {}

// The error for an answer that is not what was asked for: with the server's own sentence where it has one.
export async function refusal(response) {
  const answer = await response.json().catch(() => null);
  return answer?.error?.message ? new Refused(answer.error.message) : new Error(`answered ${response.status}`);
}
