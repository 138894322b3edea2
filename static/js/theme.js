// Switches the theme at once; the form still tells the server, which renders the next page with it.

async function choose(form, theme) {
  document.documentElement.dataset.theme = theme;
  for (const button of form.querySelectorAll('[name="theme"]')) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
  const body = new URLSearchParams(new FormData(form));
  body.set("theme", theme);
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
  } catch {
    // Without the server the choice lasts for this page, which is all that it can do.
  }
}

document.addEventListener("submit", (event) => {
  const { submitter, target } = event;
  if (submitter?.name !== "theme") return;
  event.preventDefault();
  choose(target, submitter.value);
});
