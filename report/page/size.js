// How large pictures are.

const Zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];
// Smaller than this a picture is not readable: it is scrolled instead.
const SmallestFit = 0.8;

function zoomBar() {
  const button = (id, label, text, by) => h('button',
    { type: 'button', id, class: 'chip', 'aria-label': label, title: label, onclick: () => zoom(by) }, text);
  return h('div', { class: 'bar', role: 'group', 'aria-label': 'Size' }, h('span', { class: 'quiet', id: 'wide' }),
    button('smaller', 'Smaller', '−', -1), button('larger', 'Larger', '+', 1));
}

function fitPicture() {
  const svg = byId('view').querySelector('#picture svg');
  if (!svg) return;
  const width = Number(svg.getAttribute('width'));
  const fit = Math.min(1, Math.max((byId('picture').clientWidth - 2) / width, SmallestFit));
  const factor = state.zoom || fit;
  svg.style.width = `${Math.floor(width * factor)}px`;
  byId('wide').textContent = width * factor > byId('picture').clientWidth + 1 ? 'scroll to see all of it, or' : '';
  byId('smaller').disabled = factor <= Zooms[0];
  byId('larger').disabled = factor >= Zooms[Zooms.length - 1];
  return factor;
}

function zoom(by) {
  const factor = fitPicture();
  if (!factor) return;
  const next = by > 0 ? Zooms.find(each => each > factor + 0.01) : [...Zooms].reverse().find(each => each < factor - 0.01);
  if (!next) return;
  state.zoom = next;
  fitPicture();
}
