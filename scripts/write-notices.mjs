import { globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const read = (/** @type {string[]} */ ...names) => readFileSync(path.join(root, ...names), 'utf8');

/** @param {string} folder of a package @returns {string} what its files of licences say */
function textsIn(folder) {
  const names = readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name);
  return names.map((name) => read(folder, name).trim()).join('\n\n');
}

/**
 * Prints the licences of all packages at run time, by npm's own list, and of those that are bundled into the web, by Vite's.
 * @throws for a package that names no licence
 */
function writeNotices() {
  const { packages } = JSON.parse(read('node_modules/.package-lock.json'));
  for (const [folder, { version, license, dev = false }] of Object.entries(packages).toSorted()) {
    if (dev) continue;
    const text = textsIn(folder);
    const name = folder.split('node_modules/').at(-1);
    if (license === undefined && text === '') throw new Error(`${name} ${version} names no licence`);
    console.log([`## ${name} ${version}`, `Licence: ${license ?? 'see below'}`, text, ''].join('\n\n'));
  }
  for (const file of globSync('build/client/{,previews/}*licenses.md', { cwd: root }).sort())
    console.log(`# Bundled: ${file}\n\n${read(file)}`);
}

writeNotices();
