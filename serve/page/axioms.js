// Axioms on and off: which executions come in, and what each breaks.

const axiomView = { model: '', data: null, off: new Set(), open: new Set(), chosen: 0, text: '', message: '' };

async function loadAxioms(model) {
  await knowSubject();
  Object.assign(axiomView, { model: model || fittingModel(axiomView.model), data: null, off: new Set(), open: new Set(), chosen: 0, text: programText(), message: 'running' });
  showAxioms();
  const body = { text: axiomView.text, models: [axiomView.model], ...(chosenUnroll() ? { unroll: chosenUnroll() } : {}),
                 ...(axiomView.model === OwnModel ? { own_model: { name: OwnModel, text: modelText() } } : {}) };
  const answer = await post('/api/axioms', body);
  axiomView.data = !answer.error && answer.status === 0 ? answer.result : null;
  axiomView.message = axiomView.data ? '' : answer.error ? answer.error.text : answer.messages.trim();
  showAxioms();
}

const restWords = count => count === 1 ? '1 other breaks' : `${numeral(count)} others break`;

// An execution is allowed if it breaks no axiom that is on.
const isAllowed = execution => execution.breaks.every(place => axiomView.off.has(place));

function switchAxiom(place) {
  if (axiomView.off.has(place)) axiomView.off.delete(place); else axiomView.off.add(place);
  // What comes in is what one wants to see.
  const list = axiomView.data.executions;
  const first = list.findIndex(each => each.breaks.length > 0 && isAllowed(each));
  axiomView.chosen = Math.max(first, 0);
  showAxioms();
}

function showAxioms() {
  const box = byId('axioms');
  const { data, off, message } = axiomView;
  const isOld = data && axiomView.text !== programText();
  const total = list => list.reduce((sum, each) => sum + each.count, 0);
  if (!data) {
    return refill(box, h('div', { class: 'bar' }, modelSelect('axiom-model', fittingModels(), axiomView.model, loadAxioms)), h('p', { class: 'note', role: 'status' }, prose(message)));
  }
  const usual = data.executions.filter(each => each.breaks.length === 0);
  const added = data.executions.filter(each => each.breaks.length > 0 && isAllowed(each));
  const shown = data.executions[axiomView.chosen];
  refill(box, h('div', { class: 'bar' }, modelSelect('axiom-model', fittingModels(), axiomView.model, loadAxioms), keyed('again', 'Look again', () => loadAxioms())),
    isOld ? h('p', { class: 'note' }, 'The program has changed since: look again.') : '',
    h('fieldset', {}, h('legend', {}, `Axioms of ${data.model}`), data.axioms.map(axiomLine)),
    h('p', { role: 'status' }, `${plural(total(usual), 'complete execution')} with all axioms`, off.size > 0 ? `, ${numeral(total(added))} more without ${[...off].map(place => data.axioms[place].name).join(', ')}.`
      : `. Switch an axiom off to see what it forbids: ${restWords(data.candidates - total(usual))} at least one.`),
    data.is_complete ? '' : h('p', { class: 'note' }, 'Not all candidates were looked at: a limit was reached, or a loop was cut.'),
    data.is_cut ? h('p', { class: 'note' }, `There are more outcomes: only the first ${numeral(data.executions.length)}, of the executions that break the fewest axioms, are counted here.`) : '',
    h('div', { class: 'columns-2' },
      h('div', {}, listOf('With all axioms', usual), off.size > 0 ? listOf('Coming in', added) : ''),
      h('div', {}, shown ? executionView(shown) : '')));
}

function axiomLine(axiom, place) {
  return h('div', { class: 'axiom' }, h('label', { title: axiom.citation },
    h('input', { type: 'checkbox', 'data-key': `axiom${place}`, checked: !axiomView.off.has(place), onchange: () => switchAxiom(place) }), ' ', h('b', {}, axiom.name)), ' ',
    h('code', {}, withDefinitions(axiom, `${place}`, axiom.formula)), definitionsOf(axiom, `${place}`, axiom.formula));
}

const namesIn = (axiom, formula) => [...new Set(formula.match(/[A-Za-z_][\w.-]*/g) || [])].filter(name => Object.hasOwn(axiom.definitions, name));

// A formula, where a click on a name shows its definition below. `path` leads to the formula.
function withDefinitions(axiom, path, formula) {
  return formula.split(/([A-Za-z_][\w.-]*)/).map((part, index) => index % 2 === 0 || !Object.hasOwn(axiom.definitions, part) ? part
    : keyed(`define${path}.${part}.${index}`, part, () => toggleDefinition(`${path}.${part}`), { class: 'line', title: `the definition of ${part}`, 'aria-expanded': String(axiomView.open.has(`${path}.${part}`)) }));
}

function definitionsOf(axiom, path, formula) {
  return namesIn(axiom, formula).map(name => [name, `${path}.${name}`]).filter(([, way]) => axiomView.open.has(way)).map(([name, way]) =>
    h('div', { class: 'definition' }, h('code', {}, `${name} = `, withDefinitions(axiom, way, axiom.definitions[name])), definitionsOf(axiom, way, axiom.definitions[name])));
}

function toggleDefinition(way) {
  if (axiomView.open.has(way)) axiomView.open.delete(way); else axiomView.open.add(way);
  showAxioms();
}

function listOf(title, list) {
  const { data } = axiomView;
  return h('section', {}, h('h3', {}, title), list.length === 0 ? h('p', { class: 'quiet' }, 'none') : h('ul', { class: 'execution-list' }, list.map(each => {
    const place = data.executions.indexOf(each);
    return h('li', {}, keyed(`execution${place}`, [h('span', { class: 'state' }, unbroken(each.outcome || 'complete')), each.count > 1 ? ` ×${each.count}` : ''], () => { axiomView.chosen = place; showAxioms(); },
      { 'aria-current': place === axiomView.chosen ? 'true' : false }), each.breaks.map(axiom => h('span', { class: 'tag bad' }, `breaks ${data.axioms[axiom].name}`)));
  })));
}

function executionView(execution) {
  return [execution.svg ? panelPicture('axioms', execution.svg, execution.outcome) : h('p', { class: 'note' }, 'Not drawn: there are too many.'),
          execution.cycle ? [h('p', {}, 'It breaks ', h('b', {}, execution.axiom), ' by this cycle, red in the picture:'), cycleList(execution.cycle)] : ''];
}

onTab.axioms = () => { if (!axiomView.data || axiomView.text !== programText()) loadAxioms().catch(complain); else showAxioms(); };
sharedParts.push({
  save: () => shownTab() === 'axioms' && axiomView.data && axiomView.text === programText() ? { axioms: axiomView.model, off: [...axiomView.off] } : {},
  restore: async saved => {
    if (typeof saved.axioms !== 'string' || !fittingModels().includes(saved.axioms)) return;
    await loadAxioms(saved.axioms);
    if (axiomView.data && Array.isArray(saved.off)) for (const place of saved.off) switchAxiom(place);
  }
});
