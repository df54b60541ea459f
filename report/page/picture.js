// Pictures: SVG of Drover's own making, with events that mark their lines.

// A picture, given by its place, is a list of lines, each a shape with something in its gaps (packed_pictures.h).
function pictureText(place) {
  return data.pictures[place].map(index => {
    const [shape, ...gaps] = data.lines[index];
    let next = 0;
    return data.shapes[shape].replace(/\t/g, () => gaps[next++]);
  }).join('\n');
}

// Of a drawing, what shows the relations of the chosen model, or else of the first that has it.
const variantOf = drawing => drawing.variants.find(variant => variant.models.includes(state.model)) || drawing.variants[0];

// The relations that share a line or a label.
const relationsOf = element => element.dataset.relation.split(' + ');

function pictureParts(drawing, label) {
  const variant = variantOf(drawing);
  const relations = relationBar(drawing, variant);
  if (!variant) return h('p', { class: 'note' }, prose(drawing.note));
  const isDetailed = chips.some(relation => relation.more && isOn(relation));
  const text = pictureText(isDetailed ? variant.detailed : variant.svg);
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  adoptStyles(svg);
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', label);
  switchRelations(svg);
  for (const node of svg.querySelectorAll('g.node')) bindNode(node, svg);
  return [h('div', { class: 'above' }, relations, zoomBar()),
          h('div', { class: 'picture', id: 'picture', tabindex: 0, role: 'group', 'aria-label': 'Picture' }, svg),
          h('p', { class: 'hint', id: 'line-text' })];
}

// The calls of objects, as intervals.
function callParts(drawing) {
  if (drawing.calls === undefined) return '';
  const parsed = new DOMParser().parseFromString(pictureText(drawing.calls), 'image/svg+xml').documentElement;
  const svg = document.importNode(parsed, true);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'The calls, time from left to right');
  return [h('p', { class: 'hint' }, 'The calls, time from left to right:'), h('div', { class: 'picture' }, svg)];
}

// A picture's own rules become one of the page's style sheets: where no style may stand inside a page,
// they would be left out. There is one picture at a time.
const pictureSheet = typeof CSSStyleSheet === 'function' && 'replaceSync' in CSSStyleSheet.prototype ? new CSSStyleSheet() : null;

function adoptStyles(svg) {
  if (!pictureSheet || !document.adoptedStyleSheets) return;
  const styles = [...svg.querySelectorAll('style')];
  pictureSheet.replaceSync(styles.map(style => style.textContent).join('\n'));
  if (!document.adoptedStyleSheets.includes(pictureSheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, pictureSheet];
  for (const style of styles) style.remove();
}

function bindNode(node, svg) {
  const line = Number(node.dataset.line || 0);
  const texts = [...node.querySelectorAll('text')].map(text => text.textContent);
  node.setAttribute('tabindex', '0');
  node.setAttribute('role', line > 0 ? 'button' : 'img');
  node.setAttribute('aria-label', [node.dataset.thread, ...texts].filter(Boolean).join(', '));
  const enter = () => { focusOn(node, svg); reveal(mark(line, node.dataset.letter)); };
  const leave = () => { focusOn(null, svg); markPinned(); };
  const press = () => line > 0 && pin(line, node.dataset.letter);
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

// A line is there as long as one of its relations is; names that are left stand without a comma.
function switchRelations(svg) {
  const off = new Set(chips.filter(relation => !isOn(relation)).map(relation => relation.name));
  for (const element of svg.querySelectorAll('[data-relation]')) {
    const on = relationsOf(element).filter(name => !off.has(name));
    element.classList.toggle('off', on.length === 0);
    const first = [...element.querySelectorAll('tspan')].find(part => on.includes(part.dataset.relation));
    if (first) first.textContent = first.dataset.relation;
  }
}

// Edges that do not touch the event become faint.
function focusOn(node, svg) {
  for (const edge of svg.querySelectorAll('g.edge, text.label')) {
    const isFar = node && node.dataset.event !== undefined &&
        edge.dataset.from !== node.dataset.event && edge.dataset.to !== node.dataset.event;
    edge.classList.toggle('dim', Boolean(isFar));
  }
}
