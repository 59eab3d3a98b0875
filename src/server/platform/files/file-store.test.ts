import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { makers, makeTestStore } from '#support/stores';
import {
  FileDamaged,
  FileMissing,
  FileTooLarge,
  SourceFailed,
  type FileStore,
  type StoredFileInfo,
} from './file-store.ts';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const stage = (store: FileStore, bytes: string) =>
  store.stage(Readable.from([Buffer.from(bytes)]), Buffer.byteLength(bytes));
const keep = async (store: FileStore, bytes: string) => (await stage(store, bytes)).keep();

async function listed(store: FileStore): Promise<StoredFileInfo[]> {
  const files: StoredFileInfo[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
}

describe.each(makers)('in a %s', (maker) => {
  test('bytes are staged with their hash, kept under it, and read whole or in part', async () => {
    const { store, staged, kept, bytesOf, reopen } = await makeTestStore(maker);
    const file = await store.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]), 11);
    expect(file).toMatchObject({ bytes: 11, sha256: sha256('hello world') });
    expect(staged()).toHaveLength(1);
    expect(kept()).toEqual([]);
    await file.keep();
    expect(staged()).toEqual([]);
    await file.discard();
    expect(bytesOf(file.sha256).toString()).toBe('hello world');
    expect(await text(await store.read(file.sha256, 11))).toBe('hello world');
    expect(await text(await store.read(file.sha256, 11, { start: 6, end: 8 }))).toBe('wor');
    expect(await text(await store.read(file.sha256, 11, { start: 6, end: 10 }))).toBe('world');
    expect(await text(await (await reopen()).read(file.sha256, 11))).toBe('hello world');
  });

  test('equal bytes are stored once', async () => {
    const { store, staged, kept } = await makeTestStore(maker);
    const files = await Promise.all(Array.from({ length: 8 }, () => stage(store, 'same')));
    await Promise.all(files.map((file) => file.keep()));
    await keep(store, 'same');
    expect(staged()).toEqual([]);
    expect(kept()).toEqual([sha256('same')]);
    expect(await text(await store.read(sha256('same'), 4))).toBe('same');
  });

  test('a record is written once, outlives the process, and is no file', async () => {
    const { store, reopen } = await makeTestStore(maker);
    const { anonymised } = store.records;
    await anonymised.add('17-5', 'first');
    await Promise.all([anonymised.add('17-5', 'second'), anonymised.add('18-5', 'other')]);
    const records: Record<string, string> = {};
    for await (const { name, text: said } of (await reopen()).records.anonymised.list()) records[name] = said;
    expect(records).toEqual({ '17-5': 'first', '18-5': 'other' });
    const names = [];
    for await (const name of anonymised.names()) names.push(name);
    expect(names.toSorted()).toEqual(['17-5', '18-5']);
    for await (const name of store.records['ended-links'].names()) expect(name, 'of another kind').toBe('');
    expect(await listed(store)).toEqual([]);
    await expect(anonymised.add('../17', 'x')).rejects.toThrow('is not the name of a record');
  });

  test('a truncated file is detected, and replaced by the next one of its hash', async () => {
    const { store, truncate } = await makeTestStore(maker);
    await keep(store, 'whole');
    truncate(sha256('whole'), 2);
    await expect(store.read(sha256('whole'), 5)).rejects.toBeInstanceOf(FileDamaged);
    await expect(store.read(sha256('whole'), 5, { start: 0, end: 1 })).rejects.toBeInstanceOf(FileDamaged);
    await expect(store.read(sha256('whole'), 5, { start: 4, end: 4 })).rejects.toBeInstanceOf(FileDamaged);
    await keep(store, 'whole');
    expect(await text(await store.read(sha256('whole'), 5))).toBe('whole');
  });

  test('a file over the limit leaves nothing behind, and the source is not drained', async () => {
    const { store, staged } = await makeTestStore(maker);
    const source = Readable.from([Buffer.from('123'), Buffer.from('45'), Buffer.from('rest')]);
    await expect(store.stage(source, 4)).rejects.toBeInstanceOf(FileTooLarge);
    expect(staged()).toEqual([]);
    expect(source.destroyed).toBe(false);
    const rest: Buffer[] = [];
    source.on('data', (chunk: Buffer) => rest.push(chunk));
    await once(source, 'end');
    expect(Buffer.concat(rest).toString()).toBe('rest');
  });

  test('a source that fails leaves nothing in the staging area', async () => {
    const { store, staged, kept } = await makeTestStore(maker);
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
    expect(staged()).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test('a staged file can be discarded', async () => {
    const { store, staged, kept } = await makeTestStore(maker);
    await (await stage(store, 'x')).discard();
    expect(staged()).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test('a missing file is distinguished from other errors', async () => {
    const { store, lose } = await makeTestStore(maker);
    await expect(store.read(sha256('never'), 5)).rejects.toBeInstanceOf(FileMissing);
    await keep(store, 'lost');
    lose(sha256('lost'));
    await expect(store.read(sha256('lost'), 4, { start: 0, end: 1 })).rejects.toBeInstanceOf(FileMissing);
  });

  test('what is kept is listed with its size and time', async () => {
    const { store, age } = await makeTestStore(maker);
    const begunAt = Date.now();
    expect(await listed(store)).toEqual([]);
    await keep(store, 'one');
    await keep(store, 'three');
    age(sha256('one'), 3 * dayMs);
    await stage(store, 'only staged');
    const files = (await listed(store)).toSorted((a, b) => a.bytes - b.bytes);
    expect(files).toMatchObject([
      { sha256: sha256('one'), bytes: 3 },
      { sha256: sha256('three'), bytes: 5 },
    ]);
    // Some stores keep whole seconds.
    const times = files.map(({ keptAt }, at) => keptAt + (at === 0 ? 3 * dayMs : 0));
    for (const time of times) {
      expect(time).toBeGreaterThan(begunAt - 1_000);
      expect(time).toBeLessThanOrEqual(Date.now());
    }
  });

  test('unused bytes are removed, and what was kept since then is not', async () => {
    const { store, age, kept } = await makeTestStore(maker);
    await keep(store, 'old');
    await keep(store, 'new');
    age(sha256('old'), 3 * dayMs);
    expect(await store.removeUnused(sha256('new'), Date.now() - dayMs)).toBe(false);
    expect(await store.removeUnused(sha256('old'), Date.now() - dayMs)).toBe(true);
    expect(await store.removeUnused(sha256('old'), Date.now() - dayMs)).toBe(false);
    expect(kept()).toEqual([sha256('new')]);
  });

  test('old bytes that are kept again count as new', async () => {
    const { store, age, kept } = await makeTestStore(maker);
    await keep(store, 'same');
    age(sha256('same'), 3 * dayMs);
    await keep(store, 'same');
    expect(await store.removeUnused(sha256('same'), Date.now() - dayMs)).toBe(false);
    expect(kept()).toEqual([sha256('same')]);
  });

  test('a removal concurrent with a keep of equal bytes does not lose them', async () => {
    const { store, reopen, age, kept } = await makeTestStore(maker);
    const other = await reopen();
    // Its folder shall not vanish with the last object: the bucket of the tests would trip over that.
    await keep(store, 'another');
    for (let round = 0; round < 15; round++) {
      await keep(store, 'same');
      age(sha256('same'), 3 * dayMs);
      const file = await stage(store, 'same');
      const removal = other.removeUnused(sha256('same'), Date.now() - dayMs);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
      await file.keep();
      await removal;
      expect([round, await text(await store.read(sha256('same'), 4))]).toEqual([round, 'same']);
      expect(kept().toSorted()).toEqual([sha256('same'), sha256('another')].toSorted());
    }
  });
});
