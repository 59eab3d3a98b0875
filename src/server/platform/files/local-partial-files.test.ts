import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeTestStore } from '#support/stores';
import { partBytes, type PartialFile, type Progress } from './file-store.ts';

const id = 'a'.repeat(32);
const begun: PartialFile = {
  id,
  bytes: 10,
  arrived: 0,
  hashState: null,
  sha256: null,
  place: null,
  fence: 0,
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function makePartial() {
  const { store, root } = await makeTestStore('folder');
  const folder = path.join(path.dirname(root), 'uploads');
  await store.partial.create(id);
  let file = begun;
  const save = async (progress: Progress): Promise<void> => void (file = { ...file, ...progress });
  const append = (text: string) => store.partial.append(file, Readable.from([Buffer.from(text)]), save);
  return { store, root, folder, append, save, now: () => file };
}

test('a complete file is staged without a copy, and the upload stays until it is removed', async () => {
  const { store, root, folder, append, now } = await makePartial();
  await append('hello ');
  await append('more');
  expect(now()).toMatchObject({ arrived: 10, sha256: sha256('hello more') });
  const { ino } = await stat(path.join(folder, id));
  for (let round = 0; round < 2; round++) {
    const staged = await store.partial.stage(now());
    await staged.keep();
    await staged.discard();
  }
  const kept = path.join(root, sha256('hello more').slice(0, 2), sha256('hello more'));
  expect((await stat(kept)).ino).toBe(ino);
  await store.partial.remove(now());
  expect(await readdir(folder)).toEqual([]);
  expect(await readdir(path.join(root, 'staging'))).toEqual([]);
  expect(await readFile(kept, 'utf8')).toBe('hello more');
});

test('what was written and not saved is written over, with the right hash', async () => {
  const { store, append, folder, now } = await makePartial();
  await append('hello');
  const handle = await open(path.join(folder, id), 'a');
  await handle.writeFile('what no row knows of');
  await handle.close();
  await append(' more');
  expect(now()).toMatchObject({ arrived: 10, sha256: sha256('hello more') });
  const staged = await store.partial.stage(now());
  expect(staged).toMatchObject({ bytes: 10, sha256: sha256('hello more') });
  await staged.discard();
});

test('another process goes on with the hash by reading what has arrived', async () => {
  const { append, now, root } = await makePartial();
  await append('hello');
  const { openLocalStore } = await import('./local-store.ts');
  const other = await openLocalStore(root);
  let saved: Progress = now();
  const source = Readable.from([Buffer.from(' more')]);
  await other.partial.append(now(), source, async (progress) => void (saved = progress));
  expect(saved.sha256).toBe(sha256('hello more'));
});

test('a writer that was taken for dead changes nothing that counts when it goes on', async () => {
  const { store, root, append, save, now } = await makePartial();
  await append('hello');
  const before = now();
  const slow = new PassThrough();
  const lost = store.partial.append(before, slow, async () => {
    throw new Error('taken over');
  });
  lost.catch(() => {});
  slow.write('XX');
  // It has the file open once it reads.
  await expect.poll(() => slow.readableLength).toBe(0);
  await store.partial.fence(now(), save);
  await append(' more');
  slow.end('YYY');
  await expect(lost).rejects.toThrow('taken over');
  const staged = await store.partial.stage(now());
  await staged.keep();
  const sha = sha256('hello more');
  expect(await readFile(path.join(root, sha.slice(0, 2), sha), 'utf8')).toBe('hello more');
});

test('a save that fails is reported as it failed, also with the last bytes', async () => {
  const { store, now } = await makePartial();
  const whole = { ...now(), bytes: partBytes };
  const appending = store.partial.append(whole, Readable.from([Buffer.alloc(partBytes)]), async () => {
    throw new Error('taken over');
  });
  await expect(appending).rejects.toThrow('taken over');
});
