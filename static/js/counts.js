// Memory counts of the last verdict, printed beside their lines.
import { GutterMarker, RangeSet, StateEffect, StateField, gutter } from "../vendor/codemirror.js";
import { say } from "./words.js";

const sectorBytes = 32;

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
  if (!facts.length) return null;
  const shown = facts.find((fact) => fact.costly) ?? facts[0];
  return { ...shown, title: facts.map((fact) => fact.title).join("\n") };
}

export const setCounts = StateEffect.define();

const counts = StateField.define({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    const moved = markers.map(transaction.changes);
    const effect = transaction.effects.find((candidate) => candidate.is(setCounts));
    return effect ? RangeSet.of(effect.value, true) : moved;
  },
});

// {position: profile} as markers, each at the start of its line.
export function markersAt(profiles) {
  return profiles.flatMap(([position, profile]) => {
    const fact = describe(profile);
    return fact ? [new Count(fact.text, fact.title, fact.costly).range(position)] : [];
  });
}

export const countsGutter = [
  counts,
  gutter({ class: "cm-counts", side: "after", markers: (view) => view.state.field(counts) }),
];
