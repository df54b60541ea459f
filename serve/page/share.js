// The whole state is in the address, behind `#`: the texts, the models, what is looked at. It is
// compressed, and never sent to the server.

const AddressMark = '#s=';
let addressTimer = null;

async function through(stream, bytes) {
  const source = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(source).arrayBuffer());
}

async function packed(value) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(value)));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpacked(text) {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, char => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
}

// Others add what they have to keep.
const sharedParts = [];

function stateToShare() {
  return {
    text: programText(), models: chosenModels(), ...(modelText().trim() ? { own: modelText() } : {}),
    ...(chosenUnroll() ? { unroll: chosenUnroll() } : {}),
    ...(checked && !isStale() ? { row: state.row, step: state.step, ...(state.program ? { program: state.program } : {}) } : {}), ...(shownTab() !== 'outcomes' ? { tab: shownTab() } : {}),
    ...Object.assign({}, ...sharedParts.map(part => part.save()))
  };
}

// Soon: typing makes it change often.
function noteAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => writeAddress().catch(complain), 400);
}

async function writeAddress() {
  const text = AddressMark + await packed(stateToShare());
  if (location.hash !== text) history.replaceState(null, '', text);
}

async function share() {
  clearTimeout(addressTimer);
  await writeAddress();
  const size = plural(location.href.length, 'character');
  try {
    await navigator.clipboard.writeText(location.href);
    notify(`The address is copied (${size}). Whoever opens it${inside ? '' : ' with a Drover of their own'} sees what you see: all is behind the #.`);
  } catch (refused) {
    notify(`The address of the page has all of it (${size}): copy it from the address line.`);
  }
}

// Whether there was something to restore.
async function followAddress() {
  if (!location.hash.startsWith(AddressMark)) return false;
  let saved;
  try {
    saved = await unpacked(location.hash.slice(AddressMark.length));
  } catch (broken) {
    notify('The address is damaged: what is behind the # cannot be read.');
    return false;
  }
  if (typeof saved.text !== 'string') return false;
  editors.program.setValue(saved.text);
  editors.model.setValue(typeof saved.own === 'string' ? saved.own : '');
  byId('unroll').value = saved.unroll || '';
  hasChosenModels = true;
  chooseModels(Array.isArray(saved.models) ? saved.models : []);
  await ask('program');
  if (Number.isInteger(saved.row)) await check({ row: saved.row, step: saved.step, program: saved.program });
  for (const part of sharedParts) await part.restore(saved);
  if (resultTabs().some(tab => tab.id === `tab-${saved.tab}`)) showTab(saved.tab);
  return true;
}
