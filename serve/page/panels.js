// What the tabs besides the outcomes have in common: their pictures, and who has the focus.

const panelSheets = {};

// A picture of its own for a panel: as in reports, its rules become a style sheet, which is about the
// pictures of this panel only.
function panelPicture(panel, text, label) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  if (!panelSheets[panel]) {
    panelSheets[panel] = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, panelSheets[panel]];
  }
  const styles = [...svg.querySelectorAll('style')];
  panelSheets[panel].replaceSync(styles.map(style => style.textContent.replaceAll('.drover-picture', `.drover-picture.in-${panel}`)).join('\n'));
  for (const style of styles) style.remove();
  svg.classList.add(`in-${panel}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const width = Number(svg.getAttribute('width'));
  svg.style.maxWidth = '100%';
  svg.style.minWidth = `${Math.round(width * 0.7)}px`;
  return h('div', { class: 'picture', tabindex: 0, role: 'group', 'aria-label': label }, svg);
}

// A panel is made anew: what had the focus in it has it again, by its `data-key`.
function refill(box, ...children) {
  const focused = document.activeElement;
  const key = focused && box.contains(focused) ? focused.dataset.key : '';
  fill(box, ...children);
  if (!key) return;
  const same = box.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (same && !same.disabled) same.focus();
  else box.querySelector('button:not(:disabled)')?.focus();
}

const keyed = (key, text, action, more = {}) => h('button', { type: 'button', 'data-key': key, onclick: () => Promise.resolve(action()).catch(complain), ...more }, text);

// Values by name: what memory holds, what a buffer has.
const cells = (names, values, old) => h('span', { class: 'cells' }, names.map((name, index) =>
  h('span', { class: `cell state${old && old[index] !== values[index] ? ' new' : ''}` }, `${name} = ${values[index]}`)));

// A cycle in words.
const cycleList = lines => account(lines.map(line => ({ ...line, edges: [] })));

function modelSelect(id, names, chosen, onchange) {
  return h('label', {}, 'model ', h('select', { id, 'data-key': id, onchange: event => Promise.resolve(onchange(event.target.value)).catch(complain) },
    names.map(name => h('option', { value: name, selected: name === chosen }, name))));
}
