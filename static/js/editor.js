// A kernel editor in a shadow root: there CodeMirror adopts its style sheets, and the page's policy needs no nonce.
import {
  ChangeSet,
  EditorSelection,
  EditorState,
  EditorView,
  Prec,
  autocompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  dropCursor,
  foldGutter,
  foldKeymap,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  indentOnInput,
  indentUnit,
  indentWithTab,
  isolateHistory,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  rectangularSelection,
  searchKeymap,
  setDiagnostics,
  showPanel,
} from "../vendor/codemirror.js";
import { costsOf, sharesOf } from "./costs.js";
import { countsAt, countsGutter, setCounts } from "./counts.js";
import { theme } from "./editor-theme.js";
import { diagnosticsOf, findingLines, lineMarks, setFindingLines } from "./findings.js";
import { kernelLanguage } from "./kernel-language.js";
import { typing } from "./typing.js";
import { say } from "./words.js";

function span(className, text) {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function keysPanel(view) {
  const dom = document.createElement("div");
  dom.className = "cm-keys";
  const help = span("cm-help", say("editor.keys"));
  help.id = "keys";
  const place = span("cm-place", "");
  const show = ({ state }) => {
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    place.textContent = say("editor.place", { line: line.number, column: head - line.from + 1 });
  };
  show(view);
  dom.append(help, place);
  return { dom, update: show };
}

function extensions({ label, onRun, onChange }) {
  return [
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (onRun(), true) }])),
    lintGutter(),
    lineNumbers(),
    foldGutter({ openText: "▾", closedText: "▸" }),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of("    "),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    rectangularSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    kernelLanguage,
    typing,
    findingLines,
    countsGutter,
    theme,
    showPanel.of(keysPanel),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": "keys",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      tabindex: "0", // checkers do not see that what can be edited can be focused
      translate: "no",
    }),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update)),
  ];
}

// The smallest single change that makes one text of another, so that marks around it stay where they are.
function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

// A text as it was judged, and what has happened to it since.
class Snapshot {
  constructor(doc) {
    this.doc = doc;
    this.edits = ChangeSet.empty(doc.length);
  }

  follow(changes) {
    this.edits = this.edits.compose(changes);
  }

  holds(line) {
    return line >= 1 && line <= this.doc.lines;
  }

  // Where a line of the snapshot begins today.
  start(line, today) {
    return today.lineAt(this.edits.mapPos(this.doc.line(line).from, 1)).from;
  }
}

export class Editor {
  #view;
  #shown; // the snapshot that the marks on show refer to
  #sent; // the snapshot that the next marks will refer to

  constructor(host, { text, label, onRun, onChange }) {
    const root = host.attachShadow({ mode: "open" });
    const changed = (update) => {
      for (const snapshot of new Set([this.#shown, this.#sent])) snapshot.follow(update.changes);
      onChange(this.text);
    };
    const parts = extensions({ label, onRun, onChange: changed });
    this.#view = new EditorView({ doc: text, extensions: parts, parent: root, root });
    this.#shown = this.#sent = new Snapshot(this.#view.state.doc);
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  // The present text is the one that the next marks will speak of.
  remember() {
    this.#sent = new Snapshot(this.#view.state.doc);
  }

  replace(text) {
    const changes = difference(this.text, text);
    if (changes.from === changes.to && !changes.insert) return;
    this.#view.dispatch({ changes, annotations: isolateHistory.of("full"), userEvent: "input" });
  }

  type(text) {
    const { state } = this.#view;
    this.#view.dispatch(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  }

  indent(deeper) {
    (deeper ? indentMore : indentLess)(this.#view);
  }

  // Shows a verdict on the text that was remembered last.
  mark({ findings, lines, ...verdict }) {
    this.#shown = this.#sent;
    const { state } = this.#view;
    const costs = costsOf(verdict);
    const here = findings.filter((finding) => !finding.in_kernel);
    const diagnostics = diagnosticsOf([...here, ...costs], this.#shown);
    this.#view.dispatch(setDiagnostics(state, diagnostics));
    const counts = countsAt(verdict.launched ? [] : this.#counted(lines, sharesOf(costs)));
    this.#view.dispatch({
      effects: [setFindingLines.of(lineMarks(diagnostics, state.doc)), setCounts.of(counts)],
    });
  }

  // [position, profile, share of the cost] of each line that was counted.
  #counted(profiles, shares) {
    const { doc } = this.#view.state;
    return Object.entries(profiles)
      .map(([line, profile]) => [Number(line), profile])
      .filter(([line]) => this.#shown.holds(line))
      .map(([line, profile]) => [this.#shown.start(line, doc), profile, shares.get(line)]);
  }

  // Shows a line of the judged text, wherever edits have moved it.
  reveal(line) {
    if (!this.#shown.holds(line)) return;
    const position = this.#shown.start(line, this.#view.state.doc);
    this.#view.dispatch({
      selection: EditorSelection.cursor(position),
      effects: EditorView.scrollIntoView(position, { y: "center" }),
    });
    this.focus();
  }

  // `at`: where the caret goes, in UTF-16 units; without one, what is selected stays so.
  focus(at) {
    if (at !== undefined) this.#view.dispatch({ selection: EditorSelection.cursor(at) });
    this.#view.focus();
  }
}
