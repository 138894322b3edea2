// Loads what the page has. Everything here enhances pages that work without it.
import { localise } from "./clock.js";
import "./theme.js";

localise(document);

const enhancements = {
  "[data-quiz]": () => import("./quiz.js"),
  "block-order": () => import("./quiz/order.js"),
  "launch-numbers": () => import("./quiz/launch.js"),
  "kernel-exercise": () => import("./kernel-exercise.js"),
  ".lesson-meta, .history": () => import("./progress.js"),
  "[data-preview]": () => import("./preview.js"),
  "[data-pending]": () => import("./pending.js"),
  "[data-toc]": () => import("./place.js").then(() => import("./toc.js")),
};

for (const [selector, load] of Object.entries(enhancements)) {
  if (document.querySelector(selector)) load();
}

const explorables = [...document.querySelectorAll(".explorable")].map(({ localName }) => localName);
for (const name of new Set(explorables)) import(`./explorables/${name.replace("explorable-", "")}.js`);
