// The tabs of results: what is called when one is shown, and which keys it takes.

function setSelected(tab, isSelected) {
  tab.setAttribute('aria-selected', String(isSelected));
  tab.setAttribute('tabindex', isSelected ? '0' : '-1');
}

const resultTabs = () => [...byId('result-tabs').querySelectorAll('[role=tab]')];
const onTab = {};  // by the tab's name: called when it is shown

function showTab(name) {
  for (const tab of resultTabs()) {
    const isIt = tab.id === `tab-${name}`;
    setSelected(tab, isIt);
    byId(tab.getAttribute('aria-controls')).hidden = !isIt;
  }
  mark(0);
  if (onTab[name]) onTab[name]();
  noteAddress();
}
const shownTab = () => resultTabs().find(tab => tab.getAttribute('aria-selected') === 'true').id.slice(4);

// Keys of tabs: by the tab's name, a function that says whether it has used the key.
const tabKeys = {
  outcomes: key => {
    const actions = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), k: () => moveRow(-1), j: () => moveRow(1),
                      t: toggleAll, '+': () => zoom(1), '-': () => zoom(-1), Escape: unpin };
    const relation = /^[1-9]$/.test(key) ? chips[Number(key) - 1] : null;
    const action = rows.length > 0 && (actions[key] || (relation ? () => toggle(relation) : null));
    if (action) action();
    return Boolean(action);
  }
};
