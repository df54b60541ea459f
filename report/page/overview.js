// All programs of the report: a row for each, with its verdict under each model.

function showOverview() {
  const head = h('thead', {}, h('tr', {}, h('td', {}), models().map((name, index) =>
    h('th', { scope: 'col', title: programs[0].runs[index].summary }, name))));
  const body = h('tbody', {}, programs.map((program, index) => h('tr', {},
    h('th', { scope: 'row' }, h('button', { type: 'button', onclick: () => showProgram(index) }, program.name)),
    program.runs.map((run, model) => cell(run.verdict, overviewMark(program, run), `${program.name}, ${run.model}: ${run.word}`,
      () => showProgram(index, model))))));
  const hasCore = programs.some(program => !isLitmus(program));
  fill(byId('overview-table'),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Verdicts of all programs by model' }, h('table', {}, head, body)),
    h('p', { class: 'hint' }, hasCore ? '✓ safe, ✗ a violation, … stopped by a limit. ' : '',
      programs.some(program => program.runs.some(run => run.verdict === 'vacuous')) ? '∅ vacuous: no execution completes, or an assertion is never reached. ' : '',
      programs.some(isLitmus) ? 'Of litmus tests: how often the condition holds; ?: as far as it was explored. ' : '', 'Choose a program to see more of it.'));
}

const overviewMark = (program, run) => isLitmus(program) ? litmusWord(run, 1) : verdictMark(program, run);
