import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeFolder } from '#support/backup-fixture';
import { openFolderPlace } from './folder-place.ts';

const openFiles = () => readdirSync('/proc/self/fd').length;

test.runIf(process.platform === 'linux')(
  'a part that cannot be written says why, and leaves no file open',
  async () => {
    const place = await openFolderPlace(makeFolder('place'));
    const draft = await place.begin('2026-11-26T05-00-00-000Z');
    const before = openFiles();
    async function* breaksOff() {
      yield Buffer.from('rows');
      throw new Error('The reading has failed');
    }
    await expect(draft.write('accounts', Readable.from(breaksOff()))).rejects.toThrow(
      'The reading has failed',
    );
    await expect(draft.write('accounts', Readable.from(['again']))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(openFiles()).toBe(before);
  },
);
