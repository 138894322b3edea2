// HTML from our own server becomes elements here and nowhere else.
import { localise } from "./clock.js";
import { refusal } from "./refused.js";

const policy = window.trustedTypes?.createPolicy("gridstride", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  const parsed = document.importNode(template.content, true);
  localise(parsed);
  return parsed;
}

const refused = 422; // the fragment says itself what is wrong

// Fetches a path of this site as elements. Rejects where the answer is none of ours, with Refused where it says why.
export async function fetchPage(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { "X-Fragment": "1", ...options.headers } });
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!(response.ok || response.status === refused) || !isHtml || new URL(response.url).origin !== location.origin) {
    throw await refusal(response);
  }
  const page = parse(await response.text());
  document.dispatchEvent(new CustomEvent("fetched", { detail: page })); // cards of terms lie beside what is asked for
  return page;
}

// As above, and takes the one element that is meant.
export async function fetchFragment(path, selector, options = {}) {
  const page = await fetchPage(path, options);
  return page.querySelector(selector);
}
