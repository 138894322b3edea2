// The sentences that scripts say, in the page's language: the server puts them into the page.

// say(key, slots) for a table {key: sentence}.
export const sayer = (table) => (key, slots = {}) => {
  const sentence = table[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (slot, name) => slots[name] ?? slot);
};

export const say = sayer(JSON.parse(document.querySelector('meta[name="words"]')?.content ?? "{}"));
