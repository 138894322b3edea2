// Python as kernels use it: whole decorators in one colour, and only the names that a kernel can use are completed.
import { LanguageSupport, localCompletionSource, pythonLanguage, styleTags, tags } from "../vendor/codemirror.js";

const table = fetch(new URL("../data/cuda.json", import.meta.url)).then((response) => response.json());

const language = pythonLanguage.configure({
  props: [styleTags({ "Decorator/VariableName Decorator/PropertyName Decorator/MemberExpression/...": tags.meta })],
});

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

export const kernelLanguage = new LanguageSupport(language, [
  language.data.of({ autocomplete: cudaNames }),
  language.data.of({ autocomplete: localCompletionSource }),
]);
