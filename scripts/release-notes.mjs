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

/**
 * As a page of a release shows them: there a line break stays one, and a link to a file leads nowhere.
 * @param {string} notes
 * @param {{ repository?: string, tag: string }} of
 */
export function forRelease(notes, { repository, tag }) {
  const whole = notes.replace(/\n +(?=\S)/g, ' ');
  if (repository === undefined) return whole;
  return whole.replace(/\]\((?![a-z]+:|#)/g, `](${repository}/blob/${tag}/`);
}

/** `node scripts/release-notes.mjs v1.2.3` prints the notes of a tag, which must be the version of package.json. */
if (import.meta.main) {
  const { version, repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tag = process.argv[2];
  if (tag !== `v${version}`) {
    console.error(`The tag is ${tag}, the version in package.json ${version}.`);
    process.exit(1);
  }
  const notes = notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
  console.log(forRelease(notes, { repository, tag }));
}
