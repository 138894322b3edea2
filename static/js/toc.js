// Marks the section that is being read in the table of contents.

const toc = document.querySelector("[data-toc]");
const links = new Map([...toc.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]));

function mark(current) {
  for (const [id, link] of links) {
    if (id === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

const observer = new IntersectionObserver(
  (entries) => {
    const entered = entries.find((entry) => entry.isIntersecting);
    if (entered) mark(entered.target.id);
  },
  { rootMargin: "-10% 0px -70% 0px" },
);
for (const id of links.keys()) {
  const heading = document.getElementById(id);
  if (heading) observer.observe(heading);
}
