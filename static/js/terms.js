// A term's card opens where the term stands: when the pointer rests on it, focus comes to it or a finger taps it. The
// cards come with the page. A click and the Enter key still follow the link, but a finger's first tap opens the card,
// which holds the link too. The element itself (popover) puts the card above everything and closes it on Escape.

const rest = 300; // ms until a card opens, so that a pointer on its way elsewhere opens none
const grace = 250; // ms until it closes, in which the pointer gets from the term into the card
const gap = 6; // px between the two
const edge = 8; // px to each side of the window
const least = 160; // px: a card is never cut lower than this

let open = null; // {card, link}
let left = null; // the link whose card was put away: it stays so until its reader goes elsewhere
let timer;
let finger = null; // of a touch that has begun: {link}, whose card was open then

const termOf = (node) => node.closest?.('a[aria-describedby^="term:"]');
const cardOf = (link) => document.getElementById(link.getAttribute("aria-describedby").replace(/:is$/, ""));
const stopsOf = (card) => [...card.querySelectorAll("a, button")].filter((stop) => stop.checkVisibility());

function later(delay, act) {
  clearTimeout(timer);
  timer = setTimeout(act, delay);
}

// Below the link, or above it where there is more room; a link that wraps is as wide as its line `at` the pointer.
function place(card, link, at) {
  const lines = [...link.getClientRects()];
  const line = lines.find(({ top, bottom }) => at >= top && at <= bottom) ?? lines[0];
  if (!line) return;
  const wide = document.documentElement.clientWidth;
  const [above, below] = [line.top - gap - edge, innerHeight - line.bottom - gap - edge];
  card.style.maxBlockSize = `${Math.max(above, below, least)}px`;
  const { width, height } = card.getBoundingClientRect();
  const under = height <= below || below >= above;
  const start = getComputedStyle(link).direction === "rtl" ? line.right - width : line.left;
  card.style.left = `${scrollX + Math.max(edge, Math.min(start, wide - width - edge))}px`;
  card.style.top = `${scrollY + (under ? line.bottom + gap : line.top - gap - height)}px`;
}

function show(link, at) {
  clearTimeout(timer);
  const card = cardOf(link);
  if (!card || open?.card === card || !link.isConnected) return;
  open?.card.hidePopover();
  open = { card, link };
  left = null;
  card.showPopover();
  place(card, link, at);
}

// A card that names another term makes room for that one's, at the same link.
function turn(name) {
  const { card: old, link } = open;
  const card = cardOf(name);
  if (!card || card === old) return;
  const { left: x, top: y } = old.style;
  old.hidePopover();
  open = { card, link };
  left = null;
  card.showPopover();
  Object.assign(card.style, { left: x, top: y });
  place(card, link);
  card.focus({ preventScroll: true });
}

function hide() {
  clearTimeout(timer);
  open?.card.hidePopover();
}

// However it comes to that. Focus that was in the card goes back to its link.
function closing({ target: card, newState }) {
  if (newState !== "closed" || open?.card !== card) return;
  const { link } = open;
  open = null;
  left = link;
  if (card.contains(document.activeElement)) link.focus({ preventScroll: true });
}

function held() {
  const { activeElement } = document;
  return open.card.contains(activeElement) || (open.link === activeElement && activeElement.matches(":focus-visible"));
}

function pointed({ target, pointerType, clientY }) {
  if (pointerType === "touch") return;
  const inside = open?.card.contains(target);
  const link = inside ? null : termOf(target);
  if (link !== left) left = null;
  if (inside || (open && link === open.link)) clearTimeout(timer);
  else if (link && link !== left) later(rest, () => show(link, clientY));
  else if (open && !held()) later(grace, hide);
  else clearTimeout(timer);
}

function focused({ target }) {
  if (open && (open.card.contains(target) || open.link === target)) return;
  const link = termOf(target);
  if (link !== left) left = null;
  if (open) hide();
  if (link && link !== left && link.matches(":focus-visible")) later(rest, () => show(link));
  else clearTimeout(timer);
}

function clicked(event) {
  const { target, button, clientY } = event;
  const link = termOf(target);
  if (!link || button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (open?.card.contains(link)) {
    event.preventDefault();
    turn(link);
  } else if (finger && cardOf(link)) {
    event.preventDefault();
    if (finger.link === link) return; // a second tap has put its card away
    show(link, clientY);
    open.card.focus({ preventScroll: true });
  }
}

// The card stands at the end of the page, but Tab goes from its link into it and out of it behind the link.
function tabbed(event) {
  finger = null;
  if (event.key !== "Tab" || !open) return;
  const { card, link } = open;
  const stops = stopsOf(card);
  const { activeElement } = document;
  if (activeElement === link && !event.shiftKey) {
    event.preventDefault();
    stops[0].focus();
  } else if (event.shiftKey && (activeElement === card || activeElement === stops[0])) {
    event.preventDefault();
    link.focus();
  } else if (!event.shiftKey && activeElement === stops.at(-1)) {
    hide(); // which gives focus to the link, from where the key goes on
  }
}

function adopt(page) {
  for (const card of page.querySelectorAll(".term-card")) {
    if (!document.getElementById(card.id)) document.body.append(card);
  }
}

if ("popover" in HTMLElement.prototype) {
  for (const cards of document.querySelectorAll("[data-terms]")) cards.hidden = false;
  document.addEventListener("beforetoggle", closing, true);
  document.addEventListener("pointerover", pointed);
  document.addEventListener("pointerdown", ({ pointerType }) => {
    finger = pointerType === "touch" ? { link: open?.link } : null;
  }, true);
  document.addEventListener("focusin", focused);
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", tabbed);
  document.addEventListener("fetched", ({ detail }) => adopt(detail));
}
