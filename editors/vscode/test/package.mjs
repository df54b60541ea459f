// The extension starts for C programs and offers its commands there.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const wrong = [];
if (!about.activationEvents.includes('onLanguage:c')) wrong.push('it does not know C');
for (const command of ['check', 'explain', 'showExecutions']) {
  const entry = about.contributes.menus.commandPalette.find(each => each.command === `drover.${command}`);
  if (!/\bc\b/.test(entry.when)) wrong.push(`${command} is not for C`);
}
console.log(wrong.length > 0 ? wrong.join('\n') : 'package: ok');
process.exit(wrong.length > 0 ? 1 : 0);
