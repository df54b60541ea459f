// Relax and repair: the weakest modes with which the program is right, or, if it is wrong, the
// smallest changes that make it right.

let orderModels = [];  // under which modes are looked for
const orderView = { model: '', data: null, wrong: null, answer: 0, step: -1, text: '', message: '' };

// Litmus tests have no modes to choose; programs are compiled for machines. The program's own model
// comes first.
const fittingOrderModels = () => subject.kind === 'litmus' ? []
  : [...new Set([subject.default_model, ...orderModels])].filter(name => orderModels.includes(name));

async function loadOrderModels() {
  await knowSubject();
  if (orderModels.length === 0) orderModels = (await get('/api/server')).order_models || [];
  const fitting = fittingOrderModels();
  if (!fitting.includes(orderView.model)) orderView.model = fitting[0] || '';
}

// Relaxes the program; if it turns out to be wrong, repairs it.
async function findOrders() {
  if (run) return notify('Another run is under way: stop it, or wait.');
  notify('');
  const begin = () => { setRunning(new Run(text => { byId('progress').textContent = text; })); showOrders(); };
  const ask = (path, body) => { begin(); return run.post(path, body); };
  Object.assign(orderView, { data: null, wrong: null, answer: 0, step: -1, text: programText(), message: 'running' });
  begin();
  let answer;
  try {
    await loadOrderModels();
    orderView.message = orderView.model ? 'running' : '';
    if (!orderView.model) return;
    const body = { text: orderView.text, models: [orderView.model], pictures: true, ...(chosenUnroll() ? { unroll: chosenUnroll() } : {}) };
    answer = await ask('/api/relax', body);
    if (!answer.error && answer.result && answer.result.verdict === 'wrong') {
      orderView.wrong = answer.result;
      answer = await ask('/api/repair', body);
    }
  } catch (failure) {
    orderView.message = '';
    throw failure;
  } finally {
    setRunning(null);
    showOrders();
  }
  const isUsable = !answer.error && answer.result && answer.result.verdict !== 'invalid' && answer.result.model;
  Object.assign(orderView, { data: isUsable ? answer.result : null, message: isUsable ? '' : answer.error ? answer.error.text : (answer.messages || 'There are no results.').trim() });
  showOrders();
  noteAddress();
}

const repairs = () => orderView.data.command === 'repair';
const siteAt = site => site.places.map(place => `line ${place.line}`).filter((text, index, all) => all.indexOf(text) === index).join(', ');
const siteText = site => `${site.new ? 'before ' : ''}\`${site.text}\`${site.kind === 'failure' ? ' where it fails' : ''}`;

// ---- What came of it

function orderSummary() {
  const { data } = orderView;
  const isCut = data.verdict === 'incomplete';
  const count = data.answers.length;
  const ways = data.assignments < 1e9 ? numeral(data.assignments) : `about ${data.assignments.toExponential(1)}`;
  const effort = `${plural(data.explorations, 'exploration')}; there ${data.assignments === 1 ? 'is 1 assignment' : `are ${ways} assignments`} of modes.`;
  const isAll = data.error_under === 'sc' || data.tried_all;
  const words = {
    relaxed: `It is right under ${data.model}. ${plural(count, 'weakest assignment')} of modes ${count === 1 ? 'keeps' : 'keep'} it so.`,
    repaired: `It is wrong under ${data.model}. ${plural(count, 'smallest repair')} ${count === 1 ? 'makes' : 'make'} it right.`,
    impossible: `${isAll ? 'No modes and fences' : 'None of the changes that were tried'} can make it right under ${data.model}.`,
    unreachable: `${isAll ? 'No modes and fences' : 'None of the changes that were tried'} can make it right under ${data.model}: a final state that it requires is not reached, and stronger modes allow fewer.`,
    right: `It is right under ${data.model}: there is nothing to repair.`,
    incomplete: `Not done: ${data.limit}. ${count > 0 ? `${plural(count, 'answer')} found so far: there may be others.` : 'No answer has been found so far.'}`
  }[data.verdict];
  return [h('p', { class: 'told', role: 'status' }, words), h('p', { class: 'quiet' }, effort),
          isCut ? limitNoteOfOrders() : '', data.remarks.map(text => h('p', { class: 'note' }, prose(text)))];
}

function limitNoteOfOrders() {
  const smaller = Math.max(1, Math.min(4, (chosenUnroll() || 8) - 1));
  return h('p', {}, keyed('smaller', `Again with loops of at most ${smaller}`, () => { byId('unroll').value = smaller; return findOrders(); }));
}

// What is wrong with the program as it is, or with all modes.
function wrongView(data, words) {
  if (!data || !data.error) return '';
  const picture = data.error_picture;
  return h('details', { open: data.verdict === 'impossible' }, h('summary', {}, words, ' ', prose(data.error.message), ` [${data.error.kind}]`, data.error.line ? [', ', prose(`line ${data.error.line}`)] : ''),
    typeof picture === 'number' ? panelPicture('orders-wrong', data.pictures[picture], data.error.message) : '');
}

function diffView(patch) {
  const lines = patch.trimEnd().split('\n').slice(2);
  const kind = { '+': 'added', '-': 'removed', '@': 'hunk' };
  return h('pre', { class: 'text diff', tabindex: 0, role: 'group', 'aria-label': 'What changes in the text' }, lines.map(line => h('span', { class: kind[line[0]] || '' }, line + '\n')));
}

function answerView() {
  const { data } = orderView;
  const answer = data.answers[orderView.answer];
  if (!answer) return '';
  const isChanged = answer.changes.length > 0;
  return [data.answers.length > 1 ? h('div', { class: 'bar', role: 'group', 'aria-label': 'Answers' }, data.answers.map((_, index) =>
            keyed(`answer${index}`, `${repairs() ? 'repair' : 'weakest'} ${index + 1}`, () => { Object.assign(orderView, { answer: index, step: -1 }); showOrders(); noteAddress(); }, { 'aria-pressed': String(index === orderView.answer) }))) : '',
          isChanged ? h('ul', { class: 'change-list' }, answer.changes.map(change => h('li', {}, prose(`${siteAt(data.sites[change.site])}, ${siteText(data.sites[change.site])}`), ': ',
            h('b', { class: 'state' }, `${change.from} → ${change.to}`))))
            : h('p', {}, data.tried_all ? 'Nothing changes: every mode is needed as it is.' : 'Nothing changes: of the modes that were tried, each is needed as it is.'),
          isChanged ? [diffView(answer.patch), h('p', {}, keyed('take', 'Put into the editor', () => takeAnswer(answer), { class: 'main' }))] : '',
          neededView(answer)];
}

function takeAnswer(answer) {
  editors.program.setValue(answer.text);
  showText('program');
  showOrders();
  notify('The text is in the editor. Ctrl-Z there takes it back.');
}

// Each step that would be too weak, and the execution that shows it.
function neededView(answer) {
  const { data } = orderView;
  if (answer.needed.length === 0) return '';
  return h('section', {}, h('h3', {}, repairs() ? 'Less would not do' : 'Weaker would not do'), h('ul', { class: 'execution-list' }, answer.needed.map((each, index) => {
    const isChosen = index === orderView.step;
    const words = each.weaker.map(part => `${part.to} at ${siteAt(data.sites[part.site])}${data.sites[part.site].kind === 'failure' ? ', where it fails' : ''}`).join(', ');
    return h('li', {}, keyed(`step${index}`, words, () => { orderView.step = isChosen ? -1 : index; showOrders(); noteAddress(); }, { 'aria-expanded': String(isChosen) }), ' ',
      h('span', {}, prose(each.error.message)), ' ', h('span', { class: 'tag bad' }, each.error.kind), isChosen ? stepView(data, each) : '');
  })));
}

function stepView(data, step) {
  const { forbidden } = step;
  const picture = number => typeof number === 'number';
  return h('div', { class: 'evidence' },
    picture(step.picture) ? [h('p', {}, 'This execution would be possible, and it is wrong:'), panelPicture('orders', data.pictures[step.picture], step.error.message)] : h('p', { class: 'note' }, 'Not drawn: there are too many.'),
    !forbidden ? '' : forbidden.kind === 'ordered' ? h('p', {}, 'With the modes above it does not race: they order the two accesses.')
      : [h('p', {}, 'With the modes above it breaks ', h('b', {}, forbidden.axiom), ' by this cycle', picture(forbidden.picture) ? ', red in the picture:' : ':'), cycleList(forbidden.cycle),
         picture(forbidden.picture) ? panelPicture('orders-forbidden', data.pictures[forbidden.picture], `forbidden by ${forbidden.axiom}`) : '']);
}

function showOrders() {
  const { data, message } = orderView;
  const isOld = data && orderView.text !== programText();
  if (!orderView.model && !message) return fill(byId('orders'), h('p', { class: 'note' }, 'Modes are looked for in programs, and this is a litmus test: Download has its conversion to a program.'));
  const bar = h('div', { class: 'bar' }, modelSelect('order-model', fittingOrderModels(), orderView.model, model => { orderView.model = model; return findOrders(); }),
    keyed('orders', data || message ? 'Look again' : 'Relax / Repair', findOrders, { disabled: Boolean(run) }));
  if (!data) {
    return refill(byId('orders'), bar, message ? h('p', { class: 'note', role: 'status' }, message.split('\n').map(line => [prose(line), h('br')])) : h('p', { class: 'welcome' },
      'Which modes does the program need? If it is right, the weakest ones with which it still is; if it is wrong, the smallest changes of modes and fences that make it right. What counts as right is what it asserts, forbids and requires.'));
  }
  refill(byId('orders'), bar, isOld ? h('p', { class: 'note' }, 'The program has changed since: look again.') : '', orderSummary(),
    wrongView(orderView.wrong, 'As it is:'), data.verdict === 'impossible' ? wrongView(data, data.error_under === 'sc' ? 'The fault is in the algorithm, and there under sc, too:' : 'With all of them:') : '', answerView());
}

onTab.orders = () => loadOrderModels().then(showOrders).catch(complain);
sharedParts.push({
  save: () => shownTab() === 'orders' && orderView.data && orderView.text === programText() ? { orders: orderView.model, pick: orderView.answer, why: orderView.step } : {},
  restore: async saved => {
    if (typeof saved.orders !== 'string') return;
    await loadOrderModels();
    if (orderModels.includes(saved.orders)) orderView.model = saved.orders;
    await findOrders();
    const answers = orderView.data ? orderView.data.answers : [];
    if (!answers[saved.pick]) return;
    Object.assign(orderView, { answer: saved.pick, step: answers[saved.pick].needed[saved.why] ? saved.why : -1 });
    showOrders();
  }
});
