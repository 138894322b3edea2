// HTML from our own server becomes elements here and nowhere else.

const policy = window.trustedTypes?.createPolicy("gridstride", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

function parse(html, selector) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return document.importNode(template.content.querySelector(selector), true);
}

const refused = 422; // the fragment says itself what is wrong

// Fetches a path of this site and takes one element of what it answers. Rejects where the answer is none of ours.
export async function fetchFragment(path, selector, options = {}) {
  const response = await fetch(path, { ...options, headers: { "X-Fragment": "1", ...options.headers } });
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!(response.ok || response.status === refused) || !isHtml || new URL(response.url).origin !== location.origin) {
    throw new Error(`${path} answered ${response.status}`);
  }
  return parse(await response.text(), selector);
}
