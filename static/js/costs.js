// What missed requirements cost, line by line: said in the margin like a finding, and the line is the warmer the more it costs.
import { say } from "./words.js";

const steps = 5;

// Findings to be marked beside the others; `heat` from 1 to 5. Of a launch no line of the editor costs anything.
export function costsOf({ launched, requirements }) {
  if (launched) return [];
  return requirements
    .filter(({ ok }) => !ok)
    .flatMap(({ label, said, costs }) =>
      costs.map(({ line, share }) => ({
        line,
        share,
        severity: "warning",
        heat: Math.max(1, Math.ceil(share * steps)),
        message: say("count.cost", { label, percent: Math.round(100 * share) }),
        help: said,
      })),
    );
}

// Line → its largest share.
export function sharesOf(costs) {
  const shares = new Map();
  for (const { line, share } of costs) shares.set(line, Math.max(share, shares.get(line) ?? 0));
  return shares;
}
