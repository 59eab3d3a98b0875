import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { publicPaths } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Each with how many of a kind it has at least. */
const guides = [
  { name: 'running-an-intake', words: 60, addresses: 2, files: 5 },
  { name: 'for-students', words: 25, addresses: 2, files: 1 },
  { name: 'for-mentors', words: 20, addresses: 2, files: 0 },
].map((guide) => ({ ...guide, page: read(`docs/${guide.name}.md`) }));

/** For operators: it names buttons, and many paths that are no screens. */
const install = { name: 'install', words: 8, page: read('docs/install.md') };
const api = { name: 'api', words: 3, page: read('docs/api.md') };

/** The sources of screens without comments: what somebody reads there stands in them. */
const sources = globSync(['src/web/{features,routes,ui}/**/*.{ts,tsx}', 'src/contract/**/*.ts'], {
  cwd: root,
})
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) =>
    read(file)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/(?<=^|\s)\/\/.*$/gm, ''),
  );

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Whether words stand in the sources as a whole text: between quotes, or between tags and expressions. `…` stands for an
 * expression, or for what makes one.
 */
function isOnScreen(words: string): boolean {
  const text = words
    .split('…')
    .map(escape)
    .join(String.raw`[^"'<>]*`)
    .replaceAll(/\s+/g, String.raw`\s+`);
  const whole = new RegExp(String.raw`["'\`>}]\s*${text}\s*["'\`<{]`);
  return sources.some((source) => whole.test(source));
}

test.each([...guides, install, api])('the words of $name are on a screen', ({ page, words: least }) => {
  const found = [...page.matchAll(/\*\*(.+?)\*\*/gs)];
  const bold = new Set(found.map(([, words = '']) => words.replaceAll(/\s+/g, ' ')));
  // What ends with a full stop is a paragraph's subject, not a quote.
  const named = [...bold].filter((words) => !words.endsWith('.') && words !== 'Bold words');
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(named.filter((words) => !isOnScreen(words))).toEqual([]);
});

test('the test of words tells one that is nowhere', () => {
  expect(isOnScreen('Update preview')).toBe(true);
  expect(isOnScreen('Import everything')).toBe(false);
  // A part of a text is no text.
  expect(isOnScreen('Update')).toBe(false);
});

test.each(guides)('the addresses, commands, pictures and papers of $name are there', (guide) => {
  const { page } = guide;
  const patterns = [...publicPaths, ...signedInScreens.map(({ pattern }) => pattern)];
  const addresses = [...page.matchAll(/`(\/[^`]*)`/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThanOrEqual(guide.addresses);
  expect(addresses.filter((address) => !patterns.includes(address as never))).toEqual([]);
  const commands = [...page.matchAll(/`npx capstone ([a-z-]+)/g)].map(([, name = '']) => name);
  const known = read('docs/commands.md');
  expect(commands.filter((name) => !known.includes(`npx capstone ${name}`))).toEqual([]);
  const files = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThanOrEqual(guide.files);
  expect(files.filter((file) => !existsSync(path.join(root, 'docs', file)))).toEqual([]);
});

test.each(guides)('pictures of $name are made by the command of the screenshots, and light', ({ page }) => {
  const table = read('tests/support/demo-screens.ts');
  const names = [...page.matchAll(/pictures\/([a-z-]+)\.jpg/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !table.includes(`picture: '${name}'`))).toEqual([]);
  for (const name of names)
    expect(readFileSync(path.join(root, `docs/pictures/${name}.jpg`)).length, name).toBeLessThan(150_000);
});
