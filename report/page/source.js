// The program: its lines, which of them is marked, and with it which events.

function showSource(program) {
  sourceFiles = program.files || [];
  const wrong = new Set(program.errors.flatMap(error => error.places.map(place => place.line)));
  const lines = colouredLines(program.source.replace(/\r\n?/g, '\n'), program.language);
  fill(byId('source'),
    h('ol', { class: 'code', 'aria-label': `Source of ${program.name}`, tabindex: 0, onkeydown: onSourceKey },
      lines.map((pieces, index) => [fileHeading(index, pieces), h('li', {
        'data-line': index + 1, 'data-number': placeOf(index + 1).match(/\d+$/)[0],
        class: wrong.has(index + 1) ? 'wrong' : false,
        onmouseenter: () => mark(index + 1), onmouseleave: markPinned,
        onclick: () => pin(index + 1)
      }, h('span', {}, pieces.map(([kind, text]) => kind ? h('span', { class: kind }, text) : text),
           pieces.length === 0 ? ' ' : ''))])));
}

// The name of a file above its first line. Drover's own headers are empty, and have no heading.
function fileHeading(index, pieces) {
  const at = sourceFiles.findLastIndex(each => each.before === index);
  if (at < 0) return '';
  const isEmpty = pieces.length === 0 && (sourceFiles[at + 1] || {}).before === index + 1;
  return isEmpty ? '' : h('li', { class: 'file' }, sourceFiles[at].name);
}

const lineElement = line => byId('source').querySelector(`li[data-line="${line}"]`);
const eventNodes = () => [...byId('view').querySelectorAll('g.node[data-line]')];

// Marks a line, and the events that are at it, or only the one with that letter; 0: none.
function mark(line, letter) {
  for (const li of byId('source').querySelectorAll('li.marked')) li.classList.remove('marked');
  for (const node of byId('view').querySelectorAll('g.node')) {
    const isIt = letter ? node.dataset.letter === letter : line > 0 && Number(node.dataset.line) === line;
    node.classList.toggle('marked', isIt);
  }
  const li = line > 0 ? lineElement(line) : null;
  if (li) li.classList.add('marked');
  showLineText(li ? line : 0, li ? li.textContent.trim() : '');
  return li;
}

// Where the program is out of sight, the line stands below the picture.
function showLineText(line, text) {
  const box = byId('line-text');
  if (!box) return;
  fill(box, line > 0 ? [`${placeOf(line)}: `, h('code', {}, text)] : 'Point at an event or a line to see what belongs to it.');
}

// What a click has marked.
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

// Scrolls within the box of the source only.
function reveal(li) {
  if (!li) return;
  const box = li.parentElement;
  const top = li.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + li.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 3;
  }
}

// A button that marks a line, and lets go of it again.
function lineButton(line, text) {
  return h('button', { type: 'button', class: 'line', onmouseenter: () => mark(line), onmouseleave: markPinned,
    onclick: () => { reveal(lineElement(line)); pin(line); } }, text);
}

// The same for one event of the picture at hand: others on its line stay as they are.
function eventButton(letter, line, text) {
  const show = () => { mark(line, letter); };
  return h('button', { type: 'button', class: 'line event', 'data-letter': letter, onmouseenter: show, onmouseleave: markPinned,
    onfocus: show, onblur: markPinned, onclick: () => { reveal(lineElement(line)); pin(line, letter); } }, text);
}

// Lines that the picture at hand has events of.
function noteLines() {
  const lines = new Set(eventNodes().map(node => node.dataset.line));
  for (const li of byId('source').querySelectorAll('li')) li.classList.toggle('has-events', lines.has(li.dataset.line));
}

// In the program, ↑ and ↓ go from one line with events to the next.
function onSourceKey(event) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  const lines = [...byId('source').querySelectorAll('li.has-events')].map(li => Number(li.dataset.line));
  if (lines.length === 0) return;
  const next = by > 0 ? lines.find(line => line > state.pinned) : lines.reverse().find(line => line < state.pinned);
  event.preventDefault();
  if (next === undefined) return;
  state.pinned = next;
  state.pinnedLetter = '';
  reveal(mark(next));
}
