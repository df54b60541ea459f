// Tests from cycles: edges are clicked, and the test grows (docs/generate.md).

let generated = null;  // the last answer

async function showGenerate() {
  byId('generate').showModal();
  await growCycle(byId('cycle').value);
  byId('cycle').focus();
}

async function growCycle(text) {
  byId('cycle').value = text;
  const asked = { architecture: byId('cycle-architecture').value, cycle: text };
  const { result, error, messages } = await post('/api/generate', asked);
  // A later click has its own answer.
  if (byId('cycle').value !== text) return;
  generated = result;
  if (!result) return fill(byId('cycle-test'), h('p', { class: 'note' }, error ? error.text : messages));
  if (!byId('cycle-architecture').options.length) {
    fill(byId('cycle-architecture'), result.architectures.map(name => h('option', { value: name }, name)));
    byId('cycle-architecture').value = result.architecture;
  }
  fillCycle();
}

function fillCycle() {
  const add = word => growCycle(`${byId('cycle').value.trim()} ${word}`.trim()).catch(complain);
  fill(byId('cycle-words'), generated.next.map(({ title, words }) => h('section', { class: 'shelf' }, h('h3', {}, title),
    h('div', {}, words.map(word => h('button', { type: 'button', onclick: () => add(word) }, word))))));
  byId('cycle-open').disabled = !generated.text;
  fill(byId('cycle-test'),
    generated.text && !generated.is_closed ? h('p', { class: 'note' }, `Closed here as ${generated.cycle}.`) : '',
    generated.text ? h('pre', {}, generated.text)
      : h('p', { class: 'note' }, generated.complaint || 'Choose the first edge: a cycle of them is a test.'));
}

function undoEdge() {
  return growCycle(byId('cycle').value.trim().split(/\s+/).slice(0, -1).join(' '));
}

function openGenerated() {
  byId('generate').close();
  load({ name: generated.name, text: generated.text, about: `The cycle ${generated.cycle}.` });
}
