import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { insertAccount } from '#server/accounts/insert-account';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { spawnPortal } from '#support/spawn-portal';

// What an attacker in the same network would gain: the administrator of a demo, whose password stands in its papers.

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-known-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const refusal =
  /^Setting HOST is "0\.0\.0\.0", so others could reach the demo's accounts, whose password is public. Leave HOST unset, .*DEMO_PASSWORD.*\n$/;

test('a demo that others could reach is not even made', () => {
  const folder = makeFolder();
  const main = path.resolve(import.meta.dirname, '../../src/cli/demo/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    env: { ...process.env, HOST: '0.0.0.0', DATA_DIR: folder, DATABASE_URL: '' },
  });
  expect({ status, stdout, made: readdirSync(folder) }).toEqual({ status: 1, stdout: '', made: [] });
  expect(stderr).toMatch(refusal);
});

test('a portal on the data of a demo is not served to others either', async () => {
  const dataDir = makeFolder();
  const log = { info() {}, warn() {}, error: console.error };
  const context = await openContext({ ...readSettings({}), dataDir }, log);
  const account = {
    email: demoEmail('admin'),
    name: 'Suresh',
    role: 'administrator',
    password_hash: await context.passwords.hash(demoPassword),
    confirmed_at: 1,
    created_at: 1,
  } as const;
  await context.database.transaction((writer) => insertAccount(writer, account));
  await closeContext(context);
  const portal = spawnPortal({ DATA_DIR: dataDir, DATABASE_URL: '', HOST: '0.0.0.0' });
  expect(await portal.ended).toBe(1);
  expect(portal.output()).toMatch(refusal);
});

test('a public demo is served, on no other data than its own', { tags: 'full' }, async () => {
  const dataDir = makeFolder();
  const environment = { DATA_DIR: dataDir, DATABASE_URL: '', HOST: '0.0.0.0', DEMO: 'true' };
  const demo = spawnPortal(environment);
  await demo.listening;
  await demo.kill();

  const own = { ...readSettings({}), dataDir: makeFolder() };
  const context = await openContext(own, { info() {}, warn() {}, error: console.error });
  const account = {
    email: 'asha@example.test',
    name: 'Asha',
    role: 'student',
    password_hash: 'x',
    confirmed_at: 1,
    created_at: 1,
  } as const;
  await context.database.transaction((writer) => insertAccount(writer, account));
  await closeContext(context);
  const portal = spawnPortal({ ...environment, DATA_DIR: own.dataDir });
  expect(await portal.ended).toBe(1);
  expect(portal.output()).toMatch(/^Setting DEMO is set, but this database holds other data .*\n$/);
});
