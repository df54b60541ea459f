// The models to check with.

let knownModels = [];       // {name, summary, axioms}, as `drover models --json` lists them
let hasChosenModels = false;  // by hand: from then on the program does not change them
const machineModels = new Set(['aarch64', 'riscv', 'ppc', 'lkmm']);

async function loadModels() {
  const answer = await post('/api/models', {});
  knownModels = answer.result;
  fill(byId('models'), [...knownModels, { name: OwnModel, summary: 'the model in the second tab' }].map(model =>
    h('label', { title: model.summary, 'data-model': model.name }, h('input', { type: 'checkbox', value: model.name, onchange: () => { hasChosenModels = true; onTextChange(); } }), ' ', model.name)));
  modelsFollow();
}

const modelBox = name => byId('models').querySelector(`input[value="${CSS.escape(name)}"]`);
const chosenModels = () => [...byId('models').querySelectorAll('input:checked')].filter(box => !box.disabled).map(box => box.value).filter(name => name !== OwnModel || modelText().trim());

function chooseModels(names) {
  for (const box of byId('models').querySelectorAll('input')) box.checked = names.includes(box.value);
}

// Models of machines are offered for their tests, and for programs, which are compiled for them.
function modelsFollow() {
  if (knownModels.length === 0) return;
  if (!hasChosenModels) {
    const usual = subject.default_model && machineModels.has(subject.default_model) ? [...(subject.default_model === 'lkmm' ? [] : ['sc']), subject.default_model]
        : subject.language === 'X86' || subject.language === 'X86_64' ? ['sc', 'tso', 'pso'] : ['sc', 'tso', 'rc11'];
    chooseModels([...usual, ...(modelBox(OwnModel).checked ? [OwnModel] : [])]);
  }
  // A model that is not about such a program cannot be asked: its box says why.
  for (const { name, summary } of knownModels) {
    const box = modelBox(name), why = (subject.misfits || {})[name];
    box.disabled = Boolean(why);
    box.parentElement.title = why ? `not for this text: ${why.replaceAll('`', '')}` : summary;
    box.parentElement.classList.toggle('misfit', Boolean(why));
    box.parentElement.hidden = Boolean(why) && machineModels.has(name);
  }
}

// The models that can be asked about the program, its own first.
function fittingModels() {
  const misfits = subject.misfits || {};
  const fitting = knownModels.map(model => model.name).filter(name => !misfits[name]);
  return [...new Set([subject.default_model, ...fitting].filter(name => fitting.includes(name))), ...(modelText().trim() ? [OwnModel] : [])];
}

// The first of these models that can be asked about the program.
function fittingModel(...names) {
  const fitting = fittingModels();
  return names.find(name => fitting.includes(name)) || fitting[0] || '';
}

// What every request about the program has.
function requestBody() {
  const models = chosenModels();
  return { text: programText(), models, ...(chosenUnroll() ? { unroll: chosenUnroll() } : {}),
           ...(models.includes(OwnModel) ? { own_model: { name: OwnModel, text: modelText() } } : {}) };
}

function chosenUnroll() {
  const number = Number(byId('unroll').value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
