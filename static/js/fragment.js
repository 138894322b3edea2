// HTML from our own server becomes elements here and nowhere else.

const policy = window.trustedTypes?.createPolicy("gridstride", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return document.importNode(template.content, true).firstElementChild;
}

// Fetches a path of this site. Rejects where the answer is not a success, is not HTML, or came from elsewhere.
export async function fetchFragment(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { "X-Fragment": "1", ...options.headers } });
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!response.ok || !isHtml || new URL(response.url).origin !== location.origin) {
    throw new Error(`${path} answered ${response.status}`);
  }
  return parse(await response.text());
}
