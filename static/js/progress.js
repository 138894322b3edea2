// What the page says of the reader's progress follows what they have just done.
import { fetchPage } from "./fragment.js";

const places = [".lesson-meta", ".exercise-head", ".history"];

async function refresh() {
  const page = await fetchPage(location.pathname + location.search).catch(() => null);
  if (!page) return; // the next page load will tell
  for (const place of places) {
    const fresh = page.querySelectorAll(place);
    document.querySelectorAll(place).forEach((shown, index) => {
      const same = !fresh[index] || shown.isEqualNode(fresh[index]);
      if (!same && !shown.contains(document.activeElement)) shown.replaceWith(fresh[index]);
    });
  }
}

document.addEventListener("graded", refresh);
document.addEventListener("marked", refresh);
