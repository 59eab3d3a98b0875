import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { exchange } from '#support/exchange';
import { startS3, type TestS3 } from '#support/s3';
import { runCommand } from '../backup/run-command.ts';
import { isServed } from '../class/classroom.ts';
import { json } from '../class/student.ts';
import { makeFolder, onEachEngine, type Engine, type Home } from '../engines.ts';
import { startMachine, type Machine } from '../machine.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar } from '../report.ts';
import { makeClass, type Student } from '../students.ts';
import { compareCost } from './cost.ts';
import { receiptOf, sha256Of, submissionCall } from '../submit.ts';

/**
 * Kills the portal while students submit, and removes its data folder, its database and its bucket. What is restored from
 * the backup and its journal must have every receipt that was acknowledged before the instant that the portal had last
 * reported as copied, each with its bytes, and none half. `--cost`: instead what a submission costs with the journal.
 */
const options = readOptions({ kills: 20, engine: '', place: '', cost: false, rounds: 9 });
const studentsAtOnce = 6;
const metricsToken = 'a-token-for-the-benchmark';
/** Milliseconds under load: the longest, and what a quiet portal is behind at most. */
const longestLoadMs = 9_000;
const quietMs = 10_000;
const patienceMs = 60_000;

type Submission = { student: Student; key: string; bytes: Buffer; number: string; at: number };
type Place = { name: 'folder' | 'bucket'; target: string };

const agent = new Agent({ keepAlive: true });

/** The instant up to which everything is copied, as the portal says it now; null while it says nothing. */
async function readCopied(port: number): Promise<number | null> {
  const askedAt = Date.now();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const answer = await exchange(agent, port, { method: 'GET', path: '/metrics', headers }, 5_000).catch(
    () => null,
  );
  const behind = /^capstone_journal_behind_seconds (\S+)$/m.exec(answer?.body.toString() ?? '')?.[1];
  return behind === undefined ? null : askedAt - Number(behind) * 1_000;
}

const logOf = (home: Home): string => path.join(home.dataDir, 'portal.log');

async function waitUntilCopied(home: Home, port: number, instant: number): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (((await readCopied(port)) ?? 0) < instant) {
    if (performance.now() > giveUpAt)
      throw new Error(`The journal does not catch up: ${readFileSync(logOf(home), 'utf8').slice(-2_000)}`);
    await sleep(200);
  }
}

class Load {
  readonly acknowledged: Submission[] = [];
  readonly #port: number;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(port: number) {
    this.#port = port;
  }

  start(students: readonly Student[]): void {
    this.#running = Promise.all(students.map((student) => this.#submitAll(student)));
  }

  async #submitAll(student: Student): Promise<void> {
    while (!this.#isOver) {
      const bytes = randomBytes(randomInt(1_000, 200_000));
      const key = randomUUID();
      const call = submissionCall(student, key, bytes, '1');
      const answer = await exchange(agent, this.#port, call, 20_000).catch(() => null);
      if (isServed(answer) && answer !== null)
        this.acknowledged.push({ student, key, bytes, number: receiptOf(answer).number, at: Date.now() });
      await sleep(randomInt(10, 200));
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

type Row = { number: string; file_id: string | null; idempotency_key: string | null };

async function readRows(home: Home): Promise<Map<string, Row>> {
  const database = await openDatabase(home);
  const rows = await database.reader
    .selectFrom('submissions')
    .select(['number', 'file_id', 'idempotency_key'])
    .execute();
  await database.close();
  return new Map(rows.map((row) => [row.number, row]));
}

/** Receipts are verified, files read back, and one key in ten is sent again. @returns each loss in words */
async function compare(
  port: number,
  rows: ReadonlyMap<string, Row>,
  all: readonly Submission[],
  until: number,
): Promise<string[]> {
  const losses: string[] = [];
  for (const { student, key, bytes, number, at } of all) {
    const row = rows.get(number);
    if (row === undefined) {
      if (at <= until) losses.push(`receipt ${number}, ${until - at} ms before the instant, is lost`);
      continue;
    }
    const headers = { cookie: student.cookie };
    const file = { method: 'GET', path: `/api/files/${row.file_id}`, headers };
    const stored = await exchange(agent, port, file, patienceMs);
    const sha256 = sha256Of(bytes);
    if (stored.status !== 200 || sha256Of(stored.body) !== sha256)
      losses.push(`receipt ${number} has other bytes (${stored.status})`);
    const verify = { method: 'POST', path: '/api/receipts/verify', ...json({ number, sha256 }) };
    const verdict = (await exchange(agent, port, verify, patienceMs)).body.toString();
    if (!verdict.includes('"genuine"')) losses.push(`receipt ${number} is verified as ${verdict}`);
    if (randomInt(10) > 0) continue;
    const again = await exchange(agent, port, submissionCall(student, key, bytes, '1'), patienceMs);
    if (!isServed(again) || receiptOf(again).number !== number)
      losses.push(
        `the key of ${number} gets another answer: ${again.status} ${again.body.toString().slice(0, 200)}`,
      );
  }
  return losses;
}

async function lose(engine: Engine, place: Place, s3: TestS3): Promise<void> {
  const target = { BACKUP_TARGET: place.target, METRICS_TOKEN: metricsToken };
  let homes = 0;
  const environmentOf = (home: Home): Record<string, string> => ({
    ...home.environment,
    ...target,
    LOG_LEVEL: 'error',
    STORAGE_URL:
      place.name === 'folder' ? '' : s3.url.replace('/portal?', `/portal-${engine.name}-${homes}?`),
  });
  async function open(home: Home): Promise<Machine> {
    return startMachine('the portal', environmentOf(home), { log: logOf(home) });
  }
  let home = await engine.makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, studentsAtOnce);
  await database.close();
  let machine = await open(home);
  let [kills, submissions, kept, behindMost] = [0, 0, 0, 0];
  const losses: string[] = [];
  while (kills < options.kills && losses.length === 0) {
    await waitUntilCopied(home, machine.port, Date.now());
    const load = new Load(machine.port);
    load.start(students);
    let until = 0;
    const endAt = performance.now() + 500 + Math.random() * longestLoadMs;
    while (performance.now() < endAt) {
      until = (await readCopied(machine.port)) ?? until;
      await sleep(100);
    }
    await machine.kill();
    const killedAt = Date.now();
    await load.end();
    rmSync(home.dataDir, { recursive: true, force: true });
    behindMost = Math.max(behindMost, killedAt - until);

    homes += 1;
    home = await engine.makeHome();
    const { code, out } = await runCommand(
      {
        DATA_DIR: home.dataDir,
        DATABASE_URL: home.databaseUrl ?? '',
        STORAGE_URL: '',
        ...environmentOf(home),
      },
      'restore',
      '--keep-sessions',
    );
    if (code !== 0) losses.push(`restore ended with ${code}: ${out.slice(0, 5).join(' | ')}`);
    const rows = await readRows(home);
    machine = await open(home);
    losses.push(...(await compare(machine.port, rows, load.acknowledged, until)));
    kills += 1;
    submissions += load.acknowledged.length;
    kept += load.acknowledged.filter(({ at }) => at <= until).length;
    console.error(
      `${engine.name}, ${place.name}: ${kills} disks lost, ${load.acknowledged.length} receipts, ${killedAt - until} ms behind; ${out.find((line) => line.includes('journal')) ?? out.join(' ')}`,
    );
  }
  // Quiet: the instant follows.
  await waitUntilCopied(home, machine.port, Date.now());
  let quietBehind = 0;
  for (let looks = 0; looks < 30; looks += 1) {
    quietBehind = Math.max(quietBehind, Date.now() - ((await readCopied(machine.port)) ?? 0));
    await sleep(500);
  }
  expectBar(quietBehind <= quietMs, `${engine.name}, ${place.name}: ${quietBehind} ms behind without load`);
  for (const loss of losses) expectBar(false, `${engine.name}, ${place.name}: ${loss}`);
  await machine.kill();
  console.log(
    `${engine.name}, ${place.name}: ${kills} disks lost under load, ${submissions} receipts, ${kept} of them before the reported instant, ` +
      `${losses.length} losses; behind at most ${behindMost} ms under load, ${quietBehind} ms without`,
  );
}

const s3 = await startS3();
await onEachEngine(options.engine, async (engine) => {
  if (options.cost) return compareCost(engine, options.rounds);
  const all: Place[] = [
    { name: 'folder', target: path.join(makeFolder('place'), engine.name) },
    { name: 'bucket', target: s3.url.replace('/portal?', `/backups-${engine.name}?`) },
  ];
  for (const place of all)
    if (options.place === '' || options.place === place.name) await lose(engine, place, s3);
});
await s3.stop();
endRun();
