// Completes the names of `cuda` and of the learner's own kernel; the names come from one static table.
import { localCompletionSource, pythonLanguage } from "../vendor/codemirror.js";

const table = fetch(new URL("../data/cuda.json", import.meta.url)).then((response) => response.json());

function options(names) {
  return names.map(({ name, detail, info, type }) => ({ label: name, detail, info, type: type ?? "function" }));
}

async function cudaNames(context) {
  const before = context.matchBefore(/\bcuda(\.\w+)*\.\w*$/);
  if (!before) return null;
  const path = before.text.split(".");
  const names = (await table.catch(() => ({})))[path.slice(0, -1).join(".")];
  if (!names) return null;
  return { from: before.to - path.at(-1).length, options: options(names), validFor: /^\w*$/ };
}

export const completion = [
  pythonLanguage.data.of({ autocomplete: cudaNames }),
  pythonLanguage.data.of({ autocomplete: localCompletionSource }),
];
