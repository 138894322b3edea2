// Marks the section that is being read in the table of contents, and says so to who wants to know.

const toc = document.querySelector("[data-toc]");
const links = [...toc.querySelectorAll("a[href^='#']")];
const sections = links
  .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter(({ heading }) => heading);

// A section is read once its heading has passed a line a third of the way down. All above the line counts as one:
// a jump from the top to the end takes headings past it that are seen neither before nor after.
const line = { rootMargin: "1000000px 0px -66.6% 0px" };

function mark() {
  const current = sections.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
  for (const { link } of sections) {
    if (link === current?.link) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (current) document.dispatchEvent(new CustomEvent("reading", { detail: current.heading.id }));
}

// Told when a heading passes the line: nothing runs while none does.
const observer = new IntersectionObserver(mark, line);
for (const { heading } of sections) observer.observe(heading);
