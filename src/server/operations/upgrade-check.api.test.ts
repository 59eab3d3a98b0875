import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openDatabase } from '../platform/database/database.ts';
import { steps } from '../platform/database/migrate.ts';
import { version } from '../platform/version.ts';
import { checkUpgrade, compareDefaults, ownDefaults, releasedDefaults } from './upgrade-check.ts';

let place: Awaited<ReturnType<typeof makeBlankLocation>>;
let settings: { databaseUrl: string | null; dataDir: string };

beforeAll(async () => {
  place = await makeBlankLocation();
  settings =
    engineName === 'sqlite'
      ? { databaseUrl: null, dataDir: path.dirname(place.location) }
      : { databaseUrl: place.location, dataDir: tmpdir() };
  await (await openDatabase(settings)).close();
});
afterAll(() => place.drop());

const known = Object.keys(steps);

test('a database of this version needs no step, and the room is named', async () => {
  const lines = await checkUpgrade(settings);
  expect(lines[0]).toBe(`Schema: no steps; the database is up to date with ${version}.`);
  expect(lines.at(-1)).toMatch(
    /^Disk space: the database has [\d,.]+ [MG]B, the disk of DATA_DIR [\d,.]+ [MG]B free\./,
  );
});

test('steps that the first start would apply are named, and none is applied', async () => {
  for (const _ of [1, 2]) {
    const [schema] = await checkUpgrade(settings, undefined, [...known, '9001-later', '9002-last']);
    expect(schema).toMatch(/^Schema: the first start applies 2 steps: 9001-later, 9002-last\./);
  }
});

test('a version that cannot start on the database says so', async () => {
  await expect(checkUpgrade(settings, undefined, ['9001-other'])).rejects.toThrow('an earlier version');
});

test('an unknown release is refused', async () => {
  await expect(checkUpgrade(settings, '0.0.1')).rejects.toThrow('No release 0.0.1 is known');
});

test('settings that are new, gone or have another default are named, with what was set', () => {
  const before = { HOST: '127.0.0.1', OLD: 'a', GONE: null, SAME: null };
  const after = { HOST: '0.0.0.0', OLD: 'b', NEW: null, SAME: null };
  const lines = compareDefaults(before, after, (name) => ['OLD', 'GONE'].includes(name));
  expect(lines.map(({ line }) => line)).toEqual([
    'GONE no longer exists: remove it, it has no effect',
    'HOST is by default 0.0.0.0, was 127.0.0.1',
    'NEW is new, by default unset',
    'OLD is by default b, was a; yours is set and stays',
  ]);
});

test('each setting that changed since the last release has a line in the changelog', () => {
  const last = releasedDefaults.at(-1);
  if (last === undefined) return;
  const changelog = readFileSync(path.resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  const [, newest = ''] = changelog.split(/^## /m);
  const changed = compareDefaults(last.defaults, ownDefaults, () => false).map(({ name }) => name);
  if (last.version === version) expect(changed).toEqual([]);
  expect(changed.filter((name) => !newest.includes(`\`${name}\``))).toEqual([]);
});
