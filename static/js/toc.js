// Marks the section that is being read in the table of contents.

const toc = document.querySelector("[data-toc]");
const links = [...toc.querySelectorAll("a[href^='#']")];
const sections = links
  .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter(({ heading }) => heading);

let waiting = false;

function mark() {
  waiting = false;
  const line = innerHeight / 3;
  const current = sections.findLast(({ heading }) => heading.getBoundingClientRect().top < line);
  for (const { link } of sections) {
    if (link === current?.link) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function onScroll() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(mark);
}

addEventListener("scroll", onScroll, { passive: true });
mark();
