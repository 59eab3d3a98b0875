import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeXlsx } from '#support/make-xlsx';
import { encodeForm } from '#support/encode-form';
import { startPostgres } from '#support/postgres';
import { beginSession } from '#server/accounts/sessions';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/database';
import { buildAdministrator } from '#support/factories';
import { benchBatch, makeFixture } from '../fixture.ts';
import { canPin, startPortal, type Running } from '../servers.ts';
import { readAndWrite, type Work } from './class-at-work.ts';

/**
 * Takes people in from a spreadsheet while a student reads and writes: processor time, memory, what the reads wait, and how
 * long the one change takes that puts all of it in force; then kills the portal in the middle of one, again and again.
 */
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    people: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '12' },
    csv: { type: 'boolean', default: false },
  },
});
const count = Number(options.people);
const kills = Number(options.kills);
const bars = { processorSeconds: 60, memoryGrowthMb: 150, timesIdle: 3, changeMs: 1_000 };

if (!canPin) {
  console.error('bench:intake needs Linux with taskset: it reads processor time in /proc');
  process.exit(1);
}

/** So long the class works on after an import: PostgreSQL brings its lines of the audit log into their indexes then. */
const afterwardsMs = 4_000;

type Office = { server: Running; cookie: string };
const missed: string[] = [];
const hold = (isHeld: boolean, what: string) => {
  if (!isHeld) missed.push(what);
};

async function call<T>(
  { server, cookie }: Office,
  method: string,
  address: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(server.url + address, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A spreadsheet of people whose addresses begin alike. */
function sheet(prefix: string, size: number): { name: string; bytes: Buffer } {
  const head = ['Sl', 'Student Name', 'E-mail ID', 'Mobile', 'Batch', 'Exit Score', 'Grade'];
  const rows = Array.from({ length: size }, (_, n) => [
    n,
    `Student ${'abcdefghij'[n % 10]} Nair`,
    `${prefix}-${n}@example.test`,
    9_000_000_000 + n,
    benchBatch,
    n % 101,
    'A',
  ]);
  if (!options.csv) return { name: 'people.xlsx', bytes: makeXlsx([head, ...rows]) };
  return { name: 'people.csv', bytes: Buffer.from([head, ...rows].map((row) => row.join(';')).join('\r\n')) };
}

type Intake = { id: string; columns: unknown[]; counts: Record<string, number>; must_type: number | null };

async function upload(office: Office, file: { name: string; bytes: Buffer }): Promise<Intake> {
  const form = encodeForm([['file', file]]);
  const response = await fetch(`${office.server.url}/api/staff/intakes`, {
    method: 'POST',
    headers: { cookie: office.cookie, ...form.headers },
    body: new Uint8Array(form.body),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as Intake;
}

const seconds = (microseconds: number) => (microseconds / 1e6).toFixed(1);
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** Uploads, tries and imports people while a class works. */
async function takeIn(office: Office, student: { email: string; cookie: string }, idle: Work): Promise<void> {
  const { server } = office;
  const file = sheet('person', count);
  const before = { time: server.processorTime() as number, memory: server.memory() as number };
  let most = before.memory;
  const sampling = setInterval(() => (most = Math.max(most, server.memory() as number)), 100);
  let changeMs = 0;
  const during = await readAndWrite(server, student, async () => {
    const { id, columns } = await upload(office, file);
    const checked = await call<Intake>(office, 'PUT', `/api/staff/intakes/${id}/columns`, { columns });
    hold(checked.counts['new'] === count, `the dry run came to ${JSON.stringify(checked.counts)}`);
    const from = performance.now();
    await call(office, 'POST', `/api/staff/intakes/${id}/import`, { changes: null });
    changeMs = performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, afterwardsMs));
  });
  clearInterval(sampling);
  const used = (server.processorTime() as number) - before.time - during.requests * idle.timeOfRequest;
  const times = during.p99 / idle.p99;
  console.log(
    `| ${[
      file.name,
      `${(file.bytes.length / 1024 / 1024).toFixed(1)} MB`,
      `${seconds(used)} s`,
      `${before.memory} → ${most} MB`,
      `${ms(changeMs)} ms`,
      `${ms(idle.p99)} → ${ms(during.p99)} ms (${times.toFixed(1)}×)`,
      `${during.refused} of ${during.requests}`,
      `${ms(during.slowest)} ms`,
    ].join(' | ')} |`,
  );
  hold(used < bars.processorSeconds * 1e6, `${seconds(used)} s of processor time`);
  hold(most - before.memory < bars.memoryGrowthMb, `memory grew from ${before.memory} to ${most} MB`);
  hold(times < bars.timesIdle, `p99 of a read is ${times.toFixed(1)} times its idle value`);
  hold(changeMs < bars.changeMs, `the change took ${ms(changeMs)} ms`);
  hold(during.refused === 0, `${during.refused} requests were refused`);
}

/** Kills the portal while it imports, and looks whether all are there or none. */
async function killInTheMiddle(
  location: { dataDir: string; databaseUrl: string | null },
  start: () => Promise<Running>,
  cookie: string,
): Promise<void> {
  const size = Math.min(count, 10_000);
  let [all, none] = [0, 0];
  for (let n = 0; n < kills; n += 1) {
    const office = { server: await start(), cookie };
    const { id, columns } = await upload(office, sheet(`kill${n}`, size));
    await call(office, 'PUT', `/api/staff/intakes/${id}/columns`, { columns });
    const importing = call(office, 'POST', `/api/staff/intakes/${id}/import`, { changes: null }).catch(
      () => null,
    );
    // Anywhere in the change: it takes some hundred milliseconds.
    await new Promise((resolve) => setTimeout(resolve, (n / kills) * 600));
    await office.server.kill();
    await importing;
    const database = await openDatabase(location);
    const { people } = await database.reader
      .selectFrom('imported_people')
      .where('email', 'like', `kill${n}-%`)
      .select((of) => of.fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow();
    const { state } = await database.reader
      .selectFrom('intakes')
      .where('id', '=', Number(id))
      .select('state')
      .executeTakeFirstOrThrow();
    await database.close();
    const isWhole = Number(people) === (state === 'imported' ? size : 0);
    hold(isWhole, `after kill ${n} there are ${people} of ${size}, and the intake is ${state}`);
    if (Number(people) === 0) none += 1;
    else all += 1;
  }
  console.log(
    `Killed ${kills} times while it imported ${size}: ${all} times all were there, ${none} times none.`,
  );
}

async function measure(engine: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-intake-'));
  const location = { dataDir, databaseUrl };
  try {
    const database = await openDatabase(location);
    const student = await makeFixture(database);
    const administrator = await buildAdministrator({ database, clock: systemClock });
    const token = await database.transaction((writer) =>
      beginSession(writer, administrator.id, systemClock.now()),
    );
    await database.close();
    const start = () =>
      startPortal({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'fatal' });
    const server = await start();
    const cookie = `capstone=${token}`;
    console.log(`\n${count} people, ${engine}\n`);
    console.log('| file | bytes | processor time | memory | change | p99 of a read | refused | slowest |');
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
    const idle = await readAndWrite(
      server,
      student,
      () => new Promise((resolve) => setTimeout(resolve, 8_000)),
    );
    await takeIn({ server, cookie }, student, idle);
    await server.stop();
    if (kills > 0) await killInTheMiddle(location, start, cookie);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (options.engine !== 'postgres') await measure('SQLite', null);
if (options.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    await measure('PostgreSQL', postgres.urlOf('postgres'));
  } finally {
    await postgres.stop();
  }
}
for (const line of missed) console.log(`MISSED: ${line}`);
process.exitCode = missed.length === 0 ? 0 : 1;
