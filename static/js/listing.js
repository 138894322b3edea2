// On a page that shows a sent kernel, a finding's line button leads to that line.

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-line]");
  const line = button && document.getElementById(`line-${button.dataset.line}`);
  if (!line) return;
  document.querySelector("[data-listing] .line-current")?.classList.remove("line-current");
  line.classList.add("line-current");
  line.tabIndex = -1;
  line.focus();
});
