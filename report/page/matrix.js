// Verdicts, errors and outcomes: one table with a column for each model. A row of an error or an
// outcome can be looked at.

function cell(kind, text, label, onclick) {
  return h('td', { class: kind }, onclick
      ? h('button', { type: 'button', 'aria-label': label, title: label, onclick }, text)
      : h('span', { title: label, 'aria-label': label, role: 'img' }, text));
}

function showMatrix(program) {
  const body = h('tbody', {});
  const widths = stateWidths(program);
  const row = (head, cells, kind) => {
    const tr = h('tr', { class: kind || false }, h('th', { scope: 'row' }, head), cells);
    body.append(tr);
    return tr;
  };
  row('verdict', program.runs.map(run => cell(run.verdict, verdictMark(program, run), `${run.model}: ${run.word}`)));
  row('executions', program.runs.map(run => cell('', countText(run), `${run.model}: ${countWords(run)}`)));
  for (const condition of program.conditions) {
    row(h('span', { class: 'state' }, condition.text), condition.results.map((result, index) =>
      cell(!result.isGood ? 'bad' : result.mark === '?' ? 'unknown' : '', result.mark, `${program.runs[index].model}: ${result.answer}`)));
  }
  rows = [];
  const selectable = (entry, kind, head, cells) => {
    const index = rows.length;
    const button = h('button', { type: 'button', onclick: () => choose(index) }, head);
    entry.element = row(button, cells(index), kind);
    entry.button = button;
    rows.push(entry);
  };
  for (const error of program.errors) {
    selectable({ error, items: [{ error, drawing: error.drawing }] }, 'wrong', errorHead(error),
      index => program.runs.map((run, model) => error.models.includes(model)
        ? cell('bad', '✗', `${run.model}: ${error.kind}`, () => choose(index, 0, model))
        : cell('', '', `${run.model}: not found`)));
  }
  if (widths) row(stateHead(['', ...program.observables], widths), program.runs.map(() => h('td', {})), 'names');
  for (const outcome of program.outcomes) {
    const items = [...outcome.executions.map(execution => ({ execution, drawing: execution.drawing })),
                   ...outcome.reasons.map(reason => ({ reason, drawing: reason.drawing }))];
    selectable({ outcome, items }, '', outcomeHead(outcome, widths),
      index => outcome.answers.map((answer, model) => cell(answerClass(program, outcome, model),
        answer === 'reached' ? `${outcome.counts[model]}` : answer === 'forbidden' ? '–' : '?',
        answerWords(program, outcome, model), () => choose(index, stepFor(items, model), model))));
  }
  fill(byId('matrix'),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Verdicts and outcomes by model' }, h('table', {},
      h('thead', {}, h('tr', {}, h('td', {}), program.runs.map(run =>
        h('th', { scope: 'col', title: run.summary }, run.model)))), body)),
    h('p', { class: 'hint' }, legendWords(program), ' Choose a row, or a model in it, to see executions or why there are none.'),
    [...stopNotes(program), ...program.notes].map(note => h('p', { class: 'note' }, prose(note))));
}

// Of runs that did not come to their end.
function stopNotes(program) {
  return grouped(program.runs.map(run => run.stop)).filter(([stop]) => stop).map(([stop, list]) =>
    `${list.length === program.runs.length ? 'All runs' : modelNames(list)}: ${stop}. What is said of ${list.length > 1 ? 'them' : 'it'} is what was seen until then.`);
}

// Red is what should not be; what is merely allowed or not has no such colour.
function answerClass(program, outcome, model) {
  const answer = outcome.answers[model];
  if (answer !== 'reached') return answer === 'forbidden' ? 'never' : 'unknown';
  if (outcome.kind === 'unfinished') return program.runs[model].failed > 0 ? 'bad' : 'unknown';
  const isWrong = outcome.conditions.some(index => !program.conditions[index].text.startsWith('exists'));
  return isWrong ? 'bad' : 'reached';
}

function errorHead(error) {
  const place = error.places[0];
  return `✗ ${place ? `${place.place}: ` : ''}${errorText(error).replace(/`/g, '')}`;
}

// The first execution or explanation that is about a model.
function stepFor(items, model) {
  const found = items.findIndex(item => item.reason ? item.reason.models.includes(model)
                                                    : item.execution.allowed.includes(model));
  return Math.max(found, 0);
}

// Final states stand in columns, a name on top of each, where that is narrow enough: then these
// are the columns' widths in characters. The first is for a mark.
function stateWidths(program) {
  const finals = program.outcomes.filter(outcome => outcome.kind === 'final');
  if (program.observables.length < 2 || finals.length < 2) return null;
  const widths = program.observables.map((name, index) =>
    Math.max(name.length, ...finals.map(outcome => outcome.values[index].length)));
  const mark = finals.some(outcome => outcome.conditions.length > 0) ? 1 : 0;
  return widths.reduce((sum, width) => sum + width + 1, 0) <= 25 ? [mark, ...widths] : null;
}

function stateHead(texts, widths) {
  const columns = widths.map(width => `${width && width + 1}ch`).join(' ');
  return h('span', { class: 'state columns', style: `grid-template-columns: ${columns}` }, texts.map(text => h('span', {}, text)));
}

function outcomeHead(outcome, widths) {
  const asked = outcome.conditions.length > 0
      ? h('span', { class: 'asked', title: 'a condition of the program asks about it' }, '◆') : '';
  if (outcome.kind !== 'final') return h('span', {}, outcome.text);
  if (!widths) return [asked, asked ? ' ' : '', h('span', { class: 'state' }, unbroken(outcome.text))];
  return [stateHead([asked, ...outcome.values], widths), h('span', { class: 'unseen' }, outcome.text)];
}
