import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const papers = globSync(['*.md', '{docs,tests}/**/*.md'], { cwd: root }).filter(
  (file) => !file.startsWith('docs/reference/'),
);

const withoutCode = (markdown: string) => markdown.replaceAll(/^```.*?^```$|`[^`\n]+`/gms, '');

/** The addresses of a page's headings, as GitHub makes them. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What is wrong with a link of a page: a file or a heading that is not there. */
function isBroken(file: string, link: string): boolean {
  const [name = '', heading] = link.split('#');
  const target = name === '' ? file : path.join(path.dirname(file), name);
  if (!existsSync(path.join(root, target))) return true;
  return heading !== undefined && !headingsOf(target).includes(heading);
}

test('each link of a paper leads to a file and a heading that are there', () => {
  expect(papers.length).toBeGreaterThan(40);
  const broken = papers.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => isBroken(file, link))
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('the table of contents leads to each page', () => {
  const contents = read('docs/README.md');
  const pages = papers.filter((file) => /^docs\/(?!decisions\/|README)/.test(file));
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.filter((file) => !contents.includes(`](${file.slice('docs/'.length)})`))).toEqual([]);
});

test('each paper that a source names is there', () => {
  const sources = globSync(['{src,scripts,bench,deploy,tests}/**/*.{ts,tsx,mjs,yml,yaml}'], { cwd: root });
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/(?!reference)[\w/-]+\.md(?:#[\w-]+)?/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => isBroken('README.md', name))).toEqual([]);
});

test('a link to a heading that is not there is broken', () => {
  expect(isBroken('docs/settings.md', 'operating/limits.md#limits')).toBe(false);
  expect(isBroken('docs/settings.md', 'operating/limits.md#no-such-heading')).toBe(true);
  expect(isBroken('docs/settings.md', 'no-such-page.md')).toBe(true);
});
