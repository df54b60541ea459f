// What is looked at: an execution of the chosen row, or why there is none.

function select(row, step) {
  state.row = row;
  state.step = step || 0;
  rows.forEach((entry, index) => {
    entry.element.classList.toggle('selected', index === row);
    if (index === row) entry.button.setAttribute('aria-current', 'true');
    else entry.button.removeAttribute('aria-current');
  });
  showView();
}

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
  fill(view, heading(entry), stepper(entry, title), item ? [about(entry, item), pictureParts(item.drawing, label)] : '',
       item && item.reason ? explanation(item.reason) : '', note ? h('p', { class: 'note' }, prose(note)) : '');
  if (item) fitPicture();
  noteLines();
  mark(state.pinned);
  noteAddress();
}

function heading(entry) {
  if (entry.outcome) {
    return h('p', { class: entry.outcome.kind === 'final' ? 'state' : false }, unbroken(entry.outcome.text));
  }
  const places = entry.error.places.map((place, index) => h('li', {},
    lineButton(place.line, `line ${place.line}${place.thread ? ` (${place.thread})` : ''}`),
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
  const more = !entry.outcome ? '' : [
    entry.outcome.hasMore ? `${plural(drawn, 'execution')} with this outcome ${drawn === 1 ? 'is' : 'are'} drawn, and there are more (--max-pictures).` : '',
    reasons > 0 && drawn > 0 && !isReason ? `After that: why other models forbid it (${reasons}).` : ''].filter(Boolean).join(' ');
  return [h('div', { class: 'bar' }, button('previous', 'Previous', '‹', -1), button('next', 'Next', '›', 1),
            h('output', { 'aria-live': 'polite' }, title)),
          more ? h('p', { class: 'hint' }, more) : ''];
}

// Which models allow an execution, and what it breaks of the others; or whom an explanation is of.
function about(entry, item) {
  const tag = (kind, model) => {
    const place = entry.items.findIndex(other => other.reason && other.reason.models.includes(model));
    return place < 0 || kind === 'good' || item.reason ? h('span', { class: `tag ${kind}` }, models()[model])
        : h('button', { type: 'button', class: `tag ${kind}`, title: `why ${models()[model]} forbids the outcome`,
                        onclick: () => select(state.row, place) }, models()[model]);
  };
  if (item.reason) return h('p', { class: 'hint' }, 'forbidden by ', item.reason.models.map(model => tag('bad', model)));
  if (!item.execution) return '';
  const rejections = grouped(item.execution.rejected.map(each => each.axiom));
  return h('p', { class: 'hint' }, 'allowed by ', item.execution.allowed.map(model => tag('good', model)),
    rejections.map(([axiom, places]) => [h('br', {}), 'not by ', places.map(place => tag('bad', item.execution.rejected[place].model)),
      ': ', axiom.includes(' ') ? axiom : ['it breaks ', h('code', {}, axiom)]]));
}

// ---- Going somewhere

function step(by) {
  const entry = rows[state.row];
  if (!entry || state.step + by < 0 || state.step + by >= entry.items.length) return;
  keepingFocus(() => {
    state.step += by;
    showView();
  });
}

function moveRow(by) {
  const row = state.row + by;
  if (row < 0 || row >= rows.length) return;
  select(row);
  rows[row].button.scrollIntoView({ block: 'nearest' });
}

// The view is made anew: what had the focus in it has it again, or what is next to it.
function keepingFocus(change) {
  const focused = document.activeElement;
  const key = focused && byId('view').contains(focused) ? focused.dataset.toggle || focused.id : '';
  change();
  if (!key) return;
  const same = byId(key) || byId('view').querySelector(`[data-toggle="${CSS.escape(key)}"]`);
  if (same && same.disabled) byId(key === 'next' ? 'previous' : 'next').focus();
  else if (same) same.focus();
}

// The address leads back to what is looked at: `#program.row.step`, from 1.
function noteAddress() {
  const place = state.program === Overview ? 'overview' : `${state.program + 1}.${state.row + 1}.${state.step + 1}`;
  try {
    history.replaceState(null, '', `#${place}`);
  } catch (refused) {
    // Some browsers have no history for files.
  }
}

function followAddress(address) {
  if (address === '#overview' && programs.length > 1) showProgram(Overview);
  const place = address.match(/^#(\d+)\.(\d+)\.(\d+)$/);
  if (!place) return;
  const [program, row, at] = place.slice(1).map(number => Number(number) - 1);
  if (!programs[program]) return;
  if (program !== state.program) showProgram(program);
  if (rows[row] && (rows[row].items[at] || at === 0)) select(row, at);
}
