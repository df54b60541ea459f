// Below: the runs, what reductions saved, what became of loops, what the models are.

function showDetails(program) {
  const section = (title, ...children) => h('section', {}, h('h2', {}, title), children);
  fill(byId('details'),
    section('Runs', h('ul', {}, grouped(program.runs.map(runWords)).map(([words, list]) =>
      h('li', {}, h('b', {}, modelNames(list)), ': ', prose(words))))),
    section('Reductions', reductions(program)),
    section('Loops', loops(program)),
    section('Models', h('dl', { class: 'models' }, program.runs.map(run => h('div', {}, h('dt', {}, run.model), h('dd', {}, prose(run.summary)))))));
}

const runWords = run => [`${countWords(run)}, found by \`${run.algorithm}\``, ...(run.stop ? [run.stop] : []), ...run.remarks].join('; ');

function loops(program) {
  if (program.loops.length === 0) return h('p', { class: 'quiet' }, 'The program has no loop.');
  return h('ul', {}, program.loops.map(loop => h('li', {}, prose(capitalised(loop.text)),
    loop.models.length === program.runs.length ? '' : ` (${modelNames(loop.models)})`)));
}

// ---- Reductions

const reductionWords = {
  plp: 'iterations of loops that change nothing are left out',
  await: 'what only waits is one read, of what it waits for',
  ifaa: 'additions whose result nobody uses commute',
  symmetry: 'of executions that differ by a permutation of symmetric threads one is explored',
  helping: '`help` calls do nothing'
};

function reductions(program) {
  if (program.savings.length === 0) {
    return h('p', { class: 'quiet' }, isLitmus(program) ? 'None: litmus tests are explored without, so that counts are those of herd.'
                                                        : 'None applies to this program.');
  }
  const names = [...new Set(program.savings.map(saving => saving.reduction))];
  const lines = grouped(program.runs.map((run, model) => JSON.stringify(savingCells(program, names, model))));
  const isStopped = program.savings.some(saving => saving.isAtLeast) || program.runs.some(run => run.stop);
  return h('div', {}, h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'What reductions saved' }, h('table', {},
    h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, 'with all'), names.map(name => h('th', { scope: 'col' }, `without ${name}`)))),
    h('tbody', {}, lines.map(([cells, list]) => h('tr', {}, h('th', { scope: 'row' }, modelNames(list)),
      JSON.parse(cells).map(text => h('td', {}, text))))))),
    h('p', { class: 'hint' }, 'Graphs that were explored: by the run, and again with one reduction turned off.',
      isStopped ? ' ≥: that run was stopped, there are more.' : '', ' –: it was not at work.'),
    h('ul', {}, names.map(name => h('li', {}, h('code', {}, name), ': ', prose(reductionWords[name] || '')))));
}

// Of one model: graphs with all reductions, and without each.
function savingCells(program, names, model) {
  const run = program.runs[model];
  const own = program.savings.filter(saving => saving.model === model);
  const all = own.length > 0 ? own[0].with : run.executions + run.blocked + run.failed + run.cut;
  return [`${run.stop ? '≥ ' : ''}${numeral(all)}`, ...names.map(name => {
    const saving = own.find(each => each.reduction === name);
    if (!saving) return '–';
    const times = !run.stop && saving.with > 0 && saving.without > saving.with ? ` (×${Math.round(saving.without / saving.with * 10) / 10})` : '';
    return `${saving.isAtLeast ? '≥ ' : ''}${numeral(saving.without)}${times}`;
  })];
}
