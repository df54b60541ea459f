// Making elements. Everything from the data gets into the page as text.

const byId = id => document.getElementById(id);

// h('p', {class: 'note', onclick: f}, 'text', element, …)
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') element.style.cssText = value;  // as an attribute, a strict server's policy would refuse it
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  return fill(element, ...children);
}

// Puts these in place of what is in an element.
function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== ''));
  return element;
}

const numeral = count => count.toLocaleString('en');
const plural = (count, noun) => `${numeral(count)} ${noun}${count === 1 ? '' : 's'}`;
const capitalised = text => text.charAt(0).toUpperCase() + text.slice(1);

// `x = 1` stays on one line.
const unbroken = text => text.replace(/ = /g, '\u00a0=\u00a0');

// The files of the program that is shown; none: one file.
let sourceFiles = [];

// The line of the listing that `line 9` or `lock.h:9` is; 0: none.
function listedLine(place) {
  const file = sourceFiles.find(each => place.startsWith(`${each.name}:`));
  return (file ? file.before : 0) + Number((place.match(/\d+$/) || [0])[0]);
}

// `line 9`, or `lock.h:9`: the place of a line of the listing.
function placeOf(line) {
  const file = sourceFiles.filter(each => each.before < line).pop();
  return file ? `${file.name}:${line - file.before}` : `line ${line}`;
}

// A sentence: what is between backquotes as code, `(c, line 7)` as a button that leads to the event,
// `line 7` or `lock.h:7` as one that leads to the line.
function prose(text) {
  const files = sourceFiles.map(file => file.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + ':').join('|');
  const place = files ? `(?:line |${files})\\d+` : 'line \\d+';
  const parts = new RegExp(`(\`[^\`]*\`|\\([a-z]+, ${place}\\)|\\([a-z]\\)|(?<!\\w)${place})`);
  return text.split(parts).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('`')) return h('code', {}, part.slice(1, -1));
    if (!part.startsWith('(')) return lineButton(listedLine(part), part);
    const [, letter, at] = part.match(/^\(([a-z]+)(?:, (.*))?\)$/);
    return eventButton(letter, at ? listedLine(at) : 0, part);
  });
}

// Equal texts with the places where they are, in the order of the first.
function grouped(texts) {
  const groups = new Map();
  texts.forEach((text, index) => groups.set(text, [...(groups.get(text) || []), index]));
  return [...groups];
}
