// Relations of the picture at hand, switched off and on.

const isOn = relation => state.shown.has(relation.name) || (!relation.more && !state.hidden.has(relation.name));

function relationBar(drawing, variant) {
  chips = !variant ? [] : ['po', ...variant.relations].map(name => ({ name, more: false }))
      .concat(variant.more.map(name => ({ name, more: true })));
  if (chips.length === 0) return '';
  return h('div', { class: 'bar', role: 'group', 'aria-label': 'Relations' }, modelChoice(drawing, variant),
    chips.map((relation, index) => h('button', {
      type: 'button', class: `chip${relation.more ? ' more' : ''}`, 'aria-pressed': String(isOn(relation)), 'data-toggle': relation.name,
      title: `${isOn(relation) ? 'switch off' : 'switch on'}${index < 9 ? `: key ${index + 1}` : ''}`, onclick: () => toggle(relation)
    }, relation.name)),
    variant.missing.map(text => h('span', { class: 'quiet missing', title: 'the model asks for it to be shown' }, text)));
}

// Whose relations they are. Models of which the same is drawn stand together.
function modelChoice(drawing, variant) {
  const names = list => list.map(index => models()[index]).join(', ');
  if (drawing.variants.length === 1) return h('span', { class: 'quiet' }, 'relations');
  return h('label', { class: 'quiet' }, 'relations of ',
    h('select', { id: 'relations-of', onchange: event => chooseModel(Number(event.target.value)) }, drawing.variants.map(each =>
      h('option', { value: each.models.includes(state.model) ? state.model : each.models[0], selected: each === variant }, names(each.models)))));
}

function chooseModel(model) {
  state.model = model;
  keepingFocus(showView);
}

function toggle(relation) {
  const set = relation.more ? state.shown : state.hidden;
  if (set.has(relation.name)) set.delete(relation.name); else set.add(relation.name);
  keepingFocus(showView);
}

function toggleAll() {
  const usual = chips.filter(relation => !relation.more);
  const isAnyOn = chips.some(isOn);
  state.shown.clear();
  state.hidden = new Set(isAnyOn ? usual.map(relation => relation.name) : []);
  keepingFocus(showView);
}
