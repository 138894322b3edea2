// Times as their reader writes them: in the page's language, with the habits of their own country.

const { lang } = document.documentElement;
const locale = navigator.languages.find((wanted) => wanted.split("-")[0] === lang) ?? lang;

// The time alone where it was today.
export function clock(iso, timeStyle = "short") {
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(locale, today ? { timeStyle } : { dateStyle: "medium", timeStyle });
}

// The server knows no time zone, and says UTC. To the second: several attempts may fall into one minute.
export function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.title || time.textContent;
    time.textContent = clock(time.dateTime, "medium");
  }
}
