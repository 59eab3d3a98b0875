import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeContext, openContext } from '../open-context.ts';
import { readSettings } from '../settings/settings.ts';
import { closeToOthers } from './data-dir.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (file: string): string => (statSync(file).mode & 0o7777).toString(8);

/** Every file and folder at a path, with its mode. */
function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(names.map((name) => [name, modeOf(path.join(folder, name))]));
}

function recorder() {
  const lines: string[] = [];
  return { lines, log: { info() {}, error() {}, warn: (line: unknown) => void lines.push(String(line)) } };
}

/** Opens a data folder as a start does, and keeps a file and a part of one in it. */
async function startIn(dataDir: string, log = recorder().log): Promise<void> {
  const context = await openContext({ ...readSettings({}), dataDir }, log);
  const staged = await context.files.stage(Readable.from([Buffer.from('work')]), 1_000);
  await staged.keep();
  const id = '0123456789abcdef0123456789abcdef';
  await context.files.partial.create(id);
  await context.database.transaction((writer) =>
    writer
      .updateTable('schema_range')
      .set((row) => ({ oldest_program: row.ref('oldest_program') }))
      .execute(),
  );
  // The write-ahead log and its index are there while the database is open.
  const modes = modesIn(dataDir);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['capstone.sqlite', 'capstone.sqlite-wal', 'capstone.sqlite-shm']),
  );
  for (const [name, mode] of Object.entries(modes)) {
    const isFolder = statSync(path.join(dataDir, name)).isDirectory();
    expect([name, mode]).toEqual([name, isFolder ? '700' : '600']);
  }
  await closeContext(context);
}

describe.skipIf(process.platform === 'win32')('other users of the machine', () => {
  test.each([0o000, 0o022, 0o077])('read nothing of a new folder, with the umask %o', async (umask) => {
    const parent = path.join(makeFolder(), 'made');
    const dataDir = path.join(parent, 'data');
    const before = process.umask(umask);
    try {
      await startIn(dataDir);
    } finally {
      process.umask(before);
    }
    expect(modeOf(dataDir)).toBe('700');
    expect(modeOf(parent), 'a folder above that was made with it').toBe('700');
  });

  test('are shut out of what an earlier version left open, which the log says once', async () => {
    const dataDir = makeFolder();
    await startIn(dataDir);
    for (const name of readdirSync(dataDir, { recursive: true }) as string[]) {
      const entry = path.join(dataDir, name);
      chmodSync(entry, statSync(entry).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(dataDir, 0o755);
    writeFileSync(path.join(dataDir, 'terms.md'), 'Our terms', { mode: 0o644 });
    const { lines, log } = recorder();
    await closeToOthers(dataDir, log);
    await closeToOthers(dataDir, log);
    expect(lines).toEqual([
      expect.stringMatching(/^Other users of this machine could read \d+ files and folders of /),
    ]);
    const { 'terms.md': terms, ...modes } = modesIn(dataDir);
    expect(terms, "the operator's own").toBe('644');
    expect(new Set(Object.values(modes))).toEqual(new Set(['600', '700']));
    expect(modeOf(dataDir)).toBe('700');
  });

  test('keep folders that the system shares, and what links lead to', async () => {
    const dataDir = makeFolder();
    const elsewhere = makeFolder();
    writeFileSync(path.join(elsewhere, 'a'), '', { mode: 0o644 });
    chmodSync(elsewhere, 0o755);
    mkdirSync(path.join(dataDir, 'files'), { mode: 0o755 });
    symlinkSync(elsewhere, path.join(dataDir, 'files', 'link'));
    chmodSync(dataDir, 0o1777);
    const { lines, log } = recorder();
    await closeToOthers(dataDir, log);
    expect(modeOf(dataDir)).toBe('1777');
    expect([modeOf(elsewhere), modeOf(path.join(elsewhere, 'a'))]).toEqual(['755', '644']);
    expect(lines[0]).toContain('Give the portal a folder of its own');
  });
});
