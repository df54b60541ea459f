// What is looked at: an execution of the chosen row, or why there is none.

function showView() {
  const view = byId('view');
  const entry = rows[state.row];
  if (!entry) {
    fill(view, h('p', { class: 'note' }, 'There is no execution.'));
    return;
  }
  const item = entry.items[state.step];
  const title = item ? itemTitle(entry, state.step) : 'Nothing is drawn';
  const note = entry.outcome ? entry.outcome.note : '';
  const label = `${title}: ${entry.outcome ? entry.outcome.text : entry.error.message}`;
  fill(view, heading(entry), stepper(entry, title), item ? [about(entry, item), pictureParts(item.drawing, label), callParts(item.drawing), storyParts(item.drawing)] : '',
       item && item.reason ? explanation(item.reason) : '', note ? h('p', { class: 'note' }, prose(note)) : '');
  // Said by screen readers, which do not notice what is made anew.
  byId('status').textContent = label;
  if (item) fitPicture();
  noteLines();
  markPinned();
  noteAddress();
}

function heading(entry) {
  if (entry.outcome) {
    return h('p', { class: entry.outcome.kind === 'final' ? 'state' : false }, unbroken(entry.outcome.text));
  }
  const places = entry.error.places.map((place, index) => h('li', {},
    lineButton(place.line, `${place.place}${place.thread ? ` (${place.thread})` : ''}`),
    place.calls ? ` in ${place.calls}` : '',
    index > 0 && place.remark ? [' ', prose(place.remark)] : ''));
  return h('div', {}, h('p', { class: 'message' }, prose(errorText(entry.error))),
    h('p', { class: 'quiet' }, `under ${modelNames(entry.error.models)}`), h('ul', { class: 'places' }, places));
}

function itemTitle(entry, index) {
  const item = entry.items[index];
  if (item.error) return 'The execution that shows it';
  const same = entry.items.filter(other => !!other.reason === !!item.reason);
  const place = same.indexOf(item) + 1;
  return item.reason ? `Why not: ${place} of ${same.length}` : `Execution ${place} of ${same.length}`;
}

// ‹ Execution 2 of 4 › and what comes after the last.
function stepper(entry, title) {
  const last = entry.items.length - 1;
  const button = (id, label, text, by) => h('button', { type: 'button', id, 'aria-label': label, title: label,
    disabled: state.step + by < 0 || state.step + by > last, onclick: () => step(by) }, text);
  const drawn = entry.outcome ? entry.outcome.executions.length : 0;
  const reasons = entry.items.length - drawn;
  const isReason = entry.items[state.step] && entry.items[state.step].reason;
  const words = [];
  if (entry.outcome && entry.outcome.hasMore) {
    words.push(`${plural(drawn, 'execution')} with this outcome ${drawn === 1 ? 'is' : 'are'} drawn, and there are more${document.body.classList.contains('playground') ? '' : ' (--max-pictures)'}.`);
  }
  if (reasons > 0 && drawn > 0 && !isReason) words.push(`After that: why other models forbid it (${reasons}).`);
  return [h('div', { class: 'bar' }, button('previous', 'Previous', '‹', -1), button('next', 'Next', '›', 1),
            h('output', { 'aria-live': 'off' }, title)),
          words.length > 0 ? h('p', { class: 'hint' }, words.join(' ')) : ''];
}

// Which models allow an execution, and what it breaks of the others; or whom an explanation is of.
function about(entry, item) {
  const tag = (kind, model) => {
    const place = entry.items.findIndex(other => other.reason && other.reason.models.includes(model));
    return place < 0 || kind === 'good' || item.reason ? h('span', { class: `tag ${kind}` }, models()[model])
        : h('button', { type: 'button', class: `tag ${kind}`, title: `why ${models()[model]} forbids the outcome`,
                        onclick: () => choose(state.row, place, model) }, models()[model]);
  };
  if (item.reason) return h('p', { class: 'hint' }, 'forbidden by ', item.reason.models.map(model => tag('bad', model)));
  if (!item.execution) return '';
  const rejections = grouped(item.execution.rejected.map(each => each.axiom));
  return h('p', { class: 'hint' }, 'allowed by ', item.execution.allowed.map(model => tag('good', model)),
    rejections.map(([axiom, places]) => [h('br', {}), 'not by ', places.map(place => tag('bad', item.execution.rejected[place].model)),
      ': ', axiom.includes(' ') ? axiom : ['it breaks ', h('code', {}, axiom)]]));
}
