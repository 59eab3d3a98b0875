import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { makeTestStore } from '#support/stores';

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
const addressOf = (root: string, bytes: string): string =>
  path.join(root, sha256(bytes).slice(0, 2), sha256(bytes));

test('opening removes abandoned temporary files and none of a running process', async () => {
  const { root, store, staged, reopen } = await makeTestStore('folder');
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
  await reopen();
  expect(
    staged()
      .filter((name) => !name.includes(`.${process.pid}.`))
      .toSorted(),
  ).toEqual([`${machine}.${process.ppid}.sibling`]);
  expect(staged()).toContain(`another-machine.${process.pid}.busy`);
  await mine.keep();
  expect(statSync(addressOf(root, 'arriving')).size).toBe(8);
});

test.each([
  ['ENOSPC', 'writev'],
  ['EDQUOT', 'writev'],
  ['ENOSPC', 'sync'],
] as const)(
  'no room (%s at %s) is a 503 that says when to come back, and leaves nothing',
  async (code, call) => {
    const { root, store, staged } = await makeTestStore('folder');
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
    expect(staged()).toEqual([]);
    await expect(store.stage(Readable.from([Buffer.from('x')]), 1)).resolves.toMatchObject({ bytes: 1 });
  },
);

test('a removal that a crash interrupted is rolled back by the next list', async () => {
  const { root, store } = await makeTestStore('folder');
  await (await store.stage(Readable.from([Buffer.from('kept')]), 4)).keep();
  const address = addressOf(root, 'kept');
  linkSync(address, `${address}.leaving`);
  rmSync(address);
  const names: string[] = [];
  for await (const file of store.list()) names.push(file.sha256);
  expect(names).toEqual([sha256('kept')]);
  expect(await text(await store.read(sha256('kept'), 4))).toBe('kept');
});

test('a disk that cannot be written is told as a 503 in words, and a probe finds it again', async () => {
  const { root, store } = await makeTestStore('folder');
  const stage = () => store.stage(Readable.from([Buffer.from('work')]), 4);
  const staging = path.join(root, 'staging');
  // As a disk that has gone away.
  rmSync(staging, { recursive: true });
  await expect(stage()).rejects.toMatchObject({
    status: 503,
    retryAfter: 60,
    message:
      'We cannot save files now. This is our problem, not yours. Your text is kept. Try again in a few minutes.',
    cause: { code: 'ENOENT' },
  });
  expect(store.writes.health()).toMatchObject({ ok: false, refused: 1 });
  await expect(store.writes.probe()).rejects.toThrow('We cannot save files now');
  mkdirSync(staging);
  await store.writes.probe();
  expect(readdirSync(staging)).toEqual([]);
  await (await stage()).keep();
  const { read } = store;
  expect(await text(await read(sha256('work'), 4))).toBe('work');
});

test.runIf(process.platform === 'linux')(
  'rights that are lost are told as what hindered the writing',
  async () => {
    const { root, store } = await makeTestStore('folder');
    const staged = await store.stage(Readable.from([Buffer.from('work')]), 4);
    await staged.keep();
    chmodSync(root, 0);
    const isRoot = process.geteuid?.() === 0;
    // Nothing is closed to root.
    if (isRoot) process.seteuid?.(65_534);
    try {
      await expect(store.stage(Readable.from([Buffer.from('more')]), 4)).rejects.toMatchObject({
        status: 503,
        cause: { code: 'EACCES' },
      });
      await expect(store.read(staged.sha256, 4)).rejects.toMatchObject({ code: 'EACCES' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(root, 0o700);
    }
  },
);
