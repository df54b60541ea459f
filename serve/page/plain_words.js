// Sentences that the page shares with the command line name its options and commands. Here they are
// left out, or replaced by what the page has instead.

const commandWords = [
  [/ \(--(?:max-[a-z]+|sample|all-errors continues|no-spurious-wakeups|spurious [^)]*)\)/g, ''],
  [/raise the limit with --unroll N/g, 'raise “loops at most”'],
  [/; raise the limit with --max-threads N/g, ''],
  [/(?:\(|\b)lower --unroll/g, match => `${match.startsWith('(') ? '(' : ''}lower “loops at most”`],
  [/ \(--unroll\)/g, ''],
  [/\n?[ \t]*hint: `drover [^\n]*/g, ''],
  [/[;:,]? ?\(?`drover [^`]*`[^.;)\n]*\)?/g, ''],
  [/ `-D [^`]*` on the command line[^.]*\./g, ''],
  [/^drover: (?:--[a-z-]+: )?/gm, ''],
];

const plainText = text => commandWords.reduce((sum, [pattern, by]) => sum.replace(pattern, by), text);

// Texts of programs, and pictures, stay as they are.
const verbatim = new Set(['source', 'patch', 'svg', 'pictures', 'shapes', 'lines', 'pieces', 'form']);

function plainWords(value) {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainWords);
  if (value === null || typeof value !== 'object') return value;
  const isProgram = 'patch' in value || 'shape' in value || ('about' in value && 'text' in value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, verbatim.has(key) || (isProgram && key === 'text') ? each : plainWords(each)]));
}
