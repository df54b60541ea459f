// Step: the execution that is looked at, event by event.

const walking = { at: 0, key: '' };

// The walk of the drawing at hand under the chosen model, or the first.
function walkAtHand() {
  const drawing = checked && !isStale() ? shownDrawing() : null;
  const walks = drawing && drawing.annotation && drawing.annotation.walks;
  if (!walks || walks.length === 0) return null;
  return { walk: walks.find(each => each.models.includes(state.model)) || walks[0], walks, drawing };
}

function showSteps() {
  const box = byId('steps');
  const found = walkAtHand();
  if (!found) {
    const item = rows[state.row] && rows[state.row].items[state.step];
    const why = !checked ? 'Check a program first.' : isStale() ? 'The program has changed: check it again.'
        : !item ? 'There is no execution: choose one under Outcomes.'
        : item.reason ? 'What is shown under Outcomes is forbidden: choose an execution there.'
        : item.drawing.note || 'This execution is too long to be taken step by step.';
    return fill(box, h('p', { class: 'note' }, prose(why)));
  }
  const { walk, walks, drawing } = found;
  const key = `${drawing.annotation.number}.${walk.models[0]}`;
  if (walking.key !== key) Object.assign(walking, { key, at: Math.min(walking.wanted || 0, walk.steps.length) });
  walking.wanted = 0;
  const at = walking.at;
  const step = at > 0 ? walk.steps[at - 1] : null;
  const entry = rows[state.row];
  const button = (name, text, label, to) => keyed(name, text, () => goToStep(to), { 'aria-label': label, title: label, disabled: to < 0 || to > walk.steps.length || to === at });
  refill(box,
    h('p', { class: entry.outcome && entry.outcome.kind === 'final' ? 'state' : false }, entry.outcome ? unbroken(entry.outcome.text) : entry.error.message),
    h('div', { class: 'bar' }, button('first', '|‹', 'To the beginning', 0), button('back', '‹', 'Back', at - 1), button('forth', '›', 'Forward', at + 1),
      button('last', '›|', 'To the end', walk.steps.length), h('output', { 'aria-live': 'off' }, `Step ${at} of ${walk.steps.length}`),
      walks.length > 1 ? h('label', { class: 'quiet' }, 'under ', h('select', { 'data-key': 'walk-model', onchange: event => { state.model = Number(event.target.value); showSteps(); noteAddress(); } },
        walks.map(each => h('option', { value: each.models[0], selected: each === walk }, each.models.map(index => models()[index]).join(', '))))) : h('span', { class: 'quiet' }, `under ${walk.models.map(index => models()[index]).join(', ')}`)),
    h('p', { class: 'told', id: 'step-text' }, step ? step.text : 'Nothing has happened yet.'),
    stateTable(walk, at),
    stepPicture(walk, at, drawing),
    h('ol', { class: 'step-list' }, walk.steps.map((each, index) => h('li', { class: index + 1 === at ? 'now' : index < at ? 'past' : false },
      keyed(`step${index}`, each.text, () => goToStep(index + 1), { 'aria-current': index + 1 === at ? 'step' : false })))),
    h('p', { class: 'hint' }, walk.about));
  byId('status').textContent = step ? `Step ${at}: ${step.text}` : 'Before the first step';
  mark(step ? step.line : 0, step ? step.letter : '');
  if (step) reveal(step.line);
}

function goToStep(at) {
  const found = walkAtHand();
  if (!found || at < 0 || at > found.walk.steps.length) return;
  walking.at = at;
  showSteps();
  noteAddress();
}

// What memory, and buffers or views, hold after so many steps; what the last one changed is marked.
function stateTable(walk, at) {
  if (walk.kind === 'order') return '';
  const now = at > 0 ? walk.steps[at - 1] : null;
  const before = at > 1 ? walk.steps[at - 2] : null;
  const memory = now ? now.memory : walk.initial;
  const row = (name, content) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'left-cell' }, content));
  const rowsOf = [row(walk.kind === 'views' ? 'newest' : 'memory', cells(walk.locations, memory, now ? (before ? before.memory : walk.initial) : null))];
  walk.threads.forEach((name, thread) => {
    if (walk.kind === 'buffers') {
      const buffer = now ? now.buffers[thread] : [];
      rowsOf.push(row(`buffer of ${name}`, buffer.length === 0 ? h('span', { class: 'quiet' }, 'empty') : cells(buffer.map(each => each[0]), buffer.map(each => each[1]))));
    } else if (walk.kind === 'views') {
      const view = now ? now.views[thread] : walk.initial;
      rowsOf.push(row(`view of ${name}`, cells(walk.locations, view, now ? (before ? before.views[thread] : walk.initial) : null)));
    }
  });
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'What is where' }, h('table', { class: 'state-table' }, h('tbody', {}, rowsOf)));
}

// Events that have not happened are faint, the one that happens stands out.
function stepPicture(walk, at, drawing) {
  const variant = drawing.variants.find(each => each.models.includes(walk.models[0])) || drawing.variants[0];
  if (!variant) return '';
  const box = panelPicture('steps', pictureText(variant.svg), 'The execution so far');
  const done = new Set(walk.steps.slice(0, at).flatMap(step => step.events));
  const isDone = event => event === undefined || done.has(Number(event));
  for (const node of box.querySelectorAll('g.node[data-event]')) {
    const isInitial = node.classList.contains('initial');
    node.classList.toggle('dim', !isInitial && !isDone(node.dataset.event));
    node.classList.toggle('lit', at > 0 && walk.steps[at - 1].events.includes(Number(node.dataset.event)));
  }
  const initial = new Set([...box.querySelectorAll('g.node.initial')].map(node => node.dataset.event));
  const isThere = event => initial.has(event) || isDone(event);
  for (const edge of box.querySelectorAll('g.edge, text.label')) edge.classList.toggle('dim', !(isThere(edge.dataset.from) && isThere(edge.dataset.to)));
  return box;
}

onTab.steps = showSteps;
tabKeys.steps = key => {
  const found = walkAtHand();
  const to = { ArrowLeft: walking.at - 1, ArrowRight: walking.at + 1, Home: 0, End: found ? found.walk.steps.length : 0 }[key];
  if (to !== undefined) goToStep(to);
  return to !== undefined;
};
resultViews.push(() => { walking.key = ''; if (shownTab() === 'steps') showSteps(); });
sharedParts.push({
  save: () => shownTab() === 'steps' && walking.at > 0 ? { at: walking.at } : {},
  restore: saved => { walking.wanted = Number.isInteger(saved.at) ? saved.at : 0; }
});
