// Checking, and what came of it.

let checked = null;  // the request whose results are shown
let run = null;      // the one that is under way

const isStale = () => checked !== null && (checked.text !== programText() || (checked.own_model !== undefined && checked.own_model.text !== modelText()));

async function check(place) {
  if (run) return;
  stopTyped();
  const body = requestBody();
  if (body.models.length === 0) return notify('Choose at least one model.');
  notify('');
  setRunning(new Run(text => { byId('progress').textContent = text; }));
  let answer;
  try {
    answer = await run.post('/api/report', body);
  } catch (failure) {
    complain(failure);
    return;
  } finally {
    setRunning(null);
  }
  checked = body;
  showAnswer(answer, place);
  noteAddress();
}

function setRunning(value) {
  run = value;
  byId('check-button').disabled = byId('orders-button').disabled = Boolean(run);
  byId('stop-button').disabled = !run;
  byId('progress').textContent = run ? 'running' : '';
}

async function stopRun() {
  if (run) await run.stop();
}

// The results, or why there are none. `place`: which row and step is looked at.
function showAnswer(answer, place) {
  const report = !answer.error && answer.result ? answer.result : null;
  byId('table-section').hidden = byId('viewer').hidden = !report;
  fill(byId('details'));
  fill(byId('programs'));
  fill(byId('answer'), report ? [messages(answer.messages), answer.status === 3 ? limitNote() : ''] : failureOf(answer));
  showStale();
  if (!report) {
    byId('status').textContent = answer.error ? answer.error.text : 'The program has errors.';
    rows = [];
    fill(byId('view'));
    onResults(null);
    return;
  }
  takeData(report);
  showProgram(place && programs[place.program] ? place.program : 0, place);
}

const runsInWords = program => program.runs.map(each => `${each.model}: ${each.word}`).join(', ');

// The program as it is written, or compiled for a machine.
function showProgram(index, place) {
  Object.assign(state, { program: index, row: 0, step: 0, pinned: 0, pinnedLetter: '', zoom: 0, model: null });
  const program = programs[index];
  refill(byId('programs'), programs.length < 2 ? '' : programs.map((each, other) => keyed(`program${other}`,
    [h('b', {}, each.compiled ? `compiled for ${each.compiled.split(' ')[0]}` : 'as it is written'), ` ${runsInWords(each)}`],
    () => { showProgram(other); noteAddress(); }, { 'aria-pressed': String(other === index) })));
  showMatrix(program);
  showDetails(program);
  const row = place && rows[place.row] ? place.row : firstRow();
  select(row, place && rows[row] && rows[row].items[place.step] ? place.step : 0);
  byId('status').textContent = programs.map(runsInWords).join(', ');
  onResults(program);
}

// ---- Checks while typing

const TypedPause = 500;
const TypedSeconds = 2;  // what takes longer waits for the button
let typedTimer = null;
let typedRun = null;
let hasTyped = false;

function stopTyped() {
  clearTimeout(typedTimer);
  if (typedRun) typedRun.stop().catch(() => {});
  typedRun = null;
}

// The text has been read: if it has no errors, and was typed, it is checked soon.
function checkSoon() {
  stopTyped();
  const isWanted = hasTyped && byId('live').checked && subject.is_readable && ['outcomes', 'steps'].includes(shownTab());
  if (isWanted && (!checked || isStale())) typedTimer = setTimeout(() => checkTyped().catch(complain), TypedPause);
}

async function checkTyped() {
  const body = requestBody();
  if (run || body.models.length === 0) return;
  const own = typedRun = new Run(() => {});
  const answer = await own.post('/api/report', { ...body, max_time: TypedSeconds });
  if (typedRun !== own) return;
  typedRun = null;
  if (answer.error || answer.status !== 0 || body.text !== programText()) return;
  const place = { row: state.row, step: state.step, program: state.program };
  checked = body;
  showAnswer(answer, place);
  noteAddress();
}

// Who else shows something of the results.
const resultViews = [];
function onResults(program) {
  for (const view of resultViews) view(program);
}

const messages = text => text.trim() ? h('pre', {}, text.trim()) : '';

function failureOf(answer) {
  const text = answer.error ? answer.error.text : '';
  return [h('p', { class: 'message' }, text ? prose(text) : 'There are no results: the text has errors.'),
          answer.error && ['time', 'memory'].includes(answer.error.kind) ? limitAdvice() : '', messages(answer.messages || '')];
}

const limitNote = () => [h('p', { class: 'note' }, 'A limit was reached before the end: not all executions were looked at.'), limitAdvice()];

// A run that is too large offers limits.
function limitAdvice() {
  const smaller = Math.max(1, Math.min(4, (chosenUnroll() || 8) - 1));
  return h('p', {}, h('button', { type: 'button', onclick: () => {
    byId('unroll').value = smaller;
    check().catch(complain);
  } }, `Check with loops of at most ${smaller}`), ' ', h('button', { type: 'button', onclick: () => {
    chooseModels(chosenModels().slice(0, 1));
    hasChosenModels = true;
    check().catch(complain);
  } }, 'Check with one model'));
}

// What is wrong comes first, then what the program asks about.
function firstRow() {
  return Math.max(rows.findIndex(entry => entry.error || entry.outcome.conditions.length > 0), 0);
}

function showStale() {
  byId('stale-note').hidden = !isStale();
  byId('check-button').textContent = isStale() ? 'Check again' : 'Check';
}
