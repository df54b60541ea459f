// Play: the reader is the scheduler, or picks what reads read. The way so far is all there is to
// keep: the server plays it again each time.

const machines = ['sc', 'tso', 'pso', 'aarch64', 'riscv'];
const game = { model: '', moves: [], choices: [], state: null, refused: null, way: [], message: '', text: '', goal: '', asked: 0 };
const isMachine = () => machines.includes(game.model);

// What may be reached: what the program asks about, or an outcome of the last check.
function goals() {
  const program = checked && !isStale() && rows.length > 0 ? programs[0] : null;
  if (!program) return [];
  return program.outcomes.filter(outcome => outcome.kind === 'final' && outcome.values.every(value => /^-?\d+$/.test(value)))
    .map(outcome => program.observables.map((name, index) => `${name} == ${outcome.values[index]}`).join(' && '));
}

function gameBody(more) {
  return { text: game.text, models: [game.model], ...(chosenUnroll() ? { unroll: chosenUnroll() } : {}),
           ...(game.model === OwnModel ? { own_model: { name: OwnModel, text: modelText() } } : {}), ...more };
}

// Of a core program or C, the store buffers of tso are what most can be seen with.
async function beginGame(model) {
  await knowSubject();
  const usual = subject.kind === 'litmus' ? subject.default_model : 'tso';
  Object.assign(game, { model: model || fittingModel(game.model, usual), moves: [], choices: [], refused: null, way: [], message: '', ...(game.text === programText() ? {} : { goal: '' }), text: programText() });
  await refreshGame();
}

// Whether the answer was still wanted: another question may have been asked meanwhile.
async function refreshGame(more = {}) {
  const asked = ++game.asked;
  const path = isMachine() ? '/api/play' : '/api/choose';
  const answer = await post(path, gameBody({ ...(isMachine() ? { moves: game.moves, ...(game.goal ? { goal: game.goal } : {}) } : { choices: game.choices }), ...more }));
  if (asked !== game.asked) return false;
  if (answer.error || answer.status !== 0) {
    game.state = null;
    game.message = answer.error ? answer.error.text : answer.messages.trim();
  } else if (answer.result.refused) {
    game.refused = answer.result.refused;
    game.choices.pop();
  } else {
    game.state = answer.result;
  }
  showGame();
  noteAddress();
  return true;
}

async function playMove(thread, entry) {
  game.moves.push([thread, entry]);
  const [next] = game.way;
  game.way = next && next[0] === thread && next[1] === entry ? game.way.slice(1) : [];
  game.message = '';
  await refreshGame();
}

async function takeBack() {
  if (isMachine()) game.moves.pop(); else game.choices.pop();
  Object.assign(game, { way: [], message: '', refused: null });
  await refreshGame();
}

async function choosePair(kind, from, to) {
  game.refused = null;
  game.choices.push([kind, from, to]);
  await refreshGame();
}

async function helpGame() {
  if (!await refreshGame({ help: true })) return;
  const goal = game.state && game.state.goal;
  if (!goal) return;
  game.way = goal.is_there ? goal.way : [];
  game.message = goal.is_there ? (goal.way.length === 0 ? 'You are there.' : `${plural(goal.way.length, 'move')} from here: the next one is marked.`) : noWayWords(goal);
  showGame();
}

function noWayWords({ is_known: isKnown, from_start: fromStart, unroll }) {
  if (!isKnown) return 'There are too many ways to look at all of them.';
  if (fromStart.is_there) return 'There is no way from here: take something back.';
  if (!fromStart.is_known) return 'There is no way from here; from the start, there are too many ways to look at all of them.';
  return unroll ? `There is no way with loops of at most ${plural(unroll, 'iteration')}.` : `There is no way: the machine of ${game.model} never ends like that.`;
}

function showGame() {
  const box = byId('play');
  const isOld = game.text !== programText();
  const moves = isMachine() ? game.moves : game.choices;
  refill(box, h('div', { class: 'bar' }, modelSelect('play-model', fittingModels(), game.model, beginGame),
    keyed('restart', 'Start again', () => beginGame()), keyed('back', 'Take back', takeBack, { disabled: moves.length === 0 }),
    isMachine() ? keyed('help', 'Help', helpGame, { disabled: !game.state || !game.state.goal }) : ''),
    isOld ? h('p', { class: 'note' }, 'The program has changed since: start again.') : '',
    game.state ? (isMachine() ? machineView() : choiceView()) : '',
    game.message ? h('p', { class: 'told', role: 'status' }, prose(game.message)) : '');
}

// ---- The machine

function goalChoice() {
  const list = goals();
  if (list.length === 0) return '';
  return h('label', { class: 'quiet' }, 'or ', h('select', { id: 'goal', 'data-key': 'goal', 'aria-label': 'Another outcome to reach', onchange: event => {
    Object.assign(game, { goal: event.target.value, way: [], message: '' });
    refreshGame().catch(complain);
  } }, h('option', { value: '' }, 'the condition of the program, if any'), list.map(each => h('option', { value: each, selected: each === game.goal }, each))));
}

function noGoalWords() {
  if (subject.kind === 'c') return 'Final states of C programs have no names: there is no outcome to reach, but every move is possible.';
  if (subject.kind === 'litmus') return 'The condition of the test is true of every final state: check it, and its outcomes are there to be reached.';
  return 'The program asks about no final state: add an exists to have something to reach.';
}

function machineView() {
  const { goal, machine } = game.state;
  const next = game.way[0];
  const hint = (thread, entry) => next && next[0] === thread && next[1] === entry ? { class: 'hinted', 'aria-describedby': 'way-hint' } : {};
  return [
    goal ? h('p', {}, 'Reach this outcome: ', h('span', { class: 'state' }, goal.text), ' ', goalChoice()) : goals().length > 0 ? h('p', {}, 'Reach an outcome: ', goalChoice()) : h('p', { class: 'hint' }, noGoalWords()),
    machine === 'promises' ? promisesView(game.state, playMove, { hint }) : buffersView(hint),
    next ? h('p', { class: 'unseen', id: 'way-hint' }, machine === 'promises' ? 'the next move of a way' : 'the next move of a shortest way') : '',
    toldView(game.state)];
}

// The moves so far, and the end.
const toldView = ({ goal, is_over: isOver, told, final }) => [
  isOver ? h('p', { class: 'told', role: 'status' }, final ? (final.text ? `The end: ${final.text}. ` : 'The end. ') : 'Nothing can move any more, and not every thread has finished. ', final && goal ? (goal.is_reached ? '✓ This is the outcome.' : 'It is another outcome: take back, or start again.') : '') : '',
  told.length > 0 ? h('ol', { class: 'step-list' }, told.map(text => h('li', { class: 'past' }, text))) : ''];

const registersOf = thread => h('p', {}, h('span', { class: 'quiet' }, 'registers '), thread.registers.length === 0 ? '–' : cells(thread.registers.map(each => each[0]), thread.registers.map(each => each[1])));

const whyNot = thread => thread.obstacles.length === 0 ? '' : h('details', {}, h('summary', {}, 'why not?'), h('ul', {}, thread.obstacles.map(each => h('li', {}, each))));

function buffersView(hint) {
  const { threads, memory } = game.state;
  const buffer = (thread, index) => thread.buffer.length === 0 ? h('span', { class: 'quiet' }, 'empty') : thread.buffer.map((entry, place) => entry === null
    ? h('span', { class: 'quiet' }, '| fence |')
    : keyed(`drain${index}.${place}`, `${entry[0]} = ${entry[1]} →`, () => playMove(index, place),
      { disabled: !entry[2], title: `let ${entry[0]} = ${entry[1]} reach memory`, 'aria-label': `${thread.name}: ${entry[0]} = ${entry[1]} reaches memory`, ...hint(index, place) }));
  const stepOf = (thread, index) => thread.next ? keyed(`go${index}`, thread.next, () => playMove(index, null),
    { disabled: !thread.may_step, title: thread.may_step ? `line ${thread.line}` : 'it has to wait', 'aria-label': `${thread.name}: ${thread.next}`, ...hint(index, null) })
    : h('span', { class: 'quiet' }, thread.state);
  return [
    h('p', {}, 'memory ', memory.length === 0 ? h('span', { class: 'quiet' }, 'as it was') : cells(memory.map(each => each[0]), memory.map(each => each[1]))),
    h('div', { class: 'threads' }, threads.map((thread, index) => h('section', { class: 'thread', 'aria-label': `Thread ${thread.name}` },
      h('h3', {}, thread.name, ' ', thread.next ? lineButton(thread.line, `line ${thread.line}`) : ''),
      h('p', {}, stepOf(thread, index)),
      game.model === 'sc' ? '' : h('p', {}, h('span', { class: 'quiet' }, 'buffer '), buffer(thread, index)),
      registersOf(thread),
      whyNot(thread))))];
}

// Memory is a list of messages; a thread may promise a write before it comes to it. `makeMove` is
// called with a thread and its step, `hint` gives attributes of their button, `place` shows a line.
function promisesView({ threads, memory, moves }, makeMove, { hint = () => ({}), place = (text, line) => lineButton(line, text) }) {
  const seenBy = thread => thread.seen.filter(each => each[1] > 0);
  const textOf = (thread, move) => move.text.slice(thread.name.length + 2);
  return [
    h('p', {}, 'memory ', memory.initial.length === 0 ? h('span', { class: 'quiet' }, 'empty') : cells(memory.initial.map(each => each[0]), memory.initial.map(each => each[1]))),
    memory.messages.length === 0 ? '' : h('ol', { class: 'messages', 'aria-label': 'Messages in memory' }, memory.messages.map(each =>
      h('li', {}, `${each.location} = ${each.value}`, h('span', { class: 'quiet' }, ` by ${each.thread}${each.is_promise ? ', promised' : ''}`)))),
    h('div', { class: 'threads' }, threads.map((thread, index) => h('section', { class: 'thread', 'aria-label': `Thread ${thread.name}` },
      h('h3', {}, thread.name, ' ', thread.next ? place(`line ${thread.line}`, thread.line) : ''),
      h('p', {}, thread.next || h('span', { class: 'quiet' }, thread.state)),
      h('div', { class: 'bar' }, moves.filter(move => move.thread === index).map(move =>
        keyed(`go${index}.${move.entry}`, textOf(thread, move), () => makeMove(index, move.entry), { 'aria-label': move.text, ...hint(index, move.entry) }))),
      seenBy(thread).length === 0 ? '' : h('p', {}, h('span', { class: 'quiet' }, 'has seen '), seenBy(thread).map(each => `${each[0]} = ${each[2]} (#${each[1]})`).join(', ')),
      thread.promises.length === 0 ? '' : h('p', {}, h('span', { class: 'quiet' }, 'has promised '), thread.promises.map(each => `#${each}`).join(', ')),
      registersOf(thread),
      whyNot(thread)))),
    h('p', { class: 'note' }, 'Steps and views are those of the machine of Promising-ARM/RISC-V, not of a chip.')];
}

// ---- Axioms

function choiceView() {
  const { reads, orders, left, told, is_done: isDone, outcome, svg } = game.state;
  return [
    h('p', {}, isDone ? ['This is an execution of ', h('b', {}, game.model), outcome ? [': ', h('span', { class: 'state' }, unbroken(outcome))] : '']
                      : `${plural(left, 'complete execution')} of ${game.model} ${left === 1 ? 'is' : 'are'} left. Pick what a read reads, or which of two writes comes first.`),
    game.state.unroll ? h('p', { class: 'note' }, cutWords(game.state.unroll)) : '',
    game.refused ? refusalView(game.refused) : '',
    reads.map(read => h('fieldset', {}, h('legend', {}, read.text), h('div', { class: 'bar' }, read.options.map((option, index) =>
      keyed(`rf${read.read}.${index}`, option.text, () => choosePair('rf', option.write, read.read)))))),
    orders.map(order => h('fieldset', {}, h('legend', {}, 'which comes first?'), h('div', { class: 'bar' },
      keyed(`co${order.first}.${order.second}`, order.first_text, () => choosePair('co', order.first, order.second)),
      keyed(`co${order.second}.${order.first}`, order.second_text, () => choosePair('co', order.second, order.first))))),
    told.length > 0 ? h('ul', { class: 'step-list' }, told.map(text => h('li', { class: 'past' }, text))) : '',
    game.refused ? '' : panelPicture('play', svg, 'What follows from the choices')];
}

const cutWords = unroll => `Only executions with at most ${plural(unroll, 'iteration')} of each loop are looked at.`;

function refusalView(refused) {
  return h('div', { class: 'refusal', role: 'alert' },
    h('p', { class: 'message' }, `Refused: no complete execution of ${game.model} is like that. `, !refused.axiom ? ''
      : refused.is_by_choices ? ['It breaks the axiom ', h('b', {}, refused.axiom), ' by this cycle, red in the picture:']
      : ['Each way to go on breaks an axiom; one of them breaks ', h('b', {}, refused.axiom), ' by this cycle, red in the picture:']),
    refused.unroll ? h('p', { class: 'note' }, cutWords(refused.unroll)) : '',
    refused.cycle ? cycleList(refused.cycle) : '', refused.svg ? panelPicture('play', refused.svg, 'The cycle that forbids it') : '');
}

onTab.play = () => { if (!game.state || game.text !== programText()) beginGame().catch(complain); else showGame(); };
sharedParts.push({
  save: () => shownTab() === 'play' && game.text === programText() ? { play: game.model, goal: game.goal, moves: isMachine() ? game.moves : game.choices } : {},
  restore: async saved => {
    if (typeof saved.play !== 'string' || !Array.isArray(saved.moves) || !fittingModels().includes(saved.play)) return;
    Object.assign(game, { model: saved.play, text: programText(), goal: typeof saved.goal === 'string' ? saved.goal : '', [machines.includes(saved.play) ? 'moves' : 'choices']: saved.moves });
    await refreshGame();
  }
});
