// A row of keys that kernels need and the keyboards of phones hide. Shown by the style sheet where fingers point.
import { say } from "./words.js";

const signs = ["(", ")", "[", "]", ":", "=", "_"];

function key(text, label, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  if (label) button.setAttribute("aria-label", label);
  // A press must not take the focus: the keyboard on the screen would go away.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", press);
  return button;
}

export function touchKeys(editor) {
  const row = document.createElement("div");
  row.className = "touch-keys";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", say("editor.touch"));
  row.append(
    key("⇤", say("editor.outdent"), () => editor.indent(false)),
    key("⇥", say("editor.indent"), () => editor.indent(true)),
    ...signs.map((sign) => key(sign, "", () => editor.type(sign))),
  );
  return row;
}
