// Files to take away.

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const isCore = () => subject.kind === 'core';
const fileStem = () => (subject.name && subject.name !== 'program.drv' ? subject.name : 'program').replace(/\.(drv|litmus)$/, '').replace(/[^\w.+-]/g, '_');

// A text that a run gives, or why there is none.
async function saveFromRun(path, body, name, type) {
  if (run) return notify('Another run is under way.');
  setRunning(new Run(text => { byId('progress').textContent = text; }));
  try {
    const answer = await run.post(path, body);
    if (answer.error) notify(answer.error.text);
    else if (answer.status === 2 || typeof answer.result !== 'string') notify(`Not written: ${answer.messages.trim()}`);
    else save(name, type, answer.result);
  } finally {
    setRunning(null);
  }
}

const shownDrawing = () => rows[state.row] && rows[state.row].items[state.step] && rows[state.row].items[state.step].drawing;

function savePicture(ending, type) {
  const drawing = shownDrawing();
  const model = models()[variantOf(drawing).models.includes(state.model) ? state.model : variantOf(drawing).models[0]];
  return saveFromRun('/api/draw', { ...checked, picture: drawing.annotation.number, model, format: ending }, `${fileStem()}.${ending}`, type);
}

function showDownloads() {
  const hasPicture = checked && !isStale() && shownDrawing() && shownDrawing().variants.length > 0 && shownDrawing().annotation;
  const choice = (text, action, isThere = true) => isThere ? h('button', { type: 'button', onclick: () => {
    byId('download').close();
    Promise.resolve(action()).catch(complain);
  } }, text) : '';
  fill(byId('download-list'),
    choice(`The program, as ${fileStem()}.${isCore() ? 'drv' : 'litmus'}`, () => save(`${fileStem()}.${isCore() ? 'drv' : 'litmus'}`, 'text/plain', programText())),
    choice(isCore() ? 'The same as a litmus test in C' : 'The same as a program of the core language',
      () => saveFromRun('/api/convert', { text: programText() }, `${fileStem()}.${isCore() ? 'litmus' : 'drv'}`, 'text/plain')),
    choice('The own model, as own.cat', () => save(OwnModel, 'text/plain', modelText()), modelText().trim() !== ''),
    choice('A report: one HTML page', () => saveFromRun('/api/report/page', requestBody(), `${fileStem()}.html`, 'text/html')),
    choice('The picture, as SVG', () => savePicture('svg', 'image/svg+xml'), hasPicture),
    choice('The picture, as TikZ for LaTeX', () => savePicture('tex', 'text/plain'), hasPicture),
    hasPicture ? '' : h('p', { class: 'hint' }, 'After a check, the picture that is shown can be downloaded, too.'));
  byId('download').showModal();
}
