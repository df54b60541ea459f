// Exercises: holes are fields, tables have drop-downs, edges of a cycle and steps of a machine are
// clicked. Answers are kept in this browser, and graded by the server, which may keep them, too.

const lesson = { list: [], shown: null, fields: {}, edges: [], moves: [], play: null, asked: 0, free: '', hints: [], grade: null, kept: null, isBusy: false, server: {}, student: '' };
const keepKey = name => `drover-exercise-${name}`;
const StudentKey = 'drover-student';

async function loadExercises() {
  if (lesson.list.length > 0) return;
  lesson.server = await get('/api/server');
  lesson.student = kept(StudentKey) || '';
  lesson.list = (await post('/api/exercise/list', {})).result || [];
}

async function openExercise(name) {
  const answer = await post('/api/exercise/show', { exercise: name });
  if (answer.error || answer.status !== 0) return notify(answer.error ? answer.error.text : answer.messages.trim());
  Object.assign(lesson, { shown: answer.result, fields: {}, edges: [], moves: [], play: null, free: '', hints: [], grade: null, kept: null });
  const answerOfOld = kept(keepKey(name));
  if (answerOfOld) Object.assign(lesson, { fields: answerOfOld.fields || {}, edges: answerOfOld.edges || [], moves: answerOfOld.moves || [], free: answerOfOld.free || '' });
  showExercise();
  if (lesson.shown.form.play && !await playSteps(lesson.moves)) await playSteps([]);
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || 'null');
  } catch (refused) {
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (refused) {
    // A browser may keep nothing: the answer is on the page.
  }
}

const keepAnswer = () => keep(keepKey(lesson.shown.name), { fields: lesson.fields, edges: lesson.edges, moves: lesson.moves, free: lesson.free });

// What `drover exercise try` reads.
function answerText() {
  const { form } = lesson.shown;
  if (form.rows) {
    const items = new Set(form.rows.map(row => row.item));
    return form.rows.filter(row => lesson.fields[rowKey(row)]).map(row => `${items.size > 1 ? `${row.item} ` : ''}${row.model}: ${lesson.fields[rowKey(row)]}`).join('\n');
  }
  if (form.edges) return lesson.edges.map(edge => edge.join(' ')).join('\n');
  if (form.holes.length > 0) {
    return form.holes.map(hole => {
      const text = lesson.fields[hole.name] || '';
      return text.includes('\n') ? `${hole.name}:\n${text.split('\n').map(line => `  ${line}`).join('\n')}` : `${hole.name}: ${text}`;
    }).join('\n');
  }
  return lesson.free;
}

const rowKey = row => `${row.item} ${row.model}`;

async function tryAnswer() {
  lesson.isBusy = true;
  showExercise();
  try {
    const answer = await post('/api/exercise/try', { exercise: lesson.shown.name, answer: answerText(), student: lesson.student });
    lesson.kept = answer.kept || null;
    lesson.grade = answer.result || { verdict: 'unreadable', diagnostics: answer.error ? answer.error.text : answer.messages, findings: [], points: 0, of: lesson.shown.points };
  } finally {
    lesson.isBusy = false;
    showExercise();
  }
}

async function nextHint() {
  const answer = await post('/api/exercise/hint', { exercise: lesson.shown.name, hints: lesson.hints.length + 1 });
  if (answer.result) lesson.hints = answer.result.hints;
  showExercise();
}

function showExercise() {
  const box = byId('exercise');
  if (!lesson.shown) return fill(box, h('p', { class: 'hint' }, 'Choose an exercise. ', whereAnswersGo()), exerciseShelf(''));
  const { shown } = lesson;
  refill(box, h('div', { class: 'bar' }, keyed('all', 'All exercises', () => { lesson.shown = null; showExercise(); })),
    h('h3', {}, shown.title, ' ', h('span', { class: 'quiet' }, `level ${shown.level}, ${plural(shown.points, 'point')}`)),
    h('pre', { class: 'text' }, shown.text.trimEnd()), answerForm(shown.form),
    lesson.server.collects ? [h('p', { class: 'hint' }, whereAnswersGo()), h('label', {}, 'your name, for the teacher ', studentField())] : '',
    h('div', { class: 'bar' }, keyed('try', lesson.isBusy ? 'Grading…' : 'Try', tryAnswer, { class: 'main', disabled: lesson.isBusy }),
      keyed('hint', `Hint (${lesson.hints.length} of ${shown.hints})`, nextHint, { disabled: lesson.hints.length >= shown.hints })),
    lesson.hints.map(text => h('p', { class: 'note' }, prose(text))), lesson.kept ? keptView(lesson.kept) : '', lesson.grade ? gradeView(lesson.grade) : '');
}

const whereAnswersGo = () => 'Answers are graded by running the checker. ' + (lesson.server.collects
    ? 'Each answer that you try is kept on this server with your name, for your teacher, and the last one in this browser.'
    : 'They stay in this browser' + (inside ? '.' : ': the server does not keep them.'));

const keptView = what => h('p', { class: 'note', role: 'status' }, what.problem ? `Not kept: ${what.problem}.`
    : `Kept for your teacher: answer ${what.answer} of ${what.student} to ${what.exercise}.`);

// A name is typed once, for all exercises.
function studentField() {
  const input = h('input', { type: 'text', 'data-key': 'student', autocomplete: 'name', spellcheck: 'false', 'aria-label': 'Your name',
    oninput: event => { lesson.student = event.target.value; keep(StudentKey, lesson.student); } });
  input.value = lesson.student;
  return input;
}

function field(name, more = {}) {
  const input = h('input', { type: 'text', 'data-key': name, autocomplete: 'off', spellcheck: 'false', 'aria-label': more['aria-label'] || name, ...more,
    oninput: event => { lesson.fields[name] = event.target.value; keepAnswer(); } });
  input.value = lesson.fields[name] || '';
  return input;
}

function area(name, label) {
  const text = h('textarea', { rows: 3, cols: 40, 'data-key': name, spellcheck: 'false', 'aria-label': label,
    oninput: event => { lesson.fields[name] = event.target.value; keepAnswer(); } });
  text.value = lesson.fields[name] || '';
  return text;
}

function choiceField(name, choices, label) {
  const list = h('select', { 'data-key': name, 'aria-label': label, onchange: event => { lesson.fields[name] = event.target.value; keepAnswer(); showExercise(); } },
    h('option', { value: '' }, '…'), choices.map(each => h('option', { value: each, selected: lesson.fields[name] === each }, each === '' ? 'nothing' : each)));
  return list;
}

function answerForm(form) {
  if (form.rows) return tableForm(form);
  if (form.edges) return cycleForm(form);
  if (form.holes.length > 0) return holeForm(form);
  const text = h('textarea', { rows: 12, cols: 60, 'data-key': 'free', spellcheck: 'false', 'aria-label': 'Answer', oninput: event => { lesson.free = event.target.value; keepAnswer(); } });
  if (form.play) return stepsForm(text);
  if (form.kind === 'relax' && lesson.free === '') lesson.free = form.subjects[0].pieces.map(piece => piece.text).join('');
  text.value = lesson.free;
  return h('div', {}, h('label', { class: 'quiet' }, 'Your answer'), text);
}

function tableForm(form) {
  const items = [...new Set(form.rows.map(row => row.item))];
  const cell = row => form.words.length > 0 ? choiceField(rowKey(row), form.words, `${row.item} under ${row.model}`) : field(rowKey(row), { type: 'number', min: 0, 'aria-label': `${row.item} under ${row.model}` });
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Answers' }, h('table', {},
    h('thead', {}, h('tr', {}, h('td', {}), form.models.map(model => h('th', { scope: 'col' }, model)))),
    h('tbody', {}, items.map(item => h('tr', {}, h('th', { scope: 'row' }, item), form.models.map(model => h('td', {}, cell({ item, model }))))))));
}

function holeForm(form) {
  const holes = new Map(form.holes.map(hole => [hole.name, hole]));
  const inline = hole => hole.choices.length > 0 ? choiceField(hole.name, hole.choices, `hole ${hole.name}`) : h('mark', { class: 'hole' }, hole.name);
  const texts = form.holes.filter(hole => hole.choices.length === 0);
  return [form.subjects.filter(subjectPart => subjectPart.pieces.some(piece => piece.hole)).map(subjectPart => h('div', { class: 'code template', tabindex: 0, role: 'group', 'aria-label': `Program ${subjectPart.name}` },
            subjectPart.pieces.map(piece => piece.hole ? (holes.has(piece.hole) ? inline(holes.get(piece.hole)) : piece.hole) : piece.text))),
          texts.map(hole => h('p', {}, h('label', {}, h('mark', { class: 'hole' }, hole.name), ' ', hole.prompt), h('br', {}),
            hole.kind === 'statements' ? area(hole.name, `hole ${hole.name}: ${hole.prompt}`) : field(hole.name, { size: 50, 'aria-label': `hole ${hole.name}: ${hole.prompt}` })))];
}

// Edges are clicked in the picture, or chosen from the list.
function cycleForm(form) {
  const name = number => form.events[number] ? form.events[number].name : '';
  const key = edge => edge.join(' ');
  const isIn = edge => lesson.edges.some(each => key(each) === key(edge));
  const toggleEdge = edge => {
    lesson.edges = isIn(edge) ? lesson.edges.filter(each => key(each) !== key(edge)) : [...lesson.edges, edge];
    keepAnswer();
    showExercise();
  };
  const picture = panelPicture('exercise', form.svg, 'The execution that would end in it');
  for (const element of picture.querySelectorAll('g.edge')) {
    const edges = element.dataset.relation.split(' + ').map(relation => [relation, name(element.dataset.from), name(element.dataset.to)]);
    element.classList.toggle('lit', edges.some(isIn));
    element.classList.add('clickable');
    element.addEventListener('click', () => toggleEdge(edges[0]));
  }
  const rest = form.edges.filter(edge => !isIn(edge));
  return [picture, h('p', {}, 'The edges of the cycle, in its order: ', lesson.edges.length === 0 ? h('span', { class: 'quiet' }, 'none yet; click at edges, or choose them here') : ''),
    h('ol', {}, lesson.edges.map((edge, index) => h('li', {}, h('span', { class: 'state' }, key(edge)), ' ', keyed(`drop${index}`, 'Remove', () => toggleEdge(edge), { 'aria-label': `Remove ${key(edge)}` })))),
    h('label', {}, 'add ', h('select', { 'data-key': 'edge', 'aria-label': 'Add an edge', onchange: event => event.target.value !== '' && toggleEdge(rest[Number(event.target.value)]) },
      h('option', { value: '' }, '…'), rest.map((edge, index) => h('option', { value: index }, key(edge)))))];
}

// Steps are the moves of a game on the machine. They are the answer, unless it is typed.
function stepsForm(text) {
  const { moves, play } = lesson;
  const make = async next => {
    if (!await playSteps(next)) return;
    lesson.free = lesson.play.steps.join('\n');
    keepAnswer();
    showExercise();
  };
  text.value = lesson.free;
  return [play ? [
    h('div', { class: 'bar' }, keyed('restart', 'Start again', () => make([]), { disabled: moves.length === 0 }), keyed('back', 'Take back', () => make(moves.slice(0, -1)), { disabled: moves.length === 0 })),
    promisesView(play, (thread, step) => make([...moves, [thread, step]]), { place: line => h('span', { class: 'quiet' }, line) }), toldView(play)] : '',
    h('label', { class: 'quiet' }, 'Your answer: what you click, or what you write'), text];
}

// False if there is no such game.
async function playSteps(moves) {
  const { shown } = lesson;
  const asked = ++lesson.asked;
  const { text, model, goal } = shown.form.play;
  const answer = await post('/api/play', { text, models: [model], goal, moves });
  if (lesson.shown !== shown || lesson.asked !== asked || answer.error || answer.status !== 0) return false;
  Object.assign(lesson, { moves, play: answer.result });
  showExercise();
  return true;
}

function gradeView(grade) {
  const isRight = grade.verdict === 'right';
  return h('div', { class: 'grade', role: 'status' }, h('p', { class: isRight ? 'right' : 'message' }, isRight ? '✓ ' : '✗ ', `${grade.points} of ${plural(grade.of, 'point')}`),
    grade.diagnostics ? h('pre', { class: 'text' }, grade.diagnostics) : '',
    h('ul', {}, grade.findings.map(finding => h('li', { class: finding.right ? 'right' : finding.known ? 'message' : 'quiet' }, finding.right ? '✓ ' : finding.known ? '✗ ' : '? ', finding.text))),
    grade.remark ? h('p', { class: 'note' }, prose(grade.remark)) : '',
    (grade.findings.find(finding => !finding.right && finding.picture) || {}).picture ? h('pre', { class: 'text' }, grade.findings.find(finding => !finding.right && finding.picture).picture) : '');
}

// In the gallery, and on the tab while none is open.
function exerciseShelf(wanted) {
  const fits = each => `exercise ${each.name} ${each.title} ${each.kind}`.toLowerCase().includes(wanted);
  const levels = [...new Set(lesson.list.map(each => each.level))].sort();
  return levels.map(level => [level, lesson.list.filter(each => each.level === level && fits(each))]).filter(([, list]) => list.length > 0).map(([level, list]) =>
    h('section', { class: 'shelf' }, h('h3', {}, `Exercises, level ${level}`), h('div', {}, list.map(each => h('button', { type: 'button', 'data-name': each.name, title: `${each.kind}: ${each.name}`, onclick: () => {
      byId('gallery').close();
      showTab('exercise');
      openExercise(each.name).catch(complain);
    } }, each.title)))));
}

galleryParts.push(exerciseShelf);
onTab.exercise = () => loadExercises().then(showExercise).catch(complain);
