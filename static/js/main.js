// Loads what the page has. Everything here enhances pages that work without it.
import { localise } from "./clock.js";
import "./fragment.js"; // first of all, so that nothing else can take the name of its policy
import "./theme.js";

localise(document);

const enhancements = {
  "[data-quiz]": () => import("./quiz.js"),
  "block-order": () => import("./quiz/order.js"),
  "launch-numbers": () => import("./quiz/launch.js"),
  "kernel-exercise": () => import("./kernel-exercise.js"),
  "machine-code, kernel-exercise": () => import("./machine-code.js"),
  "call-timeline, kernel-exercise": () => import("./call-timeline.js"),
  "moving-picture, coming-picture, kernel-exercise": () => import("./moving-picture.js"),
  "coming-picture, kernel-exercise": () => import("./coming-picture.js"),
  "[data-terms], [data-quiz]": () => import("./terms.js"),
  "[data-filter]": () => import("./term-filter.js"),
  ".lesson-meta, .history": () => import("./progress.js"),
  "[data-preview]": () => import("./preview.js"),
  "[data-pending]": () => import("./pending.js"),
  "[data-toc]": () => import("./place.js").then(() => import("./toc.js")),
};

const found = ([selector]) => document.querySelector(selector);
const explorables = [...document.querySelectorAll(".explorable")].map(({ localName }) => localName);

const loading = [
  ...Object.entries(enhancements).filter(found).map(([, load]) => load()),
  ...[...new Set(explorables)].map((name) => import(`./explorables/${name.replace("explorable-", "")}.js`)),
];

// `load` comes before these: who drives a page from outside waits for the mark. A form that is sent earlier is
// answered by a page, as without scripts.
for (const { reason } of await Promise.allSettled(loading)) if (reason) reportError(reason);
document.documentElement.dataset.ready = "";
