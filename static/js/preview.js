// An author's preview: loads the page again where it was, as soon as the course has changed.
const banner = document.querySelector("[data-preview]");
const shown = banner.dataset.revision;
const PLACE = "gridstride-preview-place";
const EVERY_MS = 1000;

const before = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
sessionStorage.removeItem(PLACE);
if (before?.path === location.pathname) {
  const back = () => scrollTo({ top: before.top, behavior: "instant" });
  if (document.readyState === "complete") back();
  else addEventListener("load", back);
}

async function look() {
  if (document.visibilityState === "visible" && (await revision()) !== shown) {
    sessionStorage.setItem(PLACE, JSON.stringify({ path: location.pathname, top: scrollY }));
    location.reload();
    return;
  }
  setTimeout(look, EVERY_MS);
}

// What is shown, where nobody answers: the server may just be starting again.
async function revision() {
  try {
    const response = await fetch("/api/author/revision");
    return response.ok ? (await response.json()).revision : shown;
  } catch {
    return shown;
  }
}

look();
