'use strict';
// The page of a report. Data is in #data (see report_json.cpp); everything from it gets into the
// page as text, except pictures, which are SVG of Drover's own making.
(() => {
  const programs = JSON.parse(document.getElementById('data').textContent).programs;
  const state = { program: 0, row: 0, step: 0, hidden: new Set(), shown: new Set(), pinned: 0 };
  let rows = [];   // of the program at hand: what can be looked at
  let chips = [];  // relations of the picture at hand

  // ---- Making elements

  const byId = id => document.getElementById(id);
  // h('p', {class: 'note', onclick: f}, 'text', element, …)
  function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, '');
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.flat(Infinity).filter(child => child !== null && child !== ''));
    return element;
  }
  const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  // `x = 1` stays on one line.
  const unbroken = text => text.replace(/ = /g, '\u00a0=\u00a0');
  const models = () => programs[state.program].runs.map(run => run.model);
  const modelNames = list => list.map(index => models()[index]).join(', ');

  // ---- The program

  const languages = {
    core: {
      comment: '\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
      mode: '@\\s*(?:na|rlx|acqrel|acq|rel|sc)(?:\\s*,\\s*(?:na|rlx|acqrel|acq|rel|sc))?\\b',
      keyword: '\\b(?:const|shared|na|struct|fn|init|thread|final|exists|forbid|forall|load|store|' +
          'cas|cmpxchg|xchg|faa|fas|fand|fxor|for|fence|await|lock|unlock|assume|assert|error|' +
          'block|alloc|free|main|help|if|else|while|do|break|continue|return|in)\\b'
    },
    C: {
      comment: '\\(\\*[^]*?(?:\\*\\)|$)|\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$)',
      mode: '\\bmemory_order_\\w+|\\bmo_\\w+',
      keyword: '\\b(?:C|int|void|volatile|atomic_int|if|else|while|do|exists|forall|locations|' +
          'filter|atomic_\\w+|P\\d+)\\b|~exists'
    },
    X86: {
      comment: '\\(\\*[^]*?(?:\\*\\)|$)',
      mode: '\\b(?:MFENCE|LFENCE|SFENCE|LOCK)\\b',
      keyword: '\\b(?:X86|MOV|XCHG|CMPXCHG|XADD|INC|DEC|ADD|SUB|CMP|J\\w+|P\\d+|exists|forall|' +
          'locations|filter)\\b|~exists'
    }
  };

  // The text as pieces [class, text], none of which goes over the end of a line.
  function colouredLines(text, language) {
    const { comment, mode, keyword } = languages[language] || languages.C;
    const token = new RegExp(
        `(?<comment>${comment})|(?<name>"[^"\\n]*")|(?<mode>${mode})|(?<keyword>${keyword})|` +
        '(?<number>\\b\\d+\\b)', 'g');
    const lines = [[]];
    const add = (kind, piece) => piece.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines[lines.length - 1].push([kind, part]);
    });
    let end = 0;
    for (const match of text.matchAll(token)) {
      add('', text.slice(end, match.index));
      add(Object.keys(match.groups).find(kind => match.groups[kind] !== undefined), match[0]);
      end = match.index + match[0].length;
    }
    add('', text.slice(end));
    if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
    return lines;
  }

  function showSource(program) {
    const wrong = new Set(program.errors.flatMap(error => error.places.map(place => place.line)));
    const lines = colouredLines(program.source.replace(/\r\n?/g, '\n'), program.language);
    byId('source').replaceChildren(h('ol', { class: 'code', 'aria-label': `Source of ${program.name}`, tabindex: 0 },
      lines.map((pieces, index) => h('li', {
        'data-line': index + 1, class: wrong.has(index + 1) ? 'wrong' : '',
        onmouseenter: () => mark(index + 1), onmouseleave: () => mark(state.pinned),
        onclick: () => pin(index + 1)
      }, h('span', {}, pieces.map(([kind, text]) => kind ? h('span', { class: kind }, text) : text),
           pieces.length === 0 ? ' ' : '')))));
  }

  const lineElement = line => byId('source').querySelector(`li[data-line="${line}"]`);
  const nodes = () => [...byId('view').querySelectorAll('g.node[data-line]')];

  // Marks a line, and the events that are at it; 0: none.
  function mark(line) {
    for (const li of byId('source').querySelectorAll('li.marked')) li.classList.remove('marked');
    for (const node of nodes()) node.classList.toggle('marked', line > 0 && node.dataset.line === String(line));
    const li = line > 0 ? lineElement(line) : null;
    if (li) li.classList.add('marked');
    return li;
  }
  function pin(line) {
    state.pinned = state.pinned === line ? 0 : line;
    mark(state.pinned);
  }
  // Scrolls within the box of the source only.
  function reveal(li) {
    if (!li) return;
    const box = li.parentElement;
    const top = li.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + li.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 3;
    }
  }

  // ---- Verdicts, outcomes, errors: one table

  function cell(kind, text, label, onclick) {
    return h('td', { class: kind }, onclick
        ? h('button', { type: 'button', 'aria-label': label, title: label, onclick }, text)
        : h('span', { title: label }, text));
  }

  function showMatrix(program) {
    const body = h('tbody', {});
    const row = (head, cells, kind) => {
      const tr = h('tr', { class: kind || '' }, h('th', { scope: 'row' }, head), cells);
      body.append(tr);
      return tr;
    };
    row('verdict', program.runs.map(run => cell(run.verdict, verdictMark(program, run), `${run.model}: ${run.word}`)));
    row('executions', program.runs.map(run => cell('', countText(run), `${run.model}: ${countWords(run)}`)));
    for (const condition of program.conditions) {
      row(h('span', { class: 'state' }, condition.text), condition.results.map((result, index) =>
        cell(result.isGood ? '' : 'bad', result.mark,
             `${program.runs[index].model}: ${result.answer}`)));
    }
    rows = [];
    const selectable = (entry, kind, head, cells) => {
      const index = rows.length;
      const button = h('button', { type: 'button', onclick: () => select(index) }, head);
      entry.element = row(button, cells(index), kind);
      entry.button = button;
      rows.push(entry);
    };
    for (const error of program.errors) {
      selectable({ error, items: [{ error, drawing: error.drawing }] }, 'wrong', `✗ ${errorText(error)}`,
        index => program.runs.map((run, model) => error.models.includes(model)
          ? cell('forbidden', '✗', `${run.model}: ${error.kind}`, () => select(index))
          : cell('', '', `${run.model}: not found`)));
    }
    for (const outcome of program.outcomes) {
      const items = [...outcome.executions.map(execution => ({ execution, drawing: execution.drawing })),
                     ...outcome.reasons.map(reason => ({ reason, drawing: reason.drawing }))];
      const asked = outcome.conditions.length > 0
          ? h('span', { class: 'asked', title: 'a condition of the program asks about it' }, '◆ ') : '';
      selectable({ outcome, items }, '', [asked, h('span', { class: outcome.kind === 'final' ? 'state' : '' }, unbroken(outcome.text))],
        index => outcome.answers.map((answer, model) => cell(answer,
          answer === 'reached' ? `${outcome.counts[model]}` : answer === 'forbidden' ? '–' : '?',
          answerWords(program, outcome, model), () => select(index, stepFor(items, model)))));
    }
    const shown = program.conditions.length > 0;
    byId('matrix').replaceChildren(
      h('div', { class: 'scroll' }, h('table', {},
        h('thead', {}, h('tr', {}, h('td', {}), program.runs.map(run =>
          h('th', { scope: 'col', title: run.summary }, run.model)))), body)),
      h('p', { class: 'hint' }, program.language === 'core' ? '✓ is safe, ✗ a violation, … incomplete. ' : '',
        'Numbers count executions; – is never, ? is not known. ',
        shown ? '◆ is what a condition asks about. ' : '',
        'Choose a row, or a model in it, to see executions or why there are none.'),
      ...program.notes.map(note => h('p', { class: 'note' }, note)));
  }

  const errorText = error => error.message.startsWith(error.kind) ? error.message : `${error.kind}: ${error.message}`;
  // Of a litmus test, herd's word.
  function verdictMark(program, run) {
    if (program.language !== 'core') return run.word.split(' ')[0];
    return run.verdict === 'good' ? '✓' : run.verdict === 'bad' ? '✗' : '…';
  }
  const countText = run => run.blocked > 0 ? `${run.executions}+${run.blocked}` : `${run.executions}`;
  function countWords(run) {
    let words = plural(run.executions, 'execution');
    if (run.blocked > 0) words += `, ${run.blocked} blocked`;
    if (run.failed > 0) words += `, ${run.failed} with a failed thread`;
    if (run.cut > 0) words += `, ${run.cut} cut at a loop bound`;
    return run.stop ? `${words}; ${run.stop}` : words;
  }
  function answerWords(program, outcome, model) {
    const name = program.runs[model].model;
    if (outcome.answers[model] === 'reached') return `${name}: in ${plural(outcome.counts[model], 'execution')}`;
    return outcome.answers[model] === 'forbidden' ? `${name}: never` : `${name}: not seen before a limit was reached`;
  }
  // The first execution or explanation that is about a model.
  function stepFor(items, model) {
    const found = items.findIndex(item => item.reason ? item.reason.models.includes(model)
                                                      : item.execution.allowed.includes(model));
    return Math.max(found, 0);
  }

  // ---- What is looked at

  function select(row, step) {
    state.row = row;
    state.step = step || 0;
    rows.forEach((entry, index) => {
      entry.element.classList.toggle('selected', index === row);
      if (index === row) entry.button.setAttribute('aria-current', 'true');
      else entry.button.removeAttribute('aria-current');
    });
    showView();
  }

  function itemTitle(entry, index) {
    const item = entry.items[index];
    if (item.error) return 'The execution';
    const same = entry.items.filter(other => !!other.reason === !!item.reason);
    const place = same.indexOf(item) + 1;
    return item.reason ? `Why not: ${place} of ${same.length}` : `Execution ${place} of ${same.length}`;
  }

  function showView() {
    const view = byId('view');
    const entry = rows[state.row];
    if (!entry) {
      view.replaceChildren(h('p', { class: 'note' }, 'There is no execution.'));
      return;
    }
    const item = entry.items[state.step];
    const count = entry.items.length;
    const title = item ? itemTitle(entry, state.step) : 'No picture';
    const bar = h('div', { class: 'bar' },
      h('button', { type: 'button', id: 'previous', 'aria-label': 'Previous', disabled: state.step === 0, onclick: () => step(-1) }, '‹'),
      h('button', { type: 'button', id: 'next', 'aria-label': 'Next', disabled: state.step + 1 >= count, onclick: () => step(1) }, '›'),
      h('output', { 'aria-live': 'polite' }, title),
      entry.outcome && entry.outcome.hasMore ? h('span', { class: 'quiet' }, '(there are more)') : '');
    const picture = h('div', { class: 'picture', tabindex: 0, 'aria-label': 'Picture' });
    const relations = h('div', { class: 'bar', role: 'group', 'aria-label': 'Relations' });
    view.replaceChildren(heading(entry), bar, item ? about(item) : '', relations, picture,
                         item && item.reason ? explanation(item.reason) : '',
                         entry.outcome && entry.outcome.note ? h('p', { class: 'note' }, entry.outcome.note) : '');
    if (item) {
      showRelations(item.drawing, relations);
      showPicture(item.drawing, picture, `${title}: ${entry.outcome ? entry.outcome.text : entry.error.message}`);
    } else {
      picture.remove();
      relations.remove();
    }
    noteLines();
    mark(state.pinned);
    noteAddress();
  }

  // The address leads back to what is looked at: `#program.row.step`, from 1.
  function noteAddress() {
    if (location.hash === '#selftest') return;
    try {
      history.replaceState(null, '', `#${state.program + 1}.${state.row + 1}.${state.step + 1}`);
    } catch (refused) {
      // Some browsers have no history for files.
    }
  }
  function followAddress(address) {
    const place = address.match(/^#(\d+)\.(\d+)\.(\d+)$/);
    if (!place) return;
    const [program, row, step] = place.slice(1).map(number => Number(number) - 1);
    if (!programs[program]) return;
    if (program !== state.program) showProgram(program);
    if (rows[row] && rows[row].items[step]) select(row, step);
  }

  function heading(entry) {
    if (entry.outcome) return h('p', { class: 'state' }, unbroken(entry.outcome.text));
    const places = entry.error.places.map((place, index) => {
      const where = `line ${place.line}${place.thread ? ` (${place.thread})` : ''}`;
      return h('li', {}, h('button', { type: 'button', class: 'chip', onclick: () => { reveal(lineElement(place.line)); pin(place.line); } }, where),
               index > 0 && place.remark ? ` ${place.remark}` : '');
    });
    return h('div', {}, h('p', { class: 'message' }, errorText(entry.error)),
      h('p', { class: 'quiet' }, `under ${modelNames(entry.error.models)}`), h('ul', { class: 'bar' }, places));
  }

  function about(item) {
    const tags = (list, kind) => list.map(([text, title]) => h('span', { class: `tag ${kind}`, title: title || false }, text));
    if (item.execution) {
      return h('p', { class: 'hint' }, 'allowed by ', tags(item.execution.allowed.map(index => [models()[index]]), 'good'),
        item.execution.rejected.length === 0 ? '' : [' not by ',
          tags(item.execution.rejected.map(each => [models()[each.model], `breaks ${each.axiom}`]), 'bad')]);
    }
    if (item.reason) return h('p', { class: 'hint' }, 'forbidden by ', tags(item.reason.models.map(index => [models()[index]]), 'bad'));
    return '';
  }

  function explanation(reason) {
    const parts = [h('p', {}, reason.heading)];
    if (reason.sentence) parts.push(h('p', {}, reason.sentence));
    if (reason.axiom) {
      parts.push(h('p', {}, 'It breaks the axiom ', h('b', {}, reason.axiom), ': ',
        h('span', { class: 'formula' }, reason.formula), reason.citation ? h('span', { class: 'quiet' }, reason.citation) : ''));
      if (reason.definitions.length > 0) {
        parts.push(h('details', { open: reason.definitions.length <= 6 }, h('summary', {}, 'where'), reason.definitions.map(each =>
          h('span', { class: 'formula' }, `${each.name} = ${each.formula}`))));
      }
      parts.push(h('p', {}, 'by this cycle:'), account(reason.steps));
    }
    if (reason.removable.length > 0) {
      parts.push(h('p', {}, `It would be allowed without ${reason.removable.length > 1 ? 'any one of ' : ''}`,
        h('span', { class: 'state' }, reason.removable.join(', ')), '.'));
    } else if (reason.axiom) {
      parts.push(h('p', { class: 'quiet' }, 'No single edge is to blame: with any one of them missing it is still forbidden.'));
    }
    return h('div', { class: 'explanation' }, parts);
  }

  // Lines with depths as nested lists.
  function account(steps) {
    const root = h('ol', { class: 'steps' });
    const open = [root];
    for (const line of steps) {
      while (open.length > line.depth + 1) open.pop();
      if (open.length < line.depth + 1) {
        const list = h('ul', {});
        (open[open.length - 1].lastElementChild || open[open.length - 1]).append(list);
        open.push(list);
      }
      open[open.length - 1].append(h('li', {}, line.text, ' ', h('span', { class: 'quiet' }, `[${line.relations}]`)));
    }
    return root;
  }

  // ---- Pictures

  const isOn = relation => state.shown.has(relation.name) || (!relation.more && !state.hidden.has(relation.name));

  function showRelations(drawing, bar) {
    chips = ['po', ...drawing.relations].map(name => ({ name, more: false }))
        .concat(drawing.more.map(name => ({ name, more: true })));
    if (!drawing.svg) chips = [];
    if (chips.length === 0) return;
    bar.append(h('span', { class: 'quiet' }, 'relations'));
    chips.forEach((relation, index) => bar.append(h('button', {
      type: 'button', class: `chip${relation.more ? ' more' : ''}`, 'aria-pressed': String(isOn(relation)), 'data-toggle': relation.name,
      title: index < 9 ? `key ${index + 1}` : false, onclick: () => toggle(relation)
    }, relation.name)));
  }

  function showPicture(drawing, box, label) {
    const isDetailed = chips.some(relation => relation.more && isOn(relation));
    const text = isDetailed ? drawing.detailed : drawing.svg;
    if (!text) {
      box.replaceWith(h('p', { class: 'note' }, drawing.note));
      return;
    }
    const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', label);
    box.replaceChildren(svg);
    for (const relation of chips) {
      if (isOn(relation)) continue;
      for (const element of svg.querySelectorAll(`[data-relation="${CSS.escape(relation.name)}"]`)) element.classList.add('off');
    }
    for (const node of svg.querySelectorAll('g.node')) bindNode(node, svg);
  }

  function bindNode(node, svg) {
    const line = Number(node.dataset.line || 0);
    const texts = [...node.querySelectorAll('text')].map(text => text.textContent);
    node.setAttribute('tabindex', '0');
    node.setAttribute('role', 'img');
    node.setAttribute('aria-label', [node.dataset.thread, ...texts].filter(Boolean).join(', '));
    const enter = () => { focusOn(node, svg); reveal(mark(line)); };
    const leave = () => { focusOn(null, svg); mark(state.pinned); };
    node.addEventListener('mouseenter', enter);
    node.addEventListener('focus', enter);
    node.addEventListener('mouseleave', leave);
    node.addEventListener('blur', leave);
    node.addEventListener('click', () => line > 0 && pin(line));
  }

  // Edges that do not touch the event become faint.
  function focusOn(node, svg) {
    for (const edge of svg.querySelectorAll('g.edge, text.label')) {
      const isFar = node && node.dataset.event !== undefined &&
          edge.dataset.from !== node.dataset.event && edge.dataset.to !== node.dataset.event;
      edge.classList.toggle('dim', Boolean(isFar));
    }
  }

  function noteLines() {
    const lines = new Set(nodes().map(node => node.dataset.line));
    for (const li of byId('source').querySelectorAll('li')) li.classList.toggle('has-events', lines.has(li.dataset.line));
  }

  // ---- What can be done

  function step(by) {
    const entry = rows[state.row];
    if (!entry || state.step + by < 0 || state.step + by >= entry.items.length) return;
    const focused = document.activeElement && document.activeElement.id;
    state.step += by;
    showView();
    if (focused && byId(focused)) byId(byId(focused).disabled ? (focused === 'next' ? 'previous' : 'next') : focused).focus();
  }
  function moveRow(by) {
    const row = state.row + by;
    if (row < 0 || row >= rows.length) return;
    select(row);
    rows[row].button.scrollIntoView({ block: 'nearest' });
  }
  function toggle(relation) {
    const set = relation.more ? state.shown : state.hidden;
    if (set.has(relation.name)) set.delete(relation.name); else set.add(relation.name);
    refresh(relation.name);
  }
  function toggleAll() {
    const usual = chips.filter(relation => !relation.more);
    const isAnyOn = chips.some(isOn);
    state.shown.clear();
    state.hidden = new Set(isAnyOn ? usual.map(relation => relation.name) : []);
    refresh();
  }
  function refresh(toggled) {
    const hadFocus = document.activeElement && document.activeElement.dataset.toggle === toggled;
    showView();
    if (toggled && hadFocus) byId('view').querySelector(`[data-toggle="${CSS.escape(toggled)}"]`).focus();
  }
  function toggleKeys() {
    const keys = byId('keys');
    keys.hidden = !keys.hidden;
    byId('keys-button').setAttribute('aria-expanded', String(!keys.hidden));
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), k: () => moveRow(-1), j: () => moveRow(1),
      t: toggleAll, '[': () => showProgram(state.program - 1), ']': () => showProgram(state.program + 1),
      '?': toggleKeys, Escape: () => { state.pinned = 0; mark(0); }
    };
    const number = Number(event.key);
    const action = actions[event.key] || (number >= 1 && chips[number - 1] ? () => toggle(chips[number - 1]) : null);
    if (!action) return;
    event.preventDefault();
    action();
  }

  // ---- Below: runs, reductions, loops

  function showDetails(program) {
    const sections = [h('section', {}, h('h2', {}, 'Runs'), h('ul', {}, grouped(program.runs.map(runWords))
        .map(([words, list]) => h('li', {}, h('b', {}, modelNames(list)), ': ', words))))];
    if (program.savings.length > 0) sections.push(h('section', {}, h('h2', {}, 'Reductions'), savingsTable(program)));
    if (program.loops.length > 0) {
      sections.push(h('section', {}, h('h2', {}, 'Loops'), h('ul', {}, program.loops.map(loop =>
        h('li', {}, loop.text, loop.models.length === program.runs.length ? '' : ` (${modelNames(loop.models)})`)))));
    }
    byId('details').replaceChildren(...sections);
  }

  function runWords(run) {
    const parts = [`${countWords(run)} (${run.algorithm})`, ...run.remarks];
    return parts.join('; ');
  }
  // Equal texts with the places where they are, in the order of the first.
  function grouped(texts) {
    const groups = new Map();
    texts.forEach((text, index) => groups.set(text, [...(groups.get(text) || []), index]));
    return [...groups];
  }

  function savingsTable(program) {
    const names = [...new Set(program.savings.map(saving => saving.reduction))];
    const body = names.map(name => h('tr', {}, h('th', { scope: 'row' }, `without ${name}`), program.runs.map((run, model) => {
      const saving = program.savings.find(each => each.reduction === name && each.model === model);
      if (!saving) return h('td', {}, '');
      const times = saving.with > 0 && saving.without > saving.with ? ` (×${Math.round(saving.without / saving.with * 10) / 10})` : '';
      return h('td', {}, `${saving.isAtLeast ? '≥ ' : ''}${saving.without}${times}`);
    })));
    const all = h('tr', {}, h('th', { scope: 'row' }, 'as it ran'), program.runs.map((run, model) => {
      const saving = program.savings.find(each => each.model === model);
      return h('td', {}, saving ? `${saving.with}` : '');
    }));
    return h('div', {}, h('div', { class: 'scroll' }, h('table', {},
      h('thead', {}, h('tr', {}, h('td', {}), program.runs.map(run => h('th', { scope: 'col' }, run.model)))),
      h('tbody', {}, all, body))),
      h('p', { class: 'hint' }, 'Graphs explored: by the run, and again with one reduction turned off. ≥ is a run that was stopped.'));
  }

  // ---- Programs

  function showProgram(index) {
    if (index < 0 || index >= programs.length) return;
    Object.assign(state, { program: index, row: 0, step: 0, pinned: 0 });
    const program = programs[index];
    byId('title').textContent = program.file;
    [...byId('programs').children].forEach((button, place) => button.setAttribute('aria-current', String(place === index)));
    showSource(program);
    showMatrix(program);
    showDetails(program);
    // What the program asks about comes first, after what is wrong with it.
    const asked = rows.findIndex(entry => entry.error || entry.outcome.conditions.length > 0);
    select(Math.max(asked, 0));
  }

  function start() {
    if (programs.length > 1) {
      byId('programs').append(...programs.map((program, index) => {
        const isBad = program.runs.some(run => run.verdict === 'bad');
        return h('button', { type: 'button', onclick: () => showProgram(index),
          title: program.runs.map(run => `${run.model}: ${run.word}`).join(', ') }, program.name, isBad && program.language === 'core' ? ' ✗' : '');
      }));
    }
    byId('keys-button').addEventListener('click', toggleKeys);
    document.addEventListener('keydown', onKey);
    const address = location.hash;
    showProgram(0);
    followAddress(address);
    window.addEventListener('hashchange', () => followAddress(location.hash));
  }

  start();
  // For selftest.js.
  window.droverReport = { programs, state, rows: () => rows, select, showProgram, lineElement };
})();
