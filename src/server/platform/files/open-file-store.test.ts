import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

const script = path.join(root, 'tests/support/open-store-process.ts');

test.each([
  ['', 'false'],
  ['s3://KEY:SECRET@127.0.0.1:9/hand-ins?tls=0', 'true'],
])('with STORAGE_URL %j Amazon’s library is loaded: %s', (url, loaded) => {
  const { stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, STORAGE_URL: url, DATABASE_URL: '' },
  });
  expect([stdout.trim(), stderr]).toEqual([loaded, '']);
});
