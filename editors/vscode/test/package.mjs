// What the marketplace asks of the extension: a licence, a repository, and that it is not private.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const wrong = [];
if (about.private) wrong.push('it is private');
if (!about.license || !existsSync(`${folder}/LICENSE`)) wrong.push('it has no licence');
if (!about.repository?.url) wrong.push('it names no repository');
if (/--skip-license|--allow-missing-repository/.test(about.scripts.package)) wrong.push('the package leaves something out');
if (!about.activationEvents.includes('onLanguage:c')) wrong.push('it does not know C');
for (const command of ['check', 'explain', 'showExecutions']) {
  const entry = about.contributes.menus.commandPalette.find(each => each.command === `drover.${command}`);
  if (!/\bc\b/.test(entry.when)) wrong.push(`${command} is not for C`);
}
console.log(wrong.length > 0 ? wrong.join('\n') : 'package: ok');
process.exit(wrong.length > 0 ? 1 : 0);
