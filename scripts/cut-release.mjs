import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { imageOf, namedImage, nameRelease, papers } from './release-names.mjs';
import { notesOf } from './release-notes.mjs';

/**
 * `node scripts/cut-release.mjs 1.2.3`, with the project's Node: gives package.json, the changelog and the papers the
 * version, and records the settings and their defaults for `npx capstone upgrade-check`. Commit, tag `v1.2.3` and push.
 * Image and repository are named by "repository" in package.json. Then `1.3.0-dev` gives what follows a version of its own.
 */
const root = path.join(import.meta.dirname, '..');
const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+(-dev)?$/.test(version)) {
  console.error('Give the version: node scripts/cut-release.mjs 1.2.3, and after its tag 1.3.0-dev');
  process.exit(1);
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  const at = path.join(root, file);
  writeFileSync(at, change(readFileSync(at, 'utf8')));
}

/** @param {string} text */
const withVersion = (text) => text.replace(/("version": ")[^"]+/, `$1${version}`);

if (!version.endsWith('-dev')) await recordRelease();
rewrite('package.json', withVersion);
// The first one is the project's, the second its own entry among the packages.
rewrite('package-lock.json', (text) =>
  withVersion(text).replace(/("": \{\s+"name": "capstone",\s+"version": ")[^"]+/, `$1${version}`),
);
async function recordRelease() {
  const { ownDefaults, ownSchema } = await import('../src/server/operations/upgrade-check.ts');
  const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const from = namedImage(readFileSync(path.join(root, 'deploy/example.env'), 'utf8'));
  const to = `${imageOf(repository)}:${version}`;
  rewrite('CHANGELOG.md', (text) => {
    // Once more before the tag: its notes are there.
    const isCut = text.includes(`## [${version}]`);
    notesOf(text, isCut ? version : 'Unreleased');
    if (isCut) return text;
    const today = new Date().toISOString().slice(0, 10);
    return text.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${today}`);
  });
  for (const paper of papers) rewrite(paper, (text) => nameRelease(text, { from, to, repository }));
  if (repository === undefined)
    console.log(`package.json names no repository: the papers name ${to}, as "docker build" makes it.`);
  rewrite('src/server/operations/released-settings.json', (text) => {
    const others = JSON.parse(text).filter(
      (/** @type {{ version: string }} */ one) => one.version !== version,
    );
    return `${JSON.stringify([...others, { version, schema: ownSchema, defaults: ownDefaults }], null, 2)}\n`;
  });
}
