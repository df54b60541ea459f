// What there is to load: examples, and the tests of the library by their shapes.

let shelves = null;
const shapeWords = {
  SB: 'store buffering', MP: 'message passing', LB: 'load buffering', IRIW: 'independent reads of independent writes',
  WRC: 'write to read causality', ISA2: 'a chain of messages', '2+2W': 'two writes each', R: 'a write against a read', S: 'a read against a write',
  RWC: 'read to write causality', CoRR: 'coherence', CoWW: 'coherence', CoRW1: 'coherence', CoRW2: 'coherence', CoWR: 'coherence'
};

async function showGallery() {
  if (!shelves) shelves = await loadShelves();
  await loadExercises();
  fillGallery();
  byId('gallery').showModal();
  byId('gallery-filter').focus();
}

async function loadShelves() {
  const { examples, tests } = await get('/api/gallery');
  const shapes = new Map();
  for (const test of tests) shapes.set(test.shape, [...(shapes.get(test.shape) || []), test]);
  const known = Object.keys(shapeWords);
  const order = ([shape]) => known.includes(shape) ? known.indexOf(shape) : known.length;
  const sorted = [...shapes].sort((a, b) => order(a) - order(b) || a[0].localeCompare(b[0]));
  // Shapes with one test each stand together.
  const single = sorted.filter(([shape, list]) => list.length === 1 && !shapeWords[shape]);
  return [{ title: 'Examples', items: examples },
          ...sorted.filter(each => !single.includes(each)).map(([shape, items]) => ({ title: shapeWords[shape] ? `${shape}: ${shapeWords[shape]}` : shape, items })),
          { title: 'Others', items: single.flatMap(([, list]) => list) }];
}

function fillGallery() {
  const wanted = byId('gallery-filter').value.trim().toLowerCase();
  const fits = (item, title) => `${title} ${item.name} ${item.language || ''} ${item.about}`.toLowerCase().includes(wanted);
  const parts = shelves.map(({ title, items }) => [title, items.filter(item => fits(item, title))]).filter(([, items]) => items.length > 0);
  const shelf = ([title, items]) => h('section', { class: 'shelf' }, h('h3', {}, title), h('div', {}, items.map(item =>
    h('button', { type: 'button', title: item.shape ? title : item.about, onclick: () => load(item) }, item.name, item.language ? h('span', { class: 'lang' }, item.language) : ''))));
  const extras = galleryExtras(wanted).flat(2);
  const isExample = ([title]) => title === 'Examples';
  fill(byId('gallery-list'), parts.filter(isExample).map(shelf), extras, parts.filter(part => !isExample(part)).map(shelf),
    parts.length + extras.length === 0 ? h('p', { class: 'note' }, 'Nothing of that name.') : '');
}

// Other things that stand in the gallery.
const galleryParts = [];
const galleryExtras = wanted => galleryParts.map(part => part(wanted));

function load(item) {
  byId('gallery').close();
  showText('program');
  hasChosenModels = false;
  editors.program.setValue(item.text);
  byId('title').textContent = item.name;
  // Why it is so comes with the verdicts.
  ask('program').then(() => check()).then(() => notify(item.about || '')).catch(complain);
}
