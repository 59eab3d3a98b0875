import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openDatabase, openEngine } from '../platform/database/database.ts';
import { commandLimits } from '../platform/database/engine.ts';
import { steps } from '../platform/database/migrate.ts';
import { version } from '../platform/version.ts';
import {
  checkUpgrade,
  compareDefaults,
  ownDefaults,
  releasedDefaults,
  runningRelease,
} from './upgrade-check.ts';

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
  const { lines, problem } = await checkUpgrade(settings);
  expect(problem).toBeNull();
  expect(lines[0]).toBe(`Schema: no steps; the database is up to date with ${version}.`);
  expect(lines.at(-1)).toMatch(
    /^Disk space: the database has [\d,.]+ [MG]B, the disk of DATA_DIR [\d,.]+ [MG]B free\./,
  );
});

test('steps that the first start would apply are named, and none is applied', async () => {
  for (const _ of [1, 2]) {
    const { lines } = await checkUpgrade(settings, undefined, [...known, '9001-later', '9002-last']);
    expect(lines[0]).toMatch(/^Schema: the first start applies 2 steps: 9001-later, 9002-last\./);
  }
});

test('a version that cannot start on the database says so, and what the upgrade needs all the same', async () => {
  const { lines, problem } = await checkUpgrade(settings, undefined, ['9001-other']);
  expect(problem).toContain('an earlier version');
  expect(lines[0]).toBe('Schema: this version cannot start on it.');
  expect(lines.slice(1).map((line) => line.replace(/:.*/, ''))).toEqual(['Settings', 'Disk space']);
});

test('a database from before the baseline gets the steps of the move', async () => {
  const old = await makeBlankLocation();
  onTestFinished(() => old.drop());
  const place =
    engineName === 'sqlite'
      ? { databaseUrl: null, dataDir: path.dirname(old.location) }
      : { databaseUrl: old.location, dataDir: tmpdir() };
  const engine = await openEngine(place, commandLimits);
  await sql`create table migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    engine.writer,
  );
  for (const name of ['0001-portal', '0078-links-first'])
    await sql`insert into migrations values (${name}, '')`.execute(engine.writer);
  await engine.close();
  const mailKey = path.join(place.dataDir, 'mail.key');
  if (engineName === 'sqlite') writeFileSync(mailKey, 'key\n');
  const { lines, problem } = await checkUpgrade(place);
  expect(problem).toContain('npx capstone restore PLACE --keep-sessions');
  const text = lines.join('\n');
  expect(text.includes(`copy ${mailKey} into the new DATA_DIR`)).toBe(engineName === 'sqlite');
  expect(text).toContain('(--backup NAME) with the old version');
  expect(text).toContain('changes since 0.1.0.');
  expect(text).toContain('REQUESTS_AT_ONCE_PER_ACCOUNT no longer exists');
  expect(text).toMatch(/^Disk space: the database has /m);
});

test('an unknown release is refused with those that are known, and the last one is', async () => {
  await expect(checkUpgrade(settings, '0.0.1')).rejects.toThrow(
    /^No release 0\.0\.1 is known; known are: .*1\.0\.0/,
  );
  expect((await checkUpgrade(settings, '1.0.0')).lines.join()).toContain('since 1.0.0');
});

test.each([
  ['a schema of the last release', 81, '1.0.0'],
  ['a later schema', 94, '1.0.0'],
  ['one from before the baseline', 78, '0.1.0'],
  ['one that no release had', 12, undefined],
])('what runs now is found by %s', (_, schema, release) => {
  expect(runningRelease(releasedDefaults, { from: undefined, schema })?.version).toBe(release);
});

test('a version with a number of its own is compared with the release before it', () => {
  const released = (version: string, schema: number) => ({ version, schema, defaults: {} });
  const releases = [released('0.9.0', 82), released('0.9.1', 82), released(version, 94)];
  const found = (schema: number) => runningRelease(releases, { from: undefined, schema })?.version;
  expect([found(82), found(94), found(80)]).toEqual(['0.9.1', '0.9.1', undefined]);
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
  expect(changed.filter((name) => !newest.includes(`\`${name}\``))).toEqual([]);
});
