// Why models forbid an outcome, in words.

function explanation(reason) {
  const parts = [h('p', {}, reason.heading)];
  if (reason.sentence) parts.push(h('p', {}, prose(reason.sentence)));
  if (reason.axiom) {
    parts.push(h('p', {}, 'It breaks the axiom ', h('b', {}, reason.axiom), ': ',
      h('span', { class: 'formula' }, reason.formula), reason.citation ? h('span', { class: 'quiet' }, reason.citation) : ''));
    // The definitions that the steps name; the others on a click.
    const main = new Set(reason.steps.flatMap(line => line.main.split(', so ')));
    main.add(reason.formula.slice(reason.formula.indexOf(' ') + 1));
    const formulas = list => list.map(each => h('span', { class: 'formula' }, `${each.name} = ${each.formula}`));
    parts.push(...formulas(reason.definitions.filter(each => main.has(each.name))));
    const others = reason.definitions.filter(each => !main.has(each.name));
    if (others.length > 0) parts.push(h('details', {}, h('summary', {}, 'the other names'), formulas(others)));
    parts.push(h('p', {}, 'by this cycle, red in the picture:'), account(reason.steps));
  }
  if (reason.removable.length > 0) {
    parts.push(h('p', {}, `It would be allowed without ${reason.removable.length > 1 ? 'any one of ' : ''}`,
      reason.removable.map((pair, index) => [index > 0 ? ', ' : '', lighting(h('span', { class: 'state pair' }, pair.text), pair.edges)]), '.'));
  } else if (reason.axiom) {
    parts.push(h('p', { class: 'quiet' }, 'No single edge is to blame: with any one of them missing it is still forbidden.'));
  }
  return h('div', { class: 'explanation' }, parts);
}

// How machines come to an execution: that of the chosen model, or else all.
function storyParts(drawing) {
  const own = drawing.stories.filter(story => story.models.includes(state.model));
  return (own.length > 0 ? own : drawing.stories).map(story => h('details', { class: 'explanation' },
    h('summary', {}, `${story.heading} (${modelNames(story.models)})`), h('ol', {}, story.steps.map(step => h('li', {}, prose(step))))));
}

// Lines with depths as nested lists.
function account(steps) {
  const root = h('ol', { class: 'steps' });
  const open = [root];
  for (const line of steps) {
    while (open.length > line.depth + 1) open.pop();
    if (open.length < line.depth + 1) {
      const list = h('ul', {});
      (open[open.length - 1].lastElementChild || open[open.length - 1]).append(list);
      open.push(list);
    }
    const words = h('span', { class: 'step' }, prose(line.text), ' ', h('span', { class: 'quiet', title: line.relations }, `[${line.main}]`));
    open[open.length - 1].append(h('li', {}, lighting(words, line.edges)));
  }
  return root;
}

// Pointing at it, or coming to it by the keyboard, lights these edges of the picture.
function lighting(element, edges) {
  element.setAttribute('tabindex', '0');
  element.dataset.edges = edges.map(edge => edge.join(' ')).join(', ');
  for (const name of ['mouseenter', 'focus']) element.addEventListener(name, () => light(edges));
  for (const name of ['mouseleave', 'blur']) element.addEventListener(name, () => light([]));
  return element;
}

function light(edges) {
  const isLit = element => edges.some(([relation, from, to]) => relationsOf(element).includes(relation) &&
      Number(element.dataset.from) === from && Number(element.dataset.to) === to);
  for (const element of byId('view').querySelectorAll('g.edge, text.label')) {
    const isIt = isLit(element);
    element.classList.toggle('lit', isIt);
    element.classList.toggle('dim', edges.length > 0 && !isIt);
  }
  for (const node of byId('view').querySelectorAll('g.node')) {
    const event = Number(node.dataset.event);
    node.classList.toggle('lit', edges.some(([, from, to]) => event === from || event === to));
  }
}
