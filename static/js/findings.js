// Findings of a verdict as marks in the editor: a sign in the margin, a tint and an underline on the line.
import { Decoration, EditorView, StateEffect, StateField } from "../vendor/codemirror.js";

export const setFindingLines = StateEffect.define();

const severities = ["info", "warning", "error"];

export const findingLines = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const moved = marks.map(transaction.changes);
    const effect = transaction.effects.find((candidate) => candidate.is(setFindingLines));
    return effect ? Decoration.set(effect.value, true) : moved;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// The part of a line that holds code, without its indent and its comment.
function codeRange(line) {
  const code = line.text.replace(/\s*(#.*)?$/, "");
  const indent = line.text.length - line.text.trimStart().length;
  return code.length > indent ? [line.from + indent, line.from + code.length] : [line.from, line.to];
}

// A finding between two lines is shown on both.
function places(finding) {
  const { line, other_line: other } = finding;
  return other && other !== line ? [finding, { ...finding, line: other, severity: "info" }] : [finding];
}

// `snapshot` is the text that was judged (`doc`), and what happened to it since (`edits`).
export function diagnosticsOf(findings, { doc, edits }) {
  return findings.flatMap(places).flatMap(({ line, severity, message, help, heat = 0 }) => {
    if (!line || line > doc.lines) return [];
    const [start, end] = codeRange(doc.line(line));
    const from = edits.mapPos(start, 1);
    const to = edits.mapPos(end, -1);
    if (to < from || (to === from && start !== end)) return []; // the line was deleted
    return [{ from, to, severity, heat, message: help ? `${message}\n${help}` : message }];
  });
}

// One line decoration a line: of the worst severity on it, or of the heat where nothing is worse than what it costs.
export function lineMarks(diagnostics, doc) {
  const lines = new Map();
  for (const { from, severity, heat } of diagnostics) {
    const start = doc.lineAt(from).from;
    const worst = lines.get(start) ?? { rank: 0, heat: 0 };
    lines.set(start, { rank: Math.max(worst.rank, severities.indexOf(severity)), heat: Math.max(worst.heat, heat) });
  }
  const name = ({ rank, heat }) =>
    heat && severities[rank] !== "error" ? `cm-heat-${heat}` : `cm-line-${severities[rank]}`;
  return [...lines].map(([start, worst]) => Decoration.line({ class: name(worst) }).range(start));
}
