import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * The section of a version in CHANGELOG.md, without its heading.
 * @param {string} changelog
 * @param {string} version
 * @throws without such a section, or if it is empty
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section
    ?.slice(section.indexOf('\n'))
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md has no notes of ${version}`);
  return notes;
}

/** `node scripts/release-notes.mjs v1.2.3` prints the notes of a tag, which must be the version of package.json. */
if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tag = process.argv[2];
  if (tag !== `v${version}`) {
    console.error(`The tag is ${tag}, the version in package.json ${version}.`);
    process.exit(1);
  }
  console.log(notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version));
}
