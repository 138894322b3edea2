// The sentences that scripts say, in the page's language: the server puts them into the page.

const table = JSON.parse(document.querySelector('meta[name="words"]')?.content ?? "{}");

export function say(key, slots = {}) {
  const sentence = table[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (slot, name) => slots[name] ?? slot);
}
