// All programs of the report: a row for each, with its verdict under each model.

function showOverview() {
  const names = [...new Set(programs.flatMap(program => program.runs.map(run => run.model)))];
  const summary = name => programs.flatMap(program => program.runs).find(run => run.model === name).summary;
  const head = h('thead', {}, h('tr', {}, h('td', {}), names.map(name => h('th', { scope: 'col', title: summary(name) }, name))));
  const body = h('tbody', {}, programs.map((program, index) => h('tr', {},
    h('th', { scope: 'row' }, h('button', { type: 'button', onclick: () => showProgram(index) }, program.name)),
    names.map(name => overviewCell(program, index, program.runs.findIndex(run => run.model === name))))));
  const hasCore = programs.some(program => !isLitmus(program));
  const hasExists = programs.some(program => existsResults(program, 0).length > 0);
  fill(byId('overview-table'),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Verdicts of all programs by model' }, h('table', {}, head, body)),
    h('p', { class: 'hint' }, hasCore ? '✓ safe, ✗ a violation, … stopped by a limit. ' : '',
      programs.some(program => program.runs.some(run => run.verdict === 'vacuous')) ? '∅ vacuous: no execution completes, or none comes to an assertion. ' : '',
      hasExists ? '∃ what an exists asks for is reached, – it never is. ' : '',
      programs.some(isLitmus) ? 'Of litmus tests: how often the condition holds; ?: as far as it was explored. ' : '', 'Choose a program to see more of it.'));
}

// Empty where the model is not about such programs.
function overviewCell(program, index, model) {
  if (model < 0) return h('td', {});
  const run = program.runs[model];
  return cell(run.verdict, overviewMark(program, run, model), overviewWords(program, run, model), () => showProgram(index, model));
}

// The answers of a model to what the program asks whether it exists.
const existsResults = (program, model) => isLitmus(program) ? [] : program.conditions
    .filter(condition => condition.text.startsWith('exists')).map(condition => ({ text: condition.text, ...condition.results[model] }));
const existsMark = result => result.witnesses > 0 ? '∃' : result.mark === '?' ? '?' : '–';

function overviewMark(program, run, model) {
  if (isLitmus(program)) return litmusWord(run, 1);
  return [verdictMark(program, run), ...existsResults(program, model).map(existsMark)].join('\u2009');
}

function overviewWords(program, run, model) {
  return [`${program.name}, ${run.model}: ${run.word}`, ...existsResults(program, model).map(result => `${result.text}: ${result.answer}`)].join('; ');
}