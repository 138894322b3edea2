// Memory counts of the last verdict, printed beside their lines, and where the screen is narrow under them.
import {
  Decoration,
  EditorView,
  GutterMarker,
  RangeSet,
  StateEffect,
  StateField,
  gutter,
} from "../vendor/codemirror.js";
import { say } from "./words.js";

const sectorBytes = 32;
const number = (count) => (count ?? 0).toLocaleString(document.documentElement.lang);

class Count extends GutterMarker {
  constructor(text, title, costly) {
    super();
    this.text = text;
    this.title = title;
    this.elementClass = costly ? "cm-costly" : "";
  }

  eq(other) {
    return this.text === other.text && this.title === other.title && this.elementClass === other.elementClass;
  }

  toDOM() {
    const element = document.createElement("span");
    element.textContent = this.text;
    element.title = this.title;
    return element;
  }
}

const total = (profile, ...names) => names.reduce((sum, name) => sum + (profile[name] ?? 0), 0);

// A profile line as {text, title, costly}, or null where the line touches no memory that is counted.
export function describe(profile) {
  const requests = total(profile, "global_load_requests", "global_store_requests");
  const sectors = total(profile, "global_load_sectors", "global_store_sectors");
  const bytes = total(profile, "global_load_bytes", "global_store_bytes");
  const shared = profile.shared_requests ?? 0;
  const facts = [];
  if (requests) {
    const each = (sectors / requests).toFixed(1);
    facts.push({
      text: say("count.sectors", { each }),
      title: say("count.sectors_title", { each, requests, sectors, bytes }),
      costly: bytes / (sectors * sectorBytes) < 0.5,
    });
  }
  if (shared) {
    const each = (profile.shared_wavefronts / shared).toFixed(1);
    const { shared_wavefronts: wavefronts, shared_ideal: ideal } = profile;
    facts.push({
      text: say("count.wavefronts", { each }),
      title: say("count.wavefronts_title", { each, shared, wavefronts, ideal }),
      costly: wavefronts > ideal,
    });
  }
  if (profile.atomics) {
    const slots = { atomics: number(profile.atomics), on_device: number(profile.global_atomics) };
    facts.unshift({ text: say("count.atomics", slots), title: say("count.atomics_title", slots), costly: false });
  }
  if (!facts.length) return null;
  const shown = facts.find((fact) => fact.costly) ?? facts[0];
  return { ...shown, title: facts.map((fact) => fact.title).join("\n") };
}

// What the line costs of all that a missed requirement counts, where it is not the only one.
function priced(fact, share) {
  if (!share || share > 0.995) return fact;
  return { ...fact, text: say("count.share", { text: fact.text, percent: Math.round(100 * share) }) };
}

export const setCounts = StateEffect.define();

function following(name) {
  return (sets, transaction) => {
    const effect = transaction.effects.find((candidate) => candidate.is(setCounts));
    return effect ? effect.value[name] : sets.map(transaction.changes);
  };
}

const beside = StateField.define({ create: () => RangeSet.empty, update: following("beside") });
const below = StateField.define({
  create: () => Decoration.none,
  update: following("below"),
  provide: (field) => EditorView.decorations.from(field),
});

// [position, profile, share] of each line that touches memory, as what `setCounts` takes.
export function countsAt(profiles) {
  const facts = profiles.flatMap(([position, profile, share]) => {
    const fact = describe(profile);
    return fact ? [[position, priced(fact, share)]] : [];
  });
  const under = ({ text, costly }) =>
    Decoration.line({ attributes: { "data-count": text, ...(costly && { "data-costly": "" }) } });
  return {
    beside: RangeSet.of(facts.map(([at, fact]) => new Count(fact.text, fact.title, fact.costly).range(at)), true),
    below: Decoration.set(facts.map(([at, fact]) => under(fact).range(at)), true),
  };
}

export const countsGutter = [
  beside,
  below,
  gutter({ class: "cm-counts", side: "after", markers: (view) => view.state.field(beside) }),
];
