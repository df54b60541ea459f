// Writes the folder of static files: node write_page.js FOLDER-OF-THE-MODULE OUTPUT
//
// The page is the one that `drover serve` has. The module knows its files; added are Drover itself,
// what takes the place of the server, and a content security policy, which the server would send.

'use strict';

const fs = require('fs');
const path = require('path');

const [modules, output] = process.argv.slice(2);
const own = name => fs.readFileSync(path.join(__dirname, name), 'utf8');
const built = name => fs.readFileSync(path.join(modules, name));

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; " +
  "worker-src 'self' blob:; form-action 'none'; base-uri 'none'";

// Exactly one place: else the page has changed, and nobody has noticed.
function inserted(text, before, what) {
  const parts = text.split(before);
  if (parts.length !== 2) throw new Error(`the page has ${parts.length - 1} times: ${before}`);
  return parts[0] + what + before + parts[1];
}

function written(drover, text) {
  const size = drover.lengthBytesUTF8(text) + 1;
  const place = drover._malloc(size);
  drover.stringToUTF8(text, place, size);
  return place;
}

function answerTo(drover, path) {
  const answer = JSON.parse(drover.UTF8ToString(drover._drover_answer(written(drover, path), written(drover, '{}'))));
  if (answer.error) throw new Error(`${path}: ${answer.error.text}`);
  return answer;
}

function pageFile(drover, name) {
  const text = drover._drover_page_file(written(drover, name));
  if (text === 0) throw new Error(`the module has no ${name}`);
  return drover.UTF8ToString(text);
}

async function main() {
  const wasmBinary = built('drover_web.wasm');
  const drover = await require(path.resolve(modules, 'drover_web.js'))({ wasmBinary });
  fs.rmSync(output, { recursive: true, force: true });
  fs.mkdirSync(output, { recursive: true });
  const write = (name, content) => fs.writeFileSync(path.join(output, name), content);
  let page = pageFile(drover, '/');
  page = inserted(page, '<title>', `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`);
  page = inserted(page, '<script src="page.js" defer></script>', '<script src="inside.js" defer></script>\n');
  write('index.html', page);
  for (const name of ['style.css', 'editor.css', 'editor.js', 'page.js']) write(name, pageFile(drover, `/${name}`));
  const worker = `'use strict';\n${built('drover_web.js')}\n${own('worker.js')}`;
  // What the page asks before anything else: half of the time until it is ready.
  const known = Object.fromEntries(['/api/models', '/api/exercise/list', '/api/gallery'].map(each => [each, answerTo(drover, each)]));
  write('inside.js', `globalThis.droverKnown = ${JSON.stringify(known)};\n${own('inside.js')}`);
  write('worker.js', worker);
  write('drover.wasm', wasmBinary);
  write('from-file.js', `globalThis.droverFromFile = ${JSON.stringify({ worker, module: wasmBinary.toString('base64') })};\n`);
}

main().catch(failure => {
  console.error(failure);
  process.exit(1);
});
