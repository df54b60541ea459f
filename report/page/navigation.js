// Going somewhere: to a row, to a step of it.

// What a reader has chosen: with a model, its relations are shown from then on.
function choose(row, step, model) {
  if (model !== undefined) state.model = model;
  select(row, step);
  revealView();
}

// Where the panes stand below each other, what has changed may be out of sight.
function revealView() {
  const { top } = byId('viewer').getBoundingClientRect();
  if (top < 0 || top > window.innerHeight * 0.6) byId('viewer').scrollIntoView({ block: 'start' });
}

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
  rows[row].button.scrollIntoView({ block: 'nearest' });
  choose(row);
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
