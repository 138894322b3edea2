// Typing over a selection. Left to itself, Chromium keeps the look of the text that goes as an inline style on the text
// that comes; the page's policy blocks that and complains in the console.
import { EditorView } from "../vendor/codemirror.js";

function typeOver(event, view) {
  const { state, composing } = view;
  const { main } = state.selection;
  if (event.inputType !== "insertText" || event.data === null || composing || main.empty) return false;
  event.preventDefault();
  const plain = () =>
    state.update(state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const handlers = state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, main.from, main.to, event.data, plain))) view.dispatch(plain());
  return true;
}

export const typing = EditorView.domEventHandlers({ beforeinput: typeOver });
