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
  return [h('div', { class: 'above' }, relations, zoomBar()),
          h('div', { class: 'picture', id: 'picture', tabindex: 0, role: 'group', 'aria-label': 'Picture' }, svg),
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
