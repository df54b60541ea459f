// Pictures: SVG of Drover's own making, with events that mark their lines.

// A picture is a list of lines, each a shape with something in its gaps (packed_pictures.h).
function pictureText(packed) {
  return packed.map(index => {
    const [shape, ...gaps] = data.lines[index];
    let next = 0;
    return data.shapes[shape].replace(/\t/g, () => gaps[next++]);
  }).join('\n');
}

function pictureParts(drawing, label) {
  const relations = relationBar(drawing);
  if (!drawing.svg) return h('p', { class: 'note' }, prose(drawing.note));
  const isDetailed = chips.some(relation => relation.more && isOn(relation));
  const text = pictureText(isDetailed ? drawing.detailed : drawing.svg);
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', label);
  for (const relation of chips) {
    if (isOn(relation)) continue;
    for (const element of svg.querySelectorAll(`[data-relation="${CSS.escape(relation.name)}"]`)) element.classList.add('off');
  }
  for (const node of svg.querySelectorAll('g.node')) bindNode(node, svg);
  return [h('div', { class: 'above' }, relations, zoomBar()), h('div', { class: 'picture', id: 'picture', tabindex: 0, role: 'group', 'aria-label': 'Picture' }, svg),
          h('p', { class: 'hint', id: 'line-text' })];
}

function bindNode(node, svg) {
  const line = Number(node.dataset.line || 0);
  const texts = [...node.querySelectorAll('text')].map(text => text.textContent);
  node.setAttribute('tabindex', '0');
  node.setAttribute('role', line > 0 ? 'button' : 'img');
  node.setAttribute('aria-label', [node.dataset.thread, ...texts].filter(Boolean).join(', '));
  const enter = () => { focusOn(node, svg); reveal(mark(line)); };
  const leave = () => { focusOn(null, svg); mark(state.pinned); };
  const press = () => line > 0 && pin(line);
  node.addEventListener('mouseenter', enter);
  node.addEventListener('focus', enter);
  node.addEventListener('mouseleave', leave);
  node.addEventListener('blur', leave);
  node.addEventListener('click', press);
  node.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  });
}

// Edges that do not touch the event become faint.
function focusOn(node, svg) {
  for (const edge of svg.querySelectorAll('g.edge, text.label')) {
    const isFar = node && node.dataset.event !== undefined &&
        edge.dataset.from !== node.dataset.event && edge.dataset.to !== node.dataset.event;
    edge.classList.toggle('dim', Boolean(isFar));
  }
}

// ---- Size

const Zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];
// Smaller than this a picture is not readable: it is scrolled instead.
const SmallestFit = 0.8;

function zoomBar() {
  const button = (id, label, text, by) => h('button', { type: 'button', id, class: 'chip', 'aria-label': label, title: label, onclick: () => zoom(by) }, text);
  return h('div', { class: 'bar', role: 'group', 'aria-label': 'Size' }, h('span', { class: 'quiet', id: 'wide' }), button('smaller', 'Smaller', '−', -1), button('larger', 'Larger', '+', 1));
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
