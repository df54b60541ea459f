// Tabs, keys, the beginning.

function showText(name) {
  for (const each of ['program', 'model']) {
    byId(`panel-${each}`).hidden = each !== name;
    setSelected(byId(`tab-${each}`), each === name);
  }
  editors[name].refresh();
  listFindings();
}

// In a list of tabs, arrow keys go from one to the next.
function onTabKey(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.target.getAttribute('role') !== 'tab') return;
  const tabs = [...event.currentTarget.querySelectorAll('[role=tab]')].filter(tab => !tab.hidden);
  const next = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
}

function toggleKeys() {
  const keys = byId('keys');
  keys.hidden = !keys.hidden;
  byId('keys-button').setAttribute('aria-expanded', String(!keys.hidden));
}

function onKey(event) {
  if (event.defaultPrevented) return;  // the editor has used it
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    byId('check-button').click();
    return;
  }
  const isTyping = event.target.closest('input, select, textarea, .CodeMirror, dialog, [role=tablist]');
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const isUsed = event.key === '?' ? (toggleKeys(), true) : (tabKeys[shownTab()] || (() => false))(event.key);
  if (isUsed) event.preventDefault();
}

function bindButtons() {
  const on = (id, action) => byId(id).addEventListener('click', () => Promise.resolve(action()).catch(complain));
  on('check-button', () => { showTab('outcomes'); return check(); });
  on('orders-button', async () => { showTab('orders'); await findOrders(); });
  on('stop-button', stopRun);
  on('gallery-button', showGallery);
  on('gallery-close', () => byId('gallery').close());
  on('generate-button', showGenerate);
  on('generate-close', () => byId('generate').close());
  on('cycle-undo', undoEdge);
  on('cycle-open', openGenerated);
  for (const id of ['cycle', 'cycle-architecture']) byId(id).addEventListener('change', () => growCycle(byId('cycle').value).catch(complain));
  on('share-button', share);
  on('download-button', showDownloads);
  on('download-close', () => byId('download').close());
  on('keys-button', toggleKeys);
  on('format-button', formatText);
  on('card-button', showCard);
  on('card-close', () => byId('card').close());
  byId('card-filter').addEventListener('input', fillCard);
  byId('live').addEventListener('change', () => { keep(LiveKey, byId('live').checked); checkSoon(); });
  // The address has the state of the page: it stays.
  document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault();
    byId('results').focus();
  });
  on('tab-program', () => showText('program'));
  on('tab-model', () => showText('model'));
  byId('gallery-filter').addEventListener('input', fillGallery);
  byId('unroll').addEventListener('change', () => askSoon('program'));
  for (const list of document.querySelectorAll('[role=tablist]')) list.addEventListener('keydown', onTabKey);
  for (const tab of resultTabs()) {
    tab.addEventListener('click', event => {
      showTab(tab.id.slice(4));
      // With the mouse one goes on in the panel, whose keys are other ones.
      if (event.detail > 0) byId(tab.getAttribute('aria-controls')).focus({ preventScroll: true });
    });
  }
  document.addEventListener('keydown', onKey);
  window.addEventListener('resize', fitPicture);
  window.addEventListener('hashchange', () => followAddress().catch(complain));
}

const FirstProgram = `// Store buffering: may both threads read the old value?
shared x, y;
thread left { x := 1; a := y; }
thread right { y := 1; b := x; }
exists (left:a == 0 && right:b == 0);
`;


const LiveKey = 'drover-check-while-typing';

async function start() {
  byId('live').checked = kept(LiveKey) !== false;
  makeEditor('program', 'Program', 'core');
  makeEditor('model', 'Own model', 'cat');
  bindButtons();
  onTextChange = () => { showStale(); noteAddress(); };
  fill(byId('answer'), h('p', { class: 'welcome' }, 'Write a program, or take one from the gallery, choose models, and press ', h('b', {}, 'Check'),
    '. Programs of the core language and litmus tests of all dialects are known by their text.',
    inside ? ' Drover runs in this page: nothing that you write leaves your browser.' : ''));
  await loadModels();
  if (await followAddress()) return;
  editors.program.setValue(FirstProgram);
  editors.program.clearHistory();
}

start().catch(complain);
