// Two texts of one exercise, made in two places: shown both, and neither lost.
import { clock } from "./clock.js";
import { say } from "./words.js";

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function button(text, press) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

// The lines of `text`, marked where they are not those of `other`: all but what both begin and end with.
function listing(text, other) {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const shorter = Math.min(lines.length, others.length);
  let start = 0;
  while (start < shorter && lines[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  const shown = lines.map((line, index) => {
    const differs = index >= start && index < lines.length - end;
    return element("span", differs ? "differs" : "", `${line}\n`);
  });
  const pre = element("pre", "", ...shown);
  pre.tabIndex = 0;
  pre.translate = false;
  return pre;
}

// `theirs`: {source, updated_at}; onChoose(mine) is called once.
export function choice(theirs, mine, onChoose) {
  const look = (label, text, other) =>
    element("details", "", element("summary", "", label), listing(text, other));
  const time = theirs.updated_at ? clock(theirs.updated_at) : "";
  const told = element("p", "", say("draft.two", { time }));
  told.setAttribute("role", "alert");
  const panel = element(
    "div",
    "choice notice notice-warn",
    told,
    look(say("draft.look_theirs", { time }), theirs.source, mine),
    look(say("draft.look_mine"), mine, theirs.source),
    element(
      "p",
      "choice-buttons",
      button(say("draft.keep_mine"), () => onChoose(true)),
      button(say("draft.take_theirs"), () => onChoose(false)),
    ),
  );
  panel.dataset.choice = "";
  return panel;
}
