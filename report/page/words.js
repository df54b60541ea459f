// Words and marks for what runs gave.

const errorText = error => error.message.startsWith(error.kind) ? error.message : `${error.kind}: ${error.message}`;
const isLitmus = program => program.language !== 'core';

// Of a litmus test, herd's word: Ok or No, and how often.
const litmusWord = (run, place) => `${run.word.split(' ')[place] || run.word}${run.verdict === 'incomplete' ? '?' : ''}`;

function verdictMark(program, run) {
  if (isLitmus(program)) return litmusWord(run, 0);
  return { good: '✓', bad: '✗', vacuous: '∅' }[run.verdict] || '…';
}

const countText = run => run.blocked > 0 ? `${run.executions}+${run.blocked}` : `${run.executions}`;

function countWords(run) {
  const isAll = run.blocked + run.failed + run.cut === 0;
  let words = plural(run.executions, isAll ? 'execution' : 'complete execution');
  if (run.blocked > 0) words += `, ${numeral(run.blocked)} blocked`;
  if (run.failed > 0) words += `, ${numeral(run.failed)} with a failed thread`;
  if (run.cut > 0) words += `, ${numeral(run.cut)} cut at a loop bound`;
  return words;
}

function answerWords(program, outcome, model) {
  const name = program.runs[model].model;
  if (outcome.answers[model] === 'reached') return `${name}: in ${plural(outcome.counts[model], 'execution')}`;
  return outcome.answers[model] === 'forbidden' ? `${name}: never` : `${name}: not seen before a limit was reached, or a loop cut`;
}

// What the marks in the table of a program mean, as far as they are in it.
function legendWords(program) {
  const isUnknown = program.outcomes.some(outcome => outcome.answers.includes('unknown')) ||
      program.conditions.some(condition => condition.results.some(result => result.mark === '?'));
  return [
    [isLitmus(program), 'Ok: what the condition asks for is so; No: it is not.'],
    [isLitmus(program) && program.runs.some(run => run.verdict === 'incomplete'), 'No?, Ok?: as far as it was explored.'],
    [!isLitmus(program), '✓ safe, ✗ a violation, … stopped by a limit.'],
    [program.runs.some(run => run.verdict === 'vacuous') || program.conditions.some(condition => condition.results.some(result => result.mark === '∅')),
      '∅ vacuous: no execution completes, or none comes to an assertion.'],
    [true, 'Numbers count executions, – is never.'],
    [program.runs.some(run => run.blocked > 0), '4+1: in one more, some thread does not come to its end; its picture says why.'],
    [isUnknown, '? not seen before a limit was reached, or a loop cut.'],
    [program.outcomes.some(outcome => outcome.conditions.length > 0), '◆ is what a condition asks about.']
  ].filter(([isThere]) => isThere).map(([, words]) => words).join(' ');
}
