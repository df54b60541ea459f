// The two editors, and what is wrong with their texts.

const editors = {};       // program, model
const findings = { program: [], model: [] };
let subject = { kind: 'core', language: 'core', default_model: '', observables: [] };  // what the server says of the program
let onTextChange = () => {};

function makeEditor(name, label, language) {
  const editor = CodeMirror(byId(`${name}-editor`), {
    lineNumbers: true, matchBrackets: true, autoCloseBrackets: true, tabSize: 4, indentUnit: 2, lineWrapping: false,
    mode: { name: 'drover', language }, screenReaderLabel: label, viewportMargin: 60,
    extraKeys: {
      'Ctrl-Space': () => propose(editor, true), 'Ctrl-Enter': () => byId('check-button').click(), 'Cmd-Enter': () => byId('check-button').click(),
      Tab: each => each.execCommand('insertSoftTab'), Esc: leaveEditor
    }
  });
  editor.on('change', (each, change) => {
    if (change.origin === 'setValue') {
      // Another text: the findings are not about it.
      findings[name] = [];
      showFindings(name);
    } else {
      hasTyped = true;
    }
    onTextChange();
    askSoon(name);
  });
  editor.on('inputRead', (each, change) => {
    if (/^[\w@]$/.test(change.text[0]) && !each.state.completionActive) propose(each, false);
  });
  editors[name] = editor;
}

// The tabulator key indents: this is the way out.
function leaveEditor(editor) {
  if (editor.state.completionActive) return CodeMirror.Pass;
  editor.setOption('extraKeys', { ...editor.getOption('extraKeys'), Tab: false, 'Shift-Tab': false });
  editor.on('blur', function back() {
    editor.off('blur', back);
    editor.setOption('extraKeys', { ...editor.getOption('extraKeys'), Tab: each => each.execCommand('insertSoftTab') });
  });
  byId('status').textContent = 'The tabulator key now leaves the editor.';
}

function propose(editor, isAsked) {
  const { list, from, to } = proposals(editor);
  const typed = to.ch - from.ch;
  const isBehindAt = editor.getLine(to.line).slice(0, from.ch).endsWith('@');
  if (list.length === 0 || (!isAsked && typed < 2 && !isBehindAt)) return;
  editor.showHint({ hint: () => proposals(editor), completeSingle: isAsked, closeCharacters: /[\s()[\]{};:>,]/ });
}

const programText = () => editors.program.getValue();
const modelText = () => editors.model.getValue();
const OwnModel = 'own.cat';

function setLanguage(editor, language) {
  if (editor.getOption('mode').language !== language) editor.setOption('mode', { name: 'drover', language });
}

// ---- What is wrong

const timers = {}, pending = {};
const TypingPause = 250;

function askSoon(name) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(() => ask(name).catch(complain), TypingPause);
}

async function ask(name) {
  // Else the one that is due soon would end this one, and who waits for it.
  clearTimeout(timers[name]);
  if (pending[name]) pending[name].abort();
  const control = pending[name] = new AbortController();
  const text = editors[name].getValue();
  if (text.trim() === '') {
    findings[name] = [];
    showFindings(name);
    return;
  }
  const isModel = name === 'model';
  const answer = await post('/api/diagnostics', { text, ...(isModel ? { kind: 'cat', name: OwnModel } : { unroll: chosenUnroll() }) }, { signal: control.signal });
  if (text !== editors[name].getValue() || !answer.result) return;
  findings[name] = answer.result.diagnostics;
  if (!isModel) {
    subject = { ...answer.result, text };
    setLanguage(editors.program, subject.language);
    showKind();
    modelsFollow();
    checkSoon();
  }
  showFindings(name);
}

// The text may have changed too recently for `subject` to be about it.
async function knowSubject() {
  if (subject.text !== programText()) await ask('program');
}

function showKind() {
  const words = subject.kind === 'core' ? 'core language' : subject.kind === 'c' ? 'C program' : `litmus test, ${subject.language}`;
  byId('kind').textContent = words;
}

// Columns count characters; the editor counts halves of some of them.
function placeOf(editor, line, column) {
  const text = editor.getLine(line - 1) || '';
  return CodeMirror.Pos(line - 1, [...text].slice(0, column - 1).join('').length);
}

const marks = { program: [], model: [] };

function showFindings(name) {
  const editor = editors[name];
  editor.operation(() => {
    for (const mark of marks[name]) mark.clear();
    marks[name] = findings[name].filter(each => each.line > 0).map(each => {
      const from = placeOf(editor, each.line, each.column);
      const to = placeOf(editor, each.line, each.column + Math.max(each.length, 1));
      const className = each.severity === 'error' ? 'wrong-text' : 'doubtful-text';
      return editor.markText(from, to.ch > from.ch ? to : CodeMirror.Pos(from.line, from.ch + 1), { className, title: each.message });
    });
  });
  if (name === shownText()) listFindings();
}

const shownText = () => byId('panel-program').hidden ? 'model' : 'program';

function listFindings() {
  const name = shownText();
  fill(byId('diagnostics'), findings[name].map(each => h('li', {}, h('button', { type: 'button', class: each.severity, onclick: () => goTo(name, each) },
    each.line > 0 ? `line ${each.line}: ` : '', prose(`${each.severity}: ${each.message}`)),
    each.hint ? h('span', { class: 'quiet' }, ' ', prose(each.hint)) : '', each.fixes.map(fix => fixButton(name, fix)))));
}

// A change of the text that the server proposes.
function fixButton(name, { title, text, line, column, length }) {
  return h('button', { type: 'button', class: 'repair', onclick: () => {
    const editor = editors[name];
    editor.replaceRange(text, placeOf(editor, line, column), placeOf(editor, line, column + length));
    editor.focus();
  } }, ' ', prose(title));
}

// What changes is replaced, and nothing around it: the cursor and the marks of lines stay.
async function formatText() {
  const name = shownText(), editor = editors[name], before = editor.getValue();
  const answer = await post('/api/format', { text: before, ...(name === 'model' ? { kind: 'cat' } : {}) });
  if (answer.error || answer.status !== 0) return notify(answer.error ? answer.error.text : `Not formatted: ${answer.messages.trim()}`);
  const after = answer.result;
  if (editor.getValue() !== before || after === before) return;
  let begin = 0, end = 0;
  const most = Math.min(before.length, after.length);
  while (begin < most && before[begin] === after[begin]) ++begin;
  while (end < most - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) ++end;
  editor.replaceRange(after.slice(begin, after.length - end), editor.posFromIndex(begin), editor.posFromIndex(before.length - end));
}

function goTo(name, { line, column }) {
  if (line === 0) return;
  editors[name].focus();
  editors[name].setCursor(placeOf(editors[name], line, column));
}
