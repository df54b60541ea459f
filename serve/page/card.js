// A card of the language that the text is in: its words, and what they mean.

let cards = null;
const cardNames = { core: 'the core language', cat: 'cat', C: 'C' };

async function showCard() {
  if (!cards) cards = await get('/api/card');
  fillCard();
  byId('card').showModal();
  byId('card-filter').focus();
}

function fillCard() {
  const language = shownText() === 'model' ? 'cat' : subject.language;
  const wanted = byId('card-filter').value.trim().toLowerCase();
  const list = (cards[language] || []).filter(({ form, text }) => `${form} ${text}`.toLowerCase().includes(wanted));
  fill(byId('card-heading'), `Words of ${cardNames[language] || `tests of ${language}`}`);
  fill(byId('card-list'), list.length === 0 ? h('p', { class: 'note' }, 'Nothing of that name.')
    : h('dl', { class: 'card' }, list.map(({ form, text }) => h('div', {}, h('dt', {}, h('code', {}, form)), h('dd', {}, prose(plainText(text)))))));
}
