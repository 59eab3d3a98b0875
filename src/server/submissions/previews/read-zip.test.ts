import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileStore } from '#server/platform/files/file-store';
import { deflatedZeros, makeZip, manyEntries, tenGigabytes } from '#support/make-zip';
import { makers, makeTestStore } from '#support/stores';
import { listedEntries, listZip, openEntry, UnreadableZip } from './read-zip.ts';

const gigabyte = 1_073_741_824;

/** Bytes as a store has them, with what is asked of it. */
function stored(bytes: Buffer) {
  const asked: { bytes: number; calls: number } = { bytes: 0, calls: 0 };
  const files: Pick<FileStore, 'read'> = {
    async read(_, __, range) {
      const { start, end } = range as { start: number; end: number };
      asked.bytes += end + 1 - start;
      asked.calls += 1;
      return Readable.from([bytes.subarray(start, end + 1)]);
    },
  };
  return { files, file: { sha256: 'a'.repeat(64), bytes: bytes.length }, asked };
}
const list = (bytes: Buffer) => {
  const { files, file } = stored(bytes);
  return listZip(files, file);
};
const open = async (bytes: Buffer, index = 0, most = 1_000) => {
  const { files, file } = stored(bytes);
  return (await openEntry(files, file, index, most))?.bytes.toString();
};

test('names are read as they were written: UTF-8 that does not say so, as macOS writes it, and the code page of DOS', async () => {
  const { entries } = await list(
    makeZip([
      { name: 'കാവ്യ/résumé.txt'.normalize('NFD'), isNameMarked: false },
      { name: 'ന്‍.txt' },
      { name: Buffer.from([0x72, 0x82, 0x73]), isNameMarked: false },
    ]),
  );
  expect(entries.map(({ name }) => name)).toEqual(['കാവ്യ/résumé.txt', 'ന്‍.txt', 'rés']);
});

test('of long names the beginnings are read, whatever they are made of', async () => {
  const marks = '\u0315'.repeat(16_000) + '\u0316'.repeat(16_000);
  const { entries } = await list(
    makeZip([
      { name: `${'k\u0301'.repeat(600)}/` },
      { name: `a${marks}` },
      { name: Buffer.alloc(65_000, 0x82), isNameMarked: false },
      { name: '\u{1F600}'.repeat(10_000) },
    ]),
  );
  expect(entries.map(({ name, isFolder }) => [name, isFolder])).toEqual([
    ['k\u0301'.repeat(500).normalize(), true],
    [`a${'\u0315'.repeat(30)}`, false],
    ['é'.repeat(1_000), false],
    ['\u{1F600}'.repeat(500), false],
  ]);
});

test('entries are listed as they stand in the directory, whatever their names', async () => {
  const { entries, count } = await list(
    makeZip([
      { name: 'src/' },
      { name: '../../etc/passwd', data: 'root' },
      { name: 'C:\\work.txt', data: 'a' },
      { name: 'secret.txt', data: 'a', flags: 1 },
    ]),
  );
  expect(count).toBe(4);
  expect(entries.map(({ name, isFolder, isEncrypted }) => [name, isFolder, isEncrypted])).toEqual([
    ['src/', true, false],
    ['../../etc/passwd', false, false],
    ['C:\\work.txt', false, false],
    ['secret.txt', false, true],
  ]);
});

test('of 100,000 entries the first are listed and all are counted, by a few small reads', async () => {
  const { files, file, asked } = stored(manyEntries());
  const { entries, count } = await listZip(files, file);
  expect([entries.length, count]).toEqual([listedEntries, 100_000]);
  expect(asked.bytes).toBeLessThan(300_000);
  expect(asked.calls).toBeLessThan(6);
  expect((await openEntry(files, file, listedEntries - 1, 10))?.entry.name).toBe('folder/entry-299.txt');
  expect(await openEntry(files, file, listedEntries, 10)).toBeNull();
});

test('what is 10 GB when it is opened is listed, and not opened', async () => {
  const { files, file, asked } = stored(tenGigabytes());
  const { entries } = await listZip(files, file);
  expect(entries.map(({ bytes }) => bytes)).toEqual([19, 10 * gigabyte]);
  expect((await openEntry(files, file, 0, 1_000))?.bytes.toString()).toBe('Open the other one.');
  await expect(openEntry(files, file, 1, 1_000)).rejects.toThrow(/more than 200 times/);
  expect(asked.bytes).toBeLessThan(600_000);
});

test('of an entry that lies about its size no more is opened than is asked for', async () => {
  const { files, file } = stored(makeZip([{ name: 'zeros.txt', packed: deflatedZeros(200), bytes: 100 }]));
  const used = () => process.memoryUsage().arrayBuffers;
  const before = used();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, used())), 1);
  const opened = await openEntry(files, file, 0, 200_000);
  clearInterval(watching);
  expect(opened?.bytes.length).toBe(200_000);
  expect(Math.max(most, used()) - before, 'of 200 MB').toBeLessThan(40_000_000);
});

test('bytes that pack nothing are read only so far', async () => {
  // Empty blocks, five bytes each, that open to nothing.
  const nothing = Buffer.concat(Array<Buffer>(1_000_000).fill(Buffer.from([0, 0, 0, 0xff, 0xff])));
  const { files, file, asked } = stored(makeZip([{ name: 'nothing.txt', packed: nothing, bytes: 10 }]));
  expect((await openEntry(files, file, 0, 1_000))?.bytes.length).toBe(0);
  expect(asked.bytes).toBeLessThan(600_000);
});

test('an entry is opened as it is packed, also where two overlap', async () => {
  const zip = makeZip([
    { name: 'a.txt', data: 'the first' },
    { name: 'a.txt', data: 'the first', at: 0 },
    { name: 'b.txt', data: 'as it is', method: 0 },
  ]);
  expect([await open(zip, 0), await open(zip, 1), await open(zip, 2), await open(zip, 3)]).toEqual([
    'the first',
    'the first',
    'as it is',
    undefined,
  ]);
});

test.each([
  ['is cut off', makeZip([{ name: 'a.txt', data: 'a' }]).subarray(0, 40)],
  ['says that it has more entries', makeZip([{ name: 'a.txt', data: 'a' }], { count: 5 })],
  ['has bytes after its end', Buffer.concat([makeZip([{ name: 'a.txt', data: 'a' }]), Buffer.from('more')])],
])('a ZIP that %s is refused in words', async (_, zip) => {
  await expect(list(zip)).rejects.toThrow(new UnreadableZip('It is damaged or not a valid ZIP.'));
});

test('a directory of names without an end is given up', async () => {
  const names = Array.from({ length: 60 }, (_, i) => ({ name: `${i}${'n'.repeat(65_000)}` }));
  await expect(list(makeZip(names))).rejects.toThrow(new UnreadableZip('Its list of entries is too long.'));
});

test.each([
  ['encrypted', { flags: 1 }, /encrypted/],
  ['packed by another method', { method: 14 }, /packed in a way/],
  ['no deflated bytes', { packed: Buffer.from('no deflated bytes') }, /damaged/],
  ['beyond the end', { at: 1_000_000 }, /damaged/],
])('an entry that is %s is refused in words', async (_, part, why) => {
  await expect(open(makeZip([{ name: 'a.txt', data: 'a', ...part }]))).rejects.toThrow(why);
});

test.each(makers)('a ZIP is read out of a %s', async (maker) => {
  const { store } = await makeTestStore(maker);
  const staged = await store.stage(
    Readable.from([makeZip([{ name: 'a.txt', data: 'in the store' }])]),
    10_000,
  );
  await staged.keep();
  expect((await listZip(store, staged)).entries.map(({ name }) => name)).toEqual(['a.txt']);
  expect((await openEntry(store, staged, 0, 100))?.bytes.toString()).toBe('in the store');
});

test('a store that is away is no damaged ZIP', async () => {
  const files = { read: () => Promise.reject(new Error('away')) };
  await expect(listZip(files, { sha256: 'a'.repeat(64), bytes: 100 })).rejects.toThrow('away');
});
