// A walk through the page, for tests: where the address ends in #selftest, opens everything and
// writes down what it found.
(() => {
  if (location.hash !== '#selftest') return;
  const { programs, state, rows, select, showProgram, lineElement } = window.droverReport;
  const byId = id => document.getElementById(id);
  const problems = [];
  let pictures = 0;
  const press = key => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const expect = (holds, what) => { if (!holds) problems.push(`${programs[state.program].name}: ${what}`); };
  programs.forEach((program, index) => {
    showProgram(index);
    expect(rows().length === program.outcomes.length + program.errors.length, 'a row is missing');
    rows().forEach((entry, row) => {
      select(row);
      entry.items.forEach((item, place) => {
        expect(state.step === place, `step ${place} of row ${row} was not reached`);
        if (item.drawing.svg) { ++pictures; testPicture(item.drawing, expect); }
        else expect(item.drawing.note !== '', 'neither picture nor note');
        if (item.reason) expect(byId('view').querySelector('.explanation') !== null, 'no explanation');
        press('ArrowRight');
      });
      expect(state.step === Math.max(entry.items.length - 1, 0), 'stepped beyond the end');
    });
  });
  const verdict = problems.length === 0 ? `PASS ${programs.length} programs, ${pictures} pictures` : `FAIL ${problems.join('; ')}`;
  document.body.append(Object.assign(document.createElement('p'), { id: 'selftest', textContent: verdict }));

  function testPicture(drawing) {
    const svg = byId('view').querySelector('svg');
    expect(svg !== null && svg.querySelectorAll('parsererror').length === 0, 'a picture is not well-formed');
    const node = svg && svg.querySelector('g.node[data-line]');
    if (node) {
      node.dispatchEvent(new MouseEvent('mouseenter'));
      expect(byId('source').querySelector('li.marked') === lineElement(node.dataset.line), 'no line is marked');
      node.dispatchEvent(new MouseEvent('mouseleave'));
      expect(byId('source').querySelector('li.marked') === null, 'a line stays marked');
      lineElement(node.dataset.line).dispatchEvent(new MouseEvent('mouseenter'));
      expect(node.classList.contains('marked'), 'no event is marked');
      lineElement(node.dataset.line).dispatchEvent(new MouseEvent('mouseleave'));
    }
    for (const name of drawing.relations) {
      const visible = () => byId('view').querySelectorAll(`g.edge[data-relation="${CSS.escape(name)}"]:not(.off)`).length;
      const before = visible();
      byId('view').querySelector(`[data-toggle="${CSS.escape(name)}"]`).click();
      expect(before > 0 && visible() === 0, `${name} stays`);
      byId('view').querySelector(`[data-toggle="${CSS.escape(name)}"]`).click();
      expect(visible() === before, `${name} does not come back`);
    }
    for (const name of drawing.more) {
      byId('view').querySelector(`[data-toggle="${CSS.escape(name)}"]`).click();
      expect(byId('view').querySelector(`g.edge[data-relation="${CSS.escape(name)}"]:not(.off)`) !== null, `${name} does not come`);
      byId('view').querySelector(`[data-toggle="${CSS.escape(name)}"]`).click();
    }
    press('t');
    expect(byId('view').querySelector('g.edge:not(.off)') === null, 't leaves a relation');
    press('t');
  }
})();
