import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { beginSession } from '#server/accounts/sessions/sessions';
import { listAttachedFiles } from '#server/forum/attachments/attached-files';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { makeDatabase, type Database } from '#server/platform/database/database';
import { systemClock, type AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { checkFiles } from '#server/submissions/check-files';
import { makeHome, makePlace } from '#support/backup-fixture';
import { encodeForm } from '#support/encode-form';
import { eventually } from '#support/eventually';
import { exchange, type Exchange } from '#support/exchange';
import { buildBatch, buildSelection, buildStudent } from '#support/factories';
import { makeFolderOnDisk } from '#support/real-disk';
import { mountSmallDisk, type SmallDisk } from '#support/small-disk';
import { spawnPortal } from '#support/spawn-portal';

// Of a disk that is really full, unlike errors at a seam: the system refuses each byte.

const quiet = { info() {}, warn() {}, error: console.error };
const metricsToken = 'a-token-for-this-test';
const patience = { timeout: 120_000 };
const dayMs = 86_400_000;

/** A mounted disk of its own; null where this user may not mount one. */
function makeDisk(megabytes: number): SmallDisk | null {
  const folder = makeFolderOnDisk('capstone-full-disk-');
  const disk = mountSmallDisk(folder, megabytes);
  onTestFinished(() => {
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  return disk;
}

/** A student who has every task open, and a portal as in production. */
async function startPortal(dataDir: string, environment: NodeJS.ProcessEnv = {}) {
  const context = await openContext({ ...readSettings({}), dataDir }, quiet);
  const now = systemClock.now();
  const student = await buildStudent(context, { batch_id: (await buildBatch(context)).id });
  await buildSelection(context, { account_id: student.id, started_at: now - 29 * dayMs });
  const token = await context.database.transaction((writer) => beginSession(writer, student.id, now));
  await closeContext(context);
  const start = () =>
    spawnPortal({
      DATA_DIR: dataDir,
      HAND_INS_PER_DAY: '100000',
      METRICS_TOKEN: metricsToken,
      ...environment,
    });
  let portal = start();
  let url = new URL(await portal.listening);
  onTestFinished(() => portal.kill());
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const send = (method: string, to: string, more: { headers?: Record<string, string>; body?: Buffer } = {}) =>
    exchange(
      agent,
      Number(url.port),
      { method, path: to, ...more, headers: { cookie: `capstone=${token}`, ...more.headers } },
      60_000,
    );
  return {
    email: student.email,
    send,
    submit(key: string, bytes: Buffer | null) {
      const { body, headers } = encodeForm([
        ['selectedWeek', '1'],
        ['comments', `about ${key}`],
        ...(bytes === null ? [] : [['files', { name: 'work.bin', bytes }] as const]),
      ]);
      const to = `/api/students/uploadWeek/${student.email}`;
      return send('POST', to, { headers: { ...headers, 'idempotency-key': key }, body });
    },
    async behind(): Promise<number> {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const { body } = await send('GET', '/metrics', { headers });
      return Number(/^capstone_journal_behind_seconds (\S+)$/m.exec(body.toString())?.[1] ?? NaN);
    },
    async crash(): Promise<void> {
      await portal.kill();
      portal = start();
      url = new URL(await portal.listening);
    },
    kill: () => portal.kill(),
  };
}

const jsonOf = ({ body }: Exchange) => JSON.parse(body.toString()) as Record<string, any>;
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function rowsOf(database: Database): Promise<Map<string, string | null>> {
  const rows = await database.reader.selectFrom('submissions').select(['number', 'file_sha256']).execute();
  return new Map(rows.map(({ number, file_sha256: sha256 }) => [number, sha256]));
}

async function expectWhole(
  context: AppContext,
  acknowledged: ReadonlyMap<string, string | null>,
): Promise<void> {
  expect(await rowsOf(context.database)).toEqual(acknowledged);
  const faults: unknown[] = [];
  await checkFiles(context, { dryRun: true, others: listAttachedFiles }, (fault) => {
    if (fault.kind !== 'orphan') faults.push(fault);
  });
  expect(faults).toEqual([]);
}

test('a full data folder: each change is refused in words, reads go on, and a crash loses nothing', async ({
  skip,
}) => {
  const disk = makeDisk(96);
  if (disk === null) return skip('only root may mount a small disk');
  const portal = await startPortal(disk.folder);
  const acknowledged = new Map<string, string | null>();
  const attempt = async (key: string, bytes: Buffer | null): Promise<number> => {
    const answer = await portal.submit(key, bytes);
    if (answer.status < 300)
      acknowledged.set(jsonOf(answer)['receipt'].number, bytes === null ? null : sha256Of(bytes));
    else {
      expect(answer.status, answer.body.toString()).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(jsonOf(answer)['message']).toMatch(/We cannot save now|no space left for files/);
    }
    return answer.status;
  };
  expect(await attempt('before', randomBytes(50_000))).toBe(201);
  const large = randomBytes(2_000_000);
  for (const left of [0, 8_192, 1_000_000]) {
    disk.fill(left);
    // What the portal itself gives back, such as a folded log, is filled again.
    const refilling = setInterval(() => disk.fill(left), 100);
    try {
      await sleep(300);
      expect(await attempt(`large ${left}`, large)).toBe(503);
      for (let n = 0; n < 5; n += 1) await attempt(`small ${left} ${n}`, null);
      const both = await Promise.all([1, 2, 3].map((n) => attempt(`at once ${left} ${n}`, large)));
      expect(both).toEqual([503, 503, 503]);
      const reads = [`/api/students/submissions/${portal.email}`, '/api/health', '/'];
      for (const to of reads) expect((await portal.send('GET', to)).status, to).toBe(200);
    } finally {
      clearInterval(refilling);
    }
    await portal.kill();
    disk.free();
    await portal.crash();
    // The device sends it again under its key.
    await eventually(async () => expect(await attempt(`large ${left}`, large)).toBe(201), patience);
  }
  await portal.kill();
  expect(readdirSync(path.join(disk.folder, 'files', 'staging'))).toEqual([]);
  const context = await openContext({ ...readSettings({}), dataDir: disk.folder }, quiet);
  await expectWhole(context, acknowledged);
  await closeContext(context);
});

test('a full place for backups refuses nobody, says so, and catches up once there is room', async ({
  skip,
}) => {
  const disk = makeDisk(24);
  if (disk === null) return skip('only root may mount a small disk');
  const dataDir = makeFolderOnDisk('capstone-data-');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const target = path.join(disk.folder, 'place');
  const portal = await startPortal(dataDir, { BACKUP_TARGET: target });
  const acknowledged = new Map<string, string | null>();
  const submit = async (key: string): Promise<void> => {
    const bytes = randomBytes(100_000);
    const answer = await portal.submit(key, bytes);
    expect(answer.status, answer.body.toString()).toBe(201);
    acknowledged.set(jsonOf(answer)['receipt'].number, sha256Of(bytes));
  };
  const copied = () => eventually(async () => expect(await portal.behind()).toBeLessThan(10), patience);
  await copied();
  await submit('before');
  disk.fill();
  const refilling = setInterval(() => disk.fill(), 100);
  for (let n = 0; n < 10; n += 1) await submit(`while full ${n}`);
  await eventually(async () => expect(await portal.behind()).toBeGreaterThan(15), patience);
  clearInterval(refilling);
  disk.free();
  await submit('after');
  const since = Date.now();
  await eventually(async () => {
    const behind = await portal.behind();
    expect(Date.now() - behind * 1_000).toBeGreaterThan(since);
  }, patience);
  await portal.kill();
  rmSync(dataDir, { recursive: true, force: true });

  const place = await makePlace(target);
  const home = await makeHome('sqlite', 'folder');
  const [name] = (await place.list()).slice(-1);
  await restoreBackup(home.engine, home.files, place, name as string, { withJournal: true });
  expect(await rowsOf(makeDatabase(home.engine))).toEqual(acknowledged);
  const stored: string[] = [];
  for await (const { sha256 } of home.files.list()) stored.push(sha256);
  expect(stored.toSorted()).toEqual([...acknowledged.values()].toSorted());
});
