// The grammars give the scopes that they are meant to give. `npm test`.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

const files = { 'source.drover': 'drover', 'source.litmus': 'litmus', 'source.cat-model': 'cat' };
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const path = new URL(`../syntaxes/${files[scope]}.tmLanguage.json`, import.meta.url);
    return textmate.parseRawGrammar(readFileSync(path, 'utf8'), 'grammar.json');
  },
});

// [grammar, line, word, a part of the scope that the word must have]
const cases = [
  ['source.drover', 'thread reader(i in 1..N) { r := x@acq; }', 'reader', 'entity.name.function.thread'],
  ['source.drover', 'thread reader(i in 1..N) { r := x@acq; }', '@acq', 'storage.modifier.mode'],
  ['source.drover', '  done := cas@rel,rlx(top, t, n);', 'cas', 'support.function.memory'],
  ['source.drover', '  r := for@rlx(x, 1);', 'for', 'support.function.memory'],
  ['source.drover', '  for (i := 0; i < 2; i := i + 1) {}', 'for', 'keyword.control'],
  ['source.drover', 'shared x; // a cell', '// a cell', 'comment.line'],
  ['source.drover', 'exists (left:a == 0);', 'exists', 'keyword.other.condition'],
  ['source.litmus', 'AArch64 MP+dmb', 'AArch64', 'keyword.other.architecture'],
  ['source.litmus', ' DMB SY      | LDR W0,[X1] ;', 'DMB', 'keyword.other.barrier'],
  ['source.litmus', ' DMB SY      | LDR W0,[X1] ;', 'W0', 'variable.language.register'],
  ['source.litmus', 'PTX MP+fences', 'PTX', 'keyword.other.architecture'],
  ['source.litmus', ' P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ;', '@cta 0, gpu 0', 'constant.language.place'],
  ['source.litmus', ' fence.sc.gpu | membar.acq.dv.semsc0 ;', 'fence.sc.gpu', 'keyword.other.barrier'],
  ['source.litmus', '  atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);', 'memory_scope_device', 'constant.language.order'],
  ['source.litmus', 'exists (0:r0=0 /\\ 1:r0=0)', '/\\', 'keyword.operator.logical'],
  ['source.litmus', '  atomic_store_explicit(x, 1, memory_order_release);', 'memory_order_release', 'constant.language.order'],
  ['source.cat-model', 'let rec ppo = po-loc | rf', 'ppo', 'entity.name.function'],
  ['source.cat-model', 'let rec ppo = po-loc | rf', 'po-loc', 'support.variable.relation'],
  ['source.cat-model', 'acyclic po | rf as order', 'acyclic', 'keyword.control.check'],
  ['source.cat-model', '(* a (* b *) c *) let x = 0', ' c ', 'comment.block'],
];

let failed = 0;
for (const [scope, line, word, expected] of cases) {
  const grammar = await registry.loadGrammar(scope);
  const at = line.indexOf(word);
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  const token = tokens.find((each) => each.startIndex <= at && at < each.endIndex);
  if (token.scopes.some((each) => each.includes(expected))) continue;
  failed += 1;
  console.error(`${line}: \`${word}\` is ${token.scopes.join(' ')}, expected ${expected}`);
}
console.log(`grammars: ${cases.length} cases, ${failed} failed`);
process.exit(failed ? 1 : 0);
