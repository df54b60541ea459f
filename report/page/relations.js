// Relations of the picture at hand, switched off and on.

const isOn = relation => state.shown.has(relation.name) || (!relation.more && !state.hidden.has(relation.name));

function relationBar(drawing) {
  chips = !drawing.svg ? [] : ['po', ...drawing.relations].map(name => ({ name, more: false }))
      .concat(drawing.more.map(name => ({ name, more: true })));
  if (chips.length === 0) return '';
  return h('div', { class: 'bar', role: 'group', 'aria-label': 'Relations' }, h('span', { class: 'quiet' }, 'relations'),
    chips.map((relation, index) => h('button', {
      type: 'button', class: `chip${relation.more ? ' more' : ''}`, 'aria-pressed': String(isOn(relation)), 'data-toggle': relation.name,
      title: `${isOn(relation) ? 'switch off' : 'switch on'}${index < 9 ? `: key ${index + 1}` : ''}`, onclick: () => toggle(relation)
    }, relation.name)));
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
