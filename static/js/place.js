// Tells the server which section is being read, so that the course page leads back to it.

const { lesson } = document.querySelector("[data-toc]").dataset;
const dwell = 4_000; // ms in a section before it counts as read, which is also how often the server hears of it

let reported = "";
let reading = "";
let timer;

function report(options = {}) {
  clearTimeout(timer);
  if (!reading || reading === reported) return;
  reported = reading;
  const token = document.querySelector('meta[name="csrf-token"]').content;
  fetch("/api/place", {
    ...options,
    method: "PUT",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: JSON.stringify({ lesson, anchor: reading }),
  }).catch(() => (reported = "")); // the next section is told instead
}

// A page that opens at its top would else forget where its reader was the last time.
function moved() {
  return scrollY > 0;
}

document.addEventListener("reading", (event) => {
  if (!moved() || event.detail === reading) return;
  reading = event.detail;
  clearTimeout(timer);
  timer = setTimeout(report, dwell);
});
addEventListener("pagehide", () => report({ keepalive: true }));
document.addEventListener("visibilitychange", () => document.hidden && report({ keepalive: true }));
