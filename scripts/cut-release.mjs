import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf } from './release-notes.mjs';

/**
 * `node scripts/cut-release.mjs 1.2.3`, with the project's Node: gives package.json and the changelog the version, and
 * records the settings and their defaults for `npx capstone upgrade-check`. Commit, tag `v1.2.3` and push.
 */
const root = path.join(import.meta.dirname, '..');
const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Give the version: node scripts/cut-release.mjs 1.2.3');
  process.exit(1);
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  const at = path.join(root, file);
  writeFileSync(at, change(readFileSync(at, 'utf8')));
}

/** @param {string} text */
const withVersion = (text) => text.replace(/("version": ")[^"]+/, `$1${version}`);

const { ownDefaults, ownSchema } = await import('../src/server/operations/upgrade-check.ts');
rewrite('CHANGELOG.md', (text) => {
  // Once more before the tag: its notes are there.
  const isCut = text.includes(`## [${version}]`);
  notesOf(text, isCut ? version : 'Unreleased');
  if (isCut) return text;
  const today = new Date().toISOString().slice(0, 10);
  return text.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${today}`);
});
rewrite('package.json', withVersion);
// The first one is the project's, the second its own entry among the packages.
rewrite('package-lock.json', (text) =>
  withVersion(text).replace(/("": \{\s+"name": "capstone",\s+"version": ")[^"]+/, `$1${version}`),
);
rewrite('src/server/operations/released-settings.json', (text) => {
  const others = JSON.parse(text).filter((/** @type {{ version: string }} */ one) => one.version !== version);
  return `${JSON.stringify([...others, { version, schema: ownSchema, defaults: ownDefaults }], null, 2)}\n`;
});
