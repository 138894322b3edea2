// Leaves the terms of the glossary that hold what was typed, in English or in another language.
import { say } from "./words.js";

const input = document.querySelector("[data-filter]");
const found = document.querySelector(".term-found");
const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const terms = [...document.querySelectorAll(".term")].map((element) => ({
  element,
  names: [...element.querySelectorAll("dfn, .term-own, .term-names [lang]")].map((name) => plain(name.textContent)),
}));
const letters = [...document.querySelectorAll(".letter")].map((section) => {
  const link = document.querySelector(`.letters a[href="#${section.getAttribute("aria-labelledby")}"]`);
  return [section, link.closest("li")];
});

function filter() {
  const wanted = plain(input.value);
  for (const { element, names } of terms) element.hidden = !names.some((name) => name.includes(wanted));
  for (const [section, item] of letters) section.hidden = item.hidden = !section.querySelector(".term:not([hidden])");
  const n = terms.filter(({ element }) => !element.hidden).length;
  found.textContent = wanted ? say("glossary.found", { n, of: terms.length }) : "";
}

// A link to a term that is not among those left shows them all again.
function arrive() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  input.value = "";
  filter();
  target.scrollIntoView();
}

input.addEventListener("input", filter);
addEventListener("hashchange", arrive);
input.closest(".term-filter").hidden = false;
filter(); // the browser may have kept what was typed before
