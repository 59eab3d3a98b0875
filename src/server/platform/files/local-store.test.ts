import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileDamaged, FileTooLarge, SourceFailed } from './file-store.ts';
import { openLocalStore } from './local-store.ts';

function makeRoot(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'not', 'there', 'yet');
}

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
const addressOf = (root: string, bytes: string): string =>
  path.join(root, sha256(bytes).slice(0, 2), sha256(bytes));
const staged = (root: string): string[] => readdirSync(path.join(root, 'staging'));

test('bytes are staged with their hash, kept under it, and read whole or in part', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  const file = await store.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]), 11);
  expect(file).toMatchObject({ bytes: 11, sha256: sha256('hello world') });
  expect(staged(root)).toHaveLength(1);
  await file.keep();
  expect(staged(root)).toEqual([]);
  await file.discard();
  expect(readFileSync(addressOf(root, 'hello world'), 'utf8')).toBe('hello world');
  expect(await text(await store.read(file.sha256, 11))).toBe('hello world');
  expect(await text(await store.read(file.sha256, 11, { start: 6, end: 8 }))).toBe('wor');
  const reopened = await openLocalStore(root);
  expect(await text(await reopened.read(file.sha256, 11))).toBe('hello world');
});

test('equal bytes are kept once', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  const files = await Promise.all(
    Array.from({ length: 8 }, () => store.stage(Readable.from([Buffer.from('same')]), 4)),
  );
  await Promise.all(files.map((file) => file.keep()));
  expect(staged(root)).toEqual([]);
  expect(readdirSync(path.dirname(addressOf(root, 'same')))).toEqual([sha256('same')]);
});

test('a kept file that lost bytes is replaced by the next one of its hash', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  await (await store.stage(Readable.from([Buffer.from('whole')]), 5)).keep();
  truncateSync(addressOf(root, 'whole'), 2);
  await expect(store.read(sha256('whole'), 5)).rejects.toBeInstanceOf(FileDamaged);
  await (await store.stage(Readable.from([Buffer.from('whole')]), 5)).keep();
  expect(await text(await store.read(sha256('whole'), 5))).toBe('whole');
});

test('one byte too many leaves nothing, and leaves the rest of the source to its owner', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  const source = Readable.from([Buffer.from('123'), Buffer.from('45'), Buffer.from('rest')]);
  await expect(store.stage(source, 4)).rejects.toBeInstanceOf(FileTooLarge);
  expect(staged(root)).toEqual([]);
  expect(source.destroyed).toBe(false);
  const rest: Buffer[] = [];
  source.on('data', (chunk: Buffer) => rest.push(chunk));
  await once(source, 'end');
  expect(Buffer.concat(rest).toString()).toBe('rest');
});

test('a source that breaks off leaves nothing', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  const failing = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })(),
  );
  await expect(store.stage(failing, 100)).rejects.toBeInstanceOf(SourceFailed);
  const abandoned = new Readable({ read() {} });
  abandoned.push(Buffer.from('half'));
  const staging = store.stage(abandoned, 100);
  setImmediate(() => abandoned.destroy());
  await expect(staging).rejects.toBeInstanceOf(SourceFailed);
  expect(staged(root)).toEqual([]);
});

test('what was staged can be dropped', async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  await (await store.stage(Readable.from([Buffer.from('x')]), 1)).discard();
  expect(staged(root)).toEqual([]);
});

test('bytes that are not there are told from other failures', async () => {
  const store = await openLocalStore(makeRoot());
  await expect(store.read(sha256('never'), 5)).rejects.toBeInstanceOf(FileDamaged);
});

test("opening removes what a crash left and nothing of a living process's", async () => {
  const root = makeRoot();
  const store = await openLocalStore(root);
  const machine = hostname().replaceAll(/[^\w-]/g, '');
  const left = (name: string, ageMs = 0): void => {
    const file = path.join(root, 'staging', name);
    writeFileSync(file, 'half');
    const then = (Date.now() - ageMs) / 1000;
    utimesSync(file, then, then);
  };
  const hour = 60 * 60_000;
  // No process has this number: it is above what Linux gives out.
  left(`${machine}.99999999.crashed`);
  left(`${machine}.${process.pid}.former-life`, 10 * hour);
  left(`another-machine.${process.pid}.silent`, 2 * hour);
  left(`another-machine.${process.pid}.busy`);
  left(`${machine}.${process.ppid}.sibling`);
  const mine = await store.stage(Readable.from([Buffer.from('arriving')]), 8);
  await openLocalStore(root);
  expect(
    staged(root)
      .filter((name) => !name.includes(`.${process.pid}.`))
      .toSorted(),
  ).toEqual([`${machine}.${process.ppid}.sibling`]);
  expect(staged(root)).toContain(`another-machine.${process.pid}.busy`);
  await mine.keep();
  expect(statSync(addressOf(root, 'arriving')).size).toBe(8);
});

test.each([
  ['ENOSPC', 'appendFile'],
  ['EDQUOT', 'appendFile'],
  ['ENOSPC', 'sync'],
] as const)(
  'no room (%s at %s) is a 503 that says when to come back, and leaves nothing',
  async (code, call) => {
    const root = makeRoot();
    const store = await openLocalStore(root);
    const probe = await open(path.join(root, 'staging', 'probe'), 'wx');
    await probe.close();
    rmSync(path.join(root, 'staging', 'probe'));
    vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, call).mockRejectedValueOnce(
      Object.assign(new Error('no room'), { code }),
    );
    await expect(store.stage(Readable.from([Buffer.from('x')]), 1)).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      retryAfter: 60,
    });
    expect(staged(root)).toEqual([]);
    await expect(store.stage(Readable.from([Buffer.from('x')]), 1)).resolves.toMatchObject({ bytes: 1 });
  },
);
