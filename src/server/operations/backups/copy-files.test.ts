import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileStore } from '../../platform/files/file-store.ts';
import { copyFiles } from './copy-files.ts';

test('a store that fails ends the copying: no other file is begun', async () => {
  let begun = 0;
  const files = (async function* () {
    for (let n = 0; n < 100; n += 1) yield { sha256: String(n), bytes: 1 };
  })();
  const from = { read: () => Promise.resolve(Readable.from([])) } as unknown as FileStore;
  const to = {
    async *list() {},
    stage: () => {
      begun += 1;
      return Promise.reject(new Error('no room'));
    },
  } as unknown as FileStore;
  await expect(copyFiles(from, to, files, { keep: true }, () => {})).rejects.toThrow('no room');
  expect(begun).toBeLessThanOrEqual(4);
});
