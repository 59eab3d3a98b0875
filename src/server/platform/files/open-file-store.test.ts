import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Opens the store that the settings name, and tells what was loaded for it. */
const script = `
  import { registerHooks } from 'node:module';
  let isLoaded = false;
  registerHooks({
    resolve(specifier, context, next) {
      isLoaded ||= specifier.startsWith('@aws-sdk/');
      return next(specifier, context);
    },
  });
  const { openContext, closeContext } = await import('#server/platform/open-context');
  const { readSettings } = await import('#server/platform/settings');
  await import('#server/app');
  const { mkdtempSync, rmSync } = await import('node:fs');
  const dataDir = mkdtempSync((await import('node:os')).tmpdir() + '/capstone-lazy-');
  const settings = { ...readSettings(), dataDir };
  const context = await openContext(settings, { info() {}, warn() {}, error() {} });
  console.log(isLoaded);
  await closeContext(context);
  rmSync(dataDir, { recursive: true });
`;

test.each([
  ['', 'false'],
  ['s3://KEY:SECRET@127.0.0.1:9/hand-ins?tls=0', 'true'],
])('with STORAGE_URL %j Amazon’s library is loaded: %s', (url, loaded) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, STORAGE_URL: url, DATABASE_URL: '' },
  });
  expect([stdout.trim(), stderr]).toEqual([loaded, '']);
});
