// The editor's look in the site's tokens, so that it follows the theme without being told.
import { EditorView, classHighlighter, syntaxHighlighting } from "../vendor/codemirror.js";

const sign = (text, colour) => ({ content: `"${text}"`, color: `var(--${colour})` });
const wavy = (colour) => ({
  backgroundImage: "none",
  paddingBottom: "0",
  textDecoration: `underline wavy var(--${colour}) 1.5px`,
  textUnderlineOffset: "4px",
  textDecorationSkipInk: "none",
});
const ink = (...names) => names.map((name) => `.tok-${name}`).join(", ");

const frame = {
  "&": { color: "var(--text)", backgroundColor: "var(--code-bg)", fontSize: "var(--editor-size, 0.9375rem)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto", maxHeight: "min(40rem, 72vh)" },
  ".cm-content": { padding: "12px 0", minHeight: "var(--editor-height, 14rem)", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)", fontWeight: "700" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--surface2)",
    outline: "1px solid var(--border-strong)",
  },
  ".cm-nonmatchingBracket": { color: "var(--err)" },
  ".cm-selectionMatch": { backgroundColor: "var(--surface2)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-bg)", outline: "1px solid var(--warn)" },
};

const gutters = {
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--code-bg)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25rem", padding: "0 6px 0 8px" },
  ".cm-foldGutter .cm-gutterElement": { width: "1rem", textAlign: "center", cursor: "pointer" },
  ".cm-gutter-lint": { width: "1.5rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", display: "grid", placeItems: "center" },
  ".cm-counts .cm-gutterElement": { padding: "0" },
  ".cm-counts .cm-gutterElement > span": {
    padding: "0 12px",
    fontFamily: "var(--sans)",
    fontSize: "0.8125rem",
    fontVariantNumeric: "tabular-nums",
    textAlign: "right",
    whiteSpace: "nowrap",
  },
  ".cm-counts .cm-costly": { color: "var(--warn)", fontWeight: "600" },
  "@media (width < 40rem)": {
    ".cm-gutters-after": { display: "none" },
    ".cm-line[data-count]::after": {
      content: "attr(data-count)",
      display: "block",
      position: "sticky",
      left: "8px",
      width: "max-content",
      color: "var(--muted)",
      font: "0.8125rem/1.4 var(--sans)",
      fontVariantNumeric: "tabular-nums",
    },
    ".cm-line[data-costly]::after": { color: "var(--warn)", fontWeight: "600" },
  },
};

const findings = {
  ".cm-lint-marker": { width: "auto", height: "auto", font: "700 0.875rem/1 var(--sans)", cursor: "default" },
  ".cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info": { content: "normal" },
  ".cm-lint-marker-error::before": sign("✕", "err"),
  ".cm-lint-marker-warning::before": sign("▲", "warn"),
  ".cm-lint-marker-info::before": sign("ℹ", "info"),
  ".cm-lintRange-error": wavy("err"),
  ".cm-lintRange-warning": wavy("warn"),
  ".cm-lintRange-info": wavy("info"),
  ".cm-lintRange-active": { backgroundColor: "transparent" },
  ".cm-line-error": { backgroundColor: "var(--err-bg)" },
  ".cm-line-warning": { backgroundColor: "var(--warn-bg)" },
  ".cm-line-info": { backgroundColor: "var(--info-bg)" },
  ...Object.fromEntries([1, 2, 3, 4, 5].map((heat) => [`.cm-heat-${heat}`, { backgroundColor: `var(--heat-${heat})` }])),
};

const overlays = {
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--bg)",
    border: "1px solid var(--border-strong)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-diagnostic": {
    maxWidth: "30rem",
    padding: "8px 12px",
    borderLeftWidth: "4px",
    font: "0.9375rem/1.5 var(--sans)",
    whiteSpace: "pre-wrap",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--err)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-diagnosticSource": { color: "var(--muted)", fontSize: "0.8125rem", opacity: "1" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 10px", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "8px 12px", font: "0.875rem/1.5 var(--sans)" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--surface)", zIndex: "5" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--border)" },
  ".cm-panel.cm-search": { padding: "8px", font: "0.875rem var(--sans)" },
  ".cm-textfield": {
    color: "var(--text)",
    backgroundColor: "var(--bg)",
    border: "1px solid var(--border-strong)",
    borderRadius: "4px",
  },
  ".cm-button": {
    color: "var(--text)",
    background: "var(--surface2)",
    border: "1px solid var(--border-strong)",
    borderRadius: "4px",
  },
  ".cm-panel button[name=close]": { color: "var(--text)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { color: "var(--text)", background: "var(--surface2)" },
  ".cm-foldPlaceholder": { color: "var(--muted)", background: "var(--surface2)", border: "1px solid var(--border)" },
  ".cm-keys": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    justifyContent: "space-between",
    padding: "6px 12px",
    color: "var(--muted)",
    font: "0.8125rem/1.5 var(--sans)",
  },
  ".cm-keys .cm-place": { fontVariantNumeric: "tabular-nums" },
  "@media (pointer: coarse)": { ".cm-help": { display: "none" } },
};

const tokens = {
  [ink("keyword", "operatorKeyword", "controlKeyword")]: { color: "var(--syn-kw)" },
  [ink("string", "string2")]: { color: "var(--syn-str)" },
  [ink("number", "bool", "atom", "literal")]: { color: "var(--syn-num)" },
  [ink("comment")]: { color: "var(--syn-com)" },
  [ink("variableName.tok-definition", "propertyName.tok-definition")]: { color: "var(--syn-fn)" },
  [ink("className", "typeName")]: { color: "var(--syn-type)" },
  [ink("meta")]: { color: "var(--syn-deco)" },
  [ink("invalid")]: { color: "var(--err)" },
};

export const theme = [
  EditorView.theme({ ...frame, ...gutters, ...findings, ...overlays, ...tokens }),
  syntaxHighlighting(classHighlighter),
];
