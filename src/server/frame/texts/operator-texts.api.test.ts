import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { importFiles } from '#support/import-folder';
import { openOther } from '#support/jobs';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, makeTestContext } from '#support/test-app';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { makeShownTexts, makeTextFiles } from './operator-texts.ts';

/** A machine with a data folder of its own; the test says when it looks. */
async function makeMachine(context: AppContext, dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'capstone-texts-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const say = (level: string) => (_: unknown, words: string) => void lines.push(`${level} ${words}`);
  const log = { info: say('info'), warn: say('warn'), error: say('error') } as never;
  const own = { ...context, settings: { ...context.settings, dataDir: folder }, log };
  const texts = makeShownTexts(own);
  const start = () => {
    const files = makeTextFiles(own);
    return async () => {
      await files.look();
      return texts.refresh();
    };
  };
  return {
    folder,
    terms: path.join(folder, 'terms.md'),
    /** Looks at the folder, then at the database. @returns whether a page has changed */
    look: start(),
    /** The same, of a process that has just started. */
    restart: start,
    texts,
    shown: () => texts.current.get('/terms') ?? null,
    lines: () => lines.splice(0),
  };
}

const html = (words: string) => `<h1>Terms and conditions</h1>\n<p>${words}</p>\n`;

test('without files there is nothing to show, to say or to write', async () => {
  const { context } = await makeTestContext();
  const { look, texts, lines } = await makeMachine(context);
  const writes = vi.spyOn(context.database, 'transaction');
  expect(await look()).toBe(false);
  expect([texts.current.size, lines(), writes.mock.calls.length]).toEqual([0, [], 0]);
});

test('a file that comes, changes and goes is noticed each time, and only then', async () => {
  const { context } = await makeTestContext();
  const { terms, look, texts, shown, lines } = await makeMachine(context);
  await writeFile(terms, '# Ours\n\nFirst');
  expect(await look()).toBe(true);
  expect(shown()).toBe('<h1>Ours</h1>\n<p>First</p>\n');
  expect(texts.current.has('/privacy')).toBe(false);
  expect(lines()).toEqual(["info /terms now shows the operator's text"]);
  const writes = vi.spyOn(context.database, 'transaction');
  expect([await look(), writes.mock.calls.length]).toEqual([false, 0]);

  await writeFile(terms, '# Ours\n\nOther');
  // The same length within one tick of the file system's clock would be the same state.
  await utimes(terms, new Date(), new Date(Date.now() + 5_000));
  expect(await look()).toBe(true);
  expect(shown()).toContain('<p>Other</p>');
  lines();
  await rm(terms);
  expect(await look()).toBe(true);
  expect(shown()).toBeNull();
  expect(lines()).toEqual(["info /terms shows the portal's own text again"]);
  expect(await look()).toBe(false);
  const events = (await readAuditLog({ context })).map(({ act, subject }) => `${act} ${subject}`);
  expect(events).toEqual(['set-text /terms', 'set-text /terms', 'remove-text /terms']);
});

const unfit: [string, (file: string) => Promise<unknown>, RegExp][] = [
  ['huge', (file) => writeFile(file, 'a'.repeat(100 * 1024 + 1)), /larger than 100 KB/],
  ['far too huge', (file) => writeFile(file, '').then(() => truncate(file, 5e9)), /larger than 100 KB/],
  ['not UTF-8', (file) => writeFile(file, Buffer.from([0x41, 0xff, 0xfe])), /not UTF-8/],
  ['not text', (file) => writeFile(file, 'a\0b'), /not text/],
  ['empty', (file) => writeFile(file, ' \n'), /it is empty/],
  ['a folder', (file) => mkdir(file), /it is not a file/],
];
test.each(unfit)('a file that is %s is not shown, and the log says so once', async (_, make, why) => {
  const { context } = await makeTestContext();
  const { terms, look, shown, lines } = await makeMachine(context);
  await writeFile(terms, 'Good words');
  await look();
  lines();
  await rm(terms);
  await make(terms);
  expect(await look()).toBe(true);
  expect(shown()).toBeNull();
  const said = lines().filter((line) => line.startsWith('warn'));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/does not show terms\.md/);
  expect(said[0]).toMatch(why);
  await look();
  expect(lines()).toEqual([]);
});

test('the largest that is allowed is shown', async () => {
  const { context } = await makeTestContext();
  const { terms, look, shown } = await makeMachine(context);
  await writeFile(terms, 'a'.repeat(100 * 1024));
  await look();
  expect(shown()).toContain('aaa');
});

test('a file on one machine shows on all within a second or so, and what changed last counts', async () => {
  const app = await makeTestApp();
  const one = await makeMachine(app.context);
  const other = openOther(app);
  const two = await makeMachine(other);
  const watching = watch(other.events, {
    topics: ['texts'],
    everyMs: 60_000,
    look: async () => void (await two.texts.refresh()),
    onError: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => watching.stop());
  await writeFile(one.terms, 'From one');
  await one.look();
  await eventually(() => expect(two.shown()).toBe(html('From one')));
  await writeFile(two.terms, 'From two');
  await two.look();
  await one.look();
  expect(one.shown()).toBe(html('From two'));
  // It brings nothing that shows any more, so that nothing goes with it.
  await rm(one.terms);
  await one.look();
  expect(one.shown()).toBe(html('From two'));
  await rm(two.terms);
  await two.look();
  await one.look();
  expect([one.shown(), two.shown()]).toEqual([null, null]);
});

test('a restart brings no old file back, and does not miss one that went meanwhile', async () => {
  const { context, clock } = await makeTestContext();
  const machine = await makeMachine(context);
  await writeFile(machine.terms, 'From the file');
  await machine.look();
  clock.advance(1_000);
  await importFiles(context, { 'terms.md': 'Imported' });
  await machine.restart()();
  expect(machine.shown()).toBe(html('Imported'));
  // Saved again while the portal runs, it counts again.
  const look = machine.restart();
  await look();
  await utimes(machine.terms, new Date(), new Date(Date.now() + 5_000));
  await look();
  expect(machine.shown()).toBe(html('From the file'));
  await rm(machine.terms);
  await machine.restart()();
  expect(machine.shown()).toBeNull();
});

test('a file that was never taken gives way to newer words, as on a machine that joins later', async () => {
  const { context } = await makeTestContext();
  await importFiles(context, { 'terms.md': 'Imported' });
  const { terms, look, shown, lines, restart } = await makeMachine(context);
  await writeFile(terms, 'Old');
  await utimes(terms, new Date(), new Date('2020-01-01T00:00:00Z'));
  await look();
  expect(shown()).toBe(html('Imported'));
  expect(lines()[0]).toMatch(/^warn \/terms shows a newer text than terms\.md/);
  await utimes(terms, new Date(), new Date('2036-01-01T00:00:00Z'));
  await restart()();
  expect(shown()).toBe(html('Old'));
});

test('texts are imported with everything else: counted, checked, and not written by a dry run', async () => {
  const { context } = await makeTestContext();
  const texts = makeShownTexts(context);
  const files = { 'terms.md': '# House rules', 'privacy.md': 'We keep little.' };
  expect(await importFiles(context, files, { dryRun: true })).toEqual({ texts: '2/0/0' });
  await texts.refresh();
  expect(texts.current.size).toBe(0);
  expect(await importFiles(context, files)).toEqual({ texts: '2/0/0' });
  expect(await importFiles(context, { ...files, 'terms.md': '# Other rules' })).toEqual({ texts: '0/1/1' });
  await texts.refresh();
  expect(texts.current.get('/terms')).toBe('<h1>Other rules</h1>\n');
  expect(texts.current.get('/privacy')).toBe('<h1>Privacy</h1>\n<p>We keep little.</p>\n');
  for (const [text, why] of [
    ['', 'it is empty'],
    ['a'.repeat(100 * 1024 + 1), 'it is larger than 100 KB'],
  ] as const) {
    await expect(importFiles(context, { 'terms.md': text })).rejects.toThrow(`terms.md:1:1: ${why}`);
  }
});
