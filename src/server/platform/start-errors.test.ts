import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeContext, openContext } from './open-context.ts';
import { readSettings, SettingsError, type Settings } from './settings/settings.ts';
import { damageLine, databaseError, listenError } from './start-errors.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a start with these settings ends in. */
async function startError(environment: Record<string, string>): Promise<SettingsError> {
  const opened = openContext(readSettings(environment), { info() {}, warn() {}, error() {} });
  const error = await opened.then(
    (context) => closeContext(context),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SettingsError);
  expect((error as Error).message).not.toContain('\n');
  return error as SettingsError;
}

const folderForm = 'allowed: the path of a folder that the portal may create or write, without ~';
const addressForm = 'allowed: postgres://user:password@host:port/database';

test('a data folder that is absent is made, with those above it', async () => {
  const dataDir = path.join(makeFolder(), 'srv/portal/data');
  await closeContext(
    await openContext({ ...readSettings({}), dataDir }, { info() {}, warn() {}, error() {} }),
  );
  expect(existsSync(path.join(dataDir, 'capstone.sqlite'))).toBe(true);
});

test('a data folder that is a file', async () => {
  const file = path.join(makeFolder(), 'data');
  writeFileSync(file, '');
  const { message } = await startError({ DATA_DIR: path.join(file, 'portal') });
  expect(message).toMatch(
    /^Setting DATA_DIR is ".*\/data\/portal", which cannot be used \(ENOTDIR: not a directory, /,
  );
  expect(message).toContain(folderForm);
  expect((await startError({ DATA_DIR: file })).message).toContain('is not a folder');
});

test.runIf(process.platform === 'linux')('a data folder where the system lets nobody make one', async () => {
  const { message } = await startError({ DATA_DIR: '/proc/nope/portal' });
  expect(message).toMatch(/^Setting DATA_DIR is "\/proc\/nope\/portal", which cannot be used \(ENOENT: /);
});

test('a data folder that is read-only', async () => {
  const folder = makeFolder();
  chmodSync(folder, 0o555);
  // Nothing is read-only for root.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  const error = await startError({ DATA_DIR: folder }).finally(() => isRoot && process.seteuid?.(0));
  expect(error.message).toMatch(
    /^Setting DATA_DIR is ".*", which cannot be used \(EACCES: permission denied, /,
  );
});

test('an embedded database that is none', async () => {
  const folder = makeFolder();
  writeFileSync(
    path.join(folder, 'capstone.sqlite'),
    'not a database, however long its text may be'.repeat(99),
  );
  const { message } = await startError({ DATA_DIR: folder });
  expect(message).toBe(
    `Setting DATA_DIR is "${folder}", whose database capstone.sqlite cannot be used (file is not a database); ${folderForm}`,
  );
});

test('a database whose first page is lost is damaged, and says what to do', () => {
  const dataDir = makeFolder();
  writeFileSync(path.join(dataDir, 'capstone.sqlite'), Buffer.alloc(8 * 4_096));
  const error = Object.assign(new Error('file is not a database'), { code: 'SQLITE_NOTADB' });
  expect(databaseError({ databaseUrl: null, dataDir }, error)).toBe(error);
  expect(damageLine(error)).toMatch(/^The database is damaged \(file is not a database\)\. Stop the portal/);
  expect(damageLine(Object.assign(new Error('invalid page'), { code: 'XX001' }))).toContain('pg_amcheck');
  expect(damageLine(new Error('else'))).toBeNull();
});

test('a database that another user owns is told with its owner', () => {
  const dataDir = makeFolder();
  const file = path.join(dataDir, 'capstone.sqlite');
  writeFileSync(file, '', { mode: 0o400 });
  const error = Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' });
  const { message } = databaseError({ databaseUrl: null, dataDir }, error) as Error;
  expect(message).toMatch(/; it belongs to user \d+ with mode 400, and this process runs as user \d+\)/);
});

test('a database whose host is not known', async () => {
  const url = 'postgres://portal:secret@db.invalid:5432/portal';
  const { message } = await startError({ DATA_DIR: makeFolder(), DATABASE_URL: url });
  expect(message).toMatch(
    /^Setting DATABASE_URL is "postgres:\/\/\*\*\*@db\.invalid:5432\/portal", whose host is not known here \(getaddrinfo (ENOTFOUND|EAI_AGAIN) db\.invalid\); allowed: /,
  );
  expect(message).toContain(addressForm);
});

test('a database that does not answer, and a server that is none', async () => {
  const server = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    DATA_DIR: makeFolder(),
    DATABASE_URL: `postgres://portal:secret@127.0.0.1:${port}/portal`,
  };
  const other = await startError(settings);
  expect(other.message).toMatch(
    /^Setting DATABASE_URL is "postgres:\/\/\*\*\*@127\.0\.0\.1:\d+\/portal", which /,
  );
  await new Promise((resolve) => server.close(resolve));
  const { message } = await startError(settings);
  expect(message).toMatch(/, which does not answer \(connect ECONNREFUSED 127\.0\.0\.1:\d+\); allowed: /);
  for (const text of [other.message, message]) expect(text).not.toContain('secret');
});

const postgres = { databaseUrl: 'postgres://a:b@host/db', dataDir: '/data' };

test.each([
  ['28P01', 'password authentication failed for user "a"', 'which refuses this user and password'],
  ['3D000', 'database "db" does not exist', 'which has no such database'],
  ['42501', 'permission denied for schema public', 'where this user may not create tables'],
  ['53300', 'sorry, too many clients already', 'which has no disk space or no connection left'],
  [
    '55P03',
    'canceling statement due to lock timeout',
    'where another transaction holds a lock that the start needs; find it: select pid, state, query from pg_stat_activity where xact_start is not null order by xact_start',
  ],
  ['25006', 'cannot execute CREATE TABLE', 'which is read-only: it is a standby, or set to read-only'],
  ['57P03', 'the database system is starting up', 'which is starting or stopping'],
  ['', 'timeout exceeded when trying to connect', 'which does not answer'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'which cannot be used'],
])('PostgreSQL says %s', (code, said, why) => {
  const error = Object.assign(new Error(`${said}\nmore`), { code });
  expect(databaseError(postgres, error)).toEqual(
    new SettingsError(
      `Setting DATABASE_URL is "postgres://***@host/db", ${why} (${said}); ${addressForm}, or unset for the embedded database`,
    ),
  );
});

test('an address that holds a password elsewhere is shown without it', () => {
  const databaseUrl = 'postgres://host/db?user=a&password=b&sslmode=verify-full';
  const error = databaseError(
    { ...postgres, databaseUrl },
    Object.assign(new Error('no'), { code: '28P01' }),
  );
  expect((error as Error).message).toContain(
    '"postgres://host/db?user=***&password=***&sslmode=verify-full"',
  );
});

test('what the database is not to blame for stays what it is', () => {
  const error = new Error('a migration failed');
  expect(databaseError(postgres, error)).toBe(error);
  expect(databaseError({ ...postgres, databaseUrl: null }, error)).toBe(error);
});

test.each([
  ['EACCES', 'Setting PORT is "80", which this user may not open (no); allowed: a whole number'],
  ['ENOTFOUND', 'Setting HOST is "portal", which is not this machine (no); allowed: a name or an IP address'],
  ['EADDRNOTAVAIL', 'Setting HOST is "portal", which is not this machine (no); allowed: a name'],
])('a port that cannot be opened because of %s', (code, line) => {
  const settings: Pick<Settings, 'host' | 'port'> = { host: 'portal', port: 80 };
  const error = listenError(settings, Object.assign(new Error('no'), { code }));
  expect((error as Error).message).toContain(line);
});
