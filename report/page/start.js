// Which program is looked at; the beginning.

// With a model: at the row that says most about it.
function showProgram(index, model) {
  if (index < (programs.length > 1 ? Overview : 0) || index >= programs.length) return;
  Object.assign(state, { program: index, row: 0, step: 0, pinned: 0, pinnedLetter: '', zoom: 0 });
  const isOverview = index === Overview;
  byId('overview').hidden = !isOverview;
  byId('program').hidden = isOverview;
  noteProgram(index);
  byId('title').textContent = isOverview ? plural(programs.length, 'program') : programs[index].file;
  if (isOverview) {
    noteAddress();
    return;
  }
  const program = programs[index];
  showSource(program);
  showMatrix(program);
  showDetails(program);
  if (model !== undefined) state.model = model;
  const row = firstRow(model);
  const items = rows[row] ? rows[row].items : [];
  select(row, model === undefined || !rows[row].outcome ? 0 : stepFor(items, model));
}

// What is wrong with a program comes first, then what it asks about.
function firstRow(model) {
  const isOf = entry => model === undefined || !entry.error || entry.error.models.includes(model);
  return Math.max(rows.findIndex(entry => isOf(entry) && (entry.error || entry.outcome.conditions.length > 0)), 0);
}

// Buttons for a few programs, a list for many.
const MaxButtons = 16;

function programChoice() {
  const names = ['All', ...programs.map(program => program.name)];
  if (programs.length <= MaxButtons) {
    return names.map((name, place) => h('button', { type: 'button', onclick: () => showProgram(place - 1) }, name));
  }
  return [h('select', { 'aria-label': 'Program', onchange: event => showProgram(Number(event.target.value)) },
            names.map((name, place) => h('option', { value: place - 1 }, name)))];
}

function noteProgram(index) {
  const list = byId('programs').querySelector('select');
  if (list) list.value = String(index);
  for (const [place, button] of [...byId('programs').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-current', String(place - 1 === index));
  }
}

function start() {
  takeData(JSON.parse(byId('data').textContent));
  if (programs.length > 1) {
    byId('programs').append(...programChoice());
    showOverview();
  }
  byId('keys-button').addEventListener('click', toggleKeys);
  document.addEventListener('keydown', onKey);
  // The address leads to what is looked at: it stays.
  document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault();
    byId('viewer').focus();
  });
  const address = location.hash;
  showProgram(programs.length > 1 ? Overview : 0);
  followAddress(address);
  window.addEventListener('hashchange', () => followAddress(location.hash));
  window.addEventListener('resize', () => state.program !== Overview && fitPicture());
}

start();
