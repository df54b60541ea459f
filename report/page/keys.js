// What keys do.

function toggleKeys() {
  const keys = byId('keys');
  keys.hidden = !keys.hidden;
  byId('keys-button').setAttribute('aria-expanded', String(!keys.hidden));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.tagName === 'SELECT') return;
  const isProgram = state.program !== Overview;
  const actions = {
    '[': () => showProgram(state.program - 1), ']': () => showProgram(state.program + 1), '?': toggleKeys,
    ...(isProgram ? {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), k: () => moveRow(-1), j: () => moveRow(1),
      t: toggleAll, '+': () => zoom(1), '-': () => zoom(-1), Escape: unpin
    } : {})
  };
  const relation = isProgram && /^[1-9]$/.test(event.key) ? chips[Number(event.key) - 1] : null;
  const action = actions[event.key] || (relation ? () => toggle(relation) : null);
  if (!action) return;
  event.preventDefault();
  action();
}
