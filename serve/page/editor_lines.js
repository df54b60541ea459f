// The program in the editor takes the place that the list of lines has in reports: lines are marked
// with the events that are at them.

const eventNodes = () => [...byId('view').querySelectorAll('g.node[data-line]')];
const lineElement = line => line;  // what `reveal` takes
let markedLine = null;
let linesWithEvents = [];

// Marks a line, and the events that are at it, or only the one with that letter; 0: none.
function mark(line, letter) {
  const editor = editors.program;
  if (markedLine !== null) editor.removeLineClass(markedLine, 'background', 'marked-line');
  markedLine = null;
  for (const node of byId('view').querySelectorAll('g.node')) {
    const isIt = letter ? node.dataset.letter === letter : line > 0 && Number(node.dataset.line) === line;
    node.classList.toggle('marked', isIt);
  }
  const isLine = line > 0 && line <= editor.lineCount() && !isStale();
  if (isLine) markedLine = editor.addLineClass(line - 1, 'background', 'marked-line');
  showLineText(isLine ? line : 0, isLine ? editor.getLine(line - 1).trim() : '');
  return isLine ? line : 0;
}

function showLineText(line, text) {
  const box = byId('line-text');
  if (box) fill(box, line > 0 ? [`line ${line}: `, h('code', {}, text)] : 'Point at an event to see its line.');
}

const markPinned = () => mark(state.pinned, state.pinnedLetter);

function pin(line, letter) {
  const isPinned = state.pinned === line && state.pinnedLetter === (letter || '');
  state.pinned = isPinned ? 0 : line;
  state.pinnedLetter = isPinned ? '' : letter || '';
  markPinned();
}

function unpin() {
  state.pinned = 0;
  state.pinnedLetter = '';
  mark(0);
}

function reveal(line) {
  if (line > 0 && !isStale()) editors.program.scrollIntoView({ line: line - 1, ch: 0 }, 40);
}

function lineButton(line, text) {
  return h('button', { type: 'button', class: 'line', onmouseenter: () => mark(line), onmouseleave: markPinned,
    onclick: () => { reveal(line); pin(line); } }, text);
}

function eventButton(letter, line, text) {
  const show = () => { mark(line, letter); };
  return h('button', { type: 'button', class: 'line event', 'data-letter': letter, onmouseenter: show, onmouseleave: markPinned,
    onfocus: show, onblur: markPinned, onclick: () => { reveal(line); pin(line, letter); } }, text);
}

function noteLines() {
  const editor = editors.program;
  editor.operation(() => {
    for (const handle of linesWithEvents) editor.removeLineClass(handle, 'wrap', 'event-line');
    const lines = new Set(eventNodes().map(node => Number(node.dataset.line)));
    linesWithEvents = isStale() ? [] : [...lines].filter(line => line <= editor.lineCount()).map(line => editor.addLineClass(line - 1, 'wrap', 'event-line'));
  });
}
