// Times as their reader writes them: in the page's language, with the habits of their own country.

const { lang } = document.documentElement;
const locale = navigator.languages.find((wanted) => wanted.split("-")[0] === lang) ?? lang;

// The time alone where it was today.
export function clock(iso) {
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(locale, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}
