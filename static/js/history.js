// The list of what was sent grows when a verdict arrives.
import { fetchFragment } from "./fragment.js";

document.addEventListener("graded", async () => {
  const fresh = await fetchFragment(location.pathname, ".history").catch(() => null);
  if (fresh) document.querySelector(".history").replaceWith(fresh);
});
