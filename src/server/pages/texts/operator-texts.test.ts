import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeOperatorTexts } from './operator-texts.ts';

async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-texts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = {
    info: (_: unknown, words: string) => void lines.push(`info ${words}`),
    warn: (_: unknown, words: string) => void lines.push(`warn ${words}`),
    error: (_: unknown, words: string) => void lines.push(`error ${words}`),
  };
  const texts = makeOperatorTexts(folder, log as never);
  const terms = path.join(folder, 'terms.md');
  return { folder, terms, texts, lines: () => lines.splice(0) };
}

test('without files there is nothing to show and nothing to say', async () => {
  const { texts, lines } = await makeFolder();
  expect(await texts.refresh()).toBe(false);
  expect([texts.current.size, lines()]).toEqual([0, []]);
});

test('a file that comes, changes and goes is noticed each time, and only then', async () => {
  const { terms, texts, lines } = await makeFolder();
  await writeFile(terms, '# Ours\n\nFirst');
  expect(await texts.refresh()).toBe(true);
  expect(texts.current.get('/terms')).toBe('<h1>Ours</h1>\n<p>First</p>\n');
  expect(texts.current.has('/privacy')).toBe(false);
  expect(lines()).toEqual(["info /terms shows the operator's words"]);
  expect(await texts.refresh()).toBe(false);

  await writeFile(terms, '# Ours\n\nOther');
  // The same length within one tick of the file system's clock would be the same state.
  await utimes(terms, new Date(), new Date(Date.now() + 5_000));
  expect(await texts.refresh()).toBe(true);
  expect(texts.current.get('/terms')).toContain('<p>Other</p>');
  lines();
  await rm(terms);
  expect(await texts.refresh()).toBe(true);
  expect(texts.current.size).toBe(0);
  expect(lines()).toEqual(["info /terms shows the portal's own words again"]);
  expect(await texts.refresh()).toBe(false);
});

const unfit: [string, (file: string) => Promise<unknown>, RegExp][] = [
  ['huge', (file) => writeFile(file, 'a'.repeat(100 * 1024 + 1)), /larger than 100 KB/],
  ['far too huge', (file) => writeFile(file, '').then(() => truncate(file, 5e9)), /larger than 100 KB/],
  ['not UTF-8', (file) => writeFile(file, Buffer.from([0x41, 0xff, 0xfe])), /not UTF-8/],
  ['not text', (file) => writeFile(file, 'a\0b'), /not text/],
  ['empty', (file) => writeFile(file, ' \n'), /it is empty/],
  ['a folder', (file) => mkdir(file), /it is no file/],
];
test.each(unfit)('a file that is %s is not shown, and the log says so once', async (_, make, why) => {
  const { terms, texts, lines } = await makeFolder();
  await writeFile(terms, 'Good words');
  await texts.refresh();
  lines();
  await rm(terms);
  await make(terms);
  expect(await texts.refresh()).toBe(true);
  expect(texts.current.size).toBe(0);
  const said = lines();
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^warn \/terms shows the portal's own words: terms\.md cannot be used/);
  expect(said[0]).toMatch(why);
  await texts.refresh();
  expect(lines()).toEqual([]);
});

test('the largest that is allowed is shown', async () => {
  const { terms, texts } = await makeFolder();
  await writeFile(terms, 'a'.repeat(100 * 1024));
  await texts.refresh();
  expect(texts.current.get('/terms')).toContain('aaa');
});
