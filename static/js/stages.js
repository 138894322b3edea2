// What a reader is told while a submission goes by.
import { say } from "./words.js";

export function told(stage, args) {
  if (stage === "queued" && args.idle) return say("status.idle");
  if (stage === "queued") return args.position > 1 ? say("status.queued", args) : say("status.next");
  return say(`status.${stage}`);
}
