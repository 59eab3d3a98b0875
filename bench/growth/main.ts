import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { startPostgres, type TestPostgres } from '#support/postgres';
import { median } from '../load.ts';
import { startPortal, type Running } from '../servers.ts';
import { calls, officeCalls, pages, type Measured, type SendCall } from './calls.ts';
import { seedWorld, type World } from './seed.ts';

/** Prints what each call of a student or a mentor, or of an administrator, costs the processor at a hundred rows of everything and at 100,000. */

const maxRatio = 1.3;
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    engine: { type: 'string' },
    only: { type: 'string' },
    /** What administrators do, in place of what students and mentors do. */
    office: { type: 'boolean', default: false },
  },
});
const sizes = { small: 100, large: Number(values.rows) };
const rounds = Number(values.rounds);
/** So much processor time is measured at a time, in milliseconds: less would be noise. */
const enoughMs = 150;

type Side = {
  world: World;
  portal: Running;
  /** Nanoseconds of the portal and of the database behind it. */
  used(): Promise<Map<string, number>>;
  send: SendCall;
  times: number;
};

/** Nanoseconds that the threads of a process were on a core. */
function nanosecondsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

async function openSide(
  size: number,
  postgres: TestPostgres | null,
): Promise<Side & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-growth-'));
  const name = `growth_${size}`;
  let watcher: pg.Client | null = null;
  if (postgres !== null) {
    watcher = new pg.Client({ connectionString: postgres.urlOf('postgres') });
    // Its end with PostgreSQL must not hide why the run ended.
    watcher.on('error', () => {});
    await watcher.connect();
    await watcher.query(`create database ${name}`);
  }
  const databaseUrl = postgres?.urlOf(name) ?? null;
  // What fills whole tables may take longer than a statement of the portal's.
  const database = await openDatabase({ dataDir, databaseUrl }, () => {}, commandLimits);
  const begunAt = performance.now();
  const world = await seedWorld(database, size, values.office ? sizes.small : size);
  await database.close();
  console.error(`${size} rows of everything in ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const portal = await startPortal(environment);
  const send: SendCall = async ({ method, path: address, as, headers = {}, body }) => {
    const isBytes = Buffer.isBuffer(body);
    const response = await fetch(portal.url + address, {
      method,
      redirect: 'manual',
      headers: {
        ...(as !== null && { cookie: as.cookie }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${address} answers ${response.status}: ${text.slice(0, 300)}`);
    return { status: response.status, headers: response.headers, body: text };
  };
  return {
    world,
    portal,
    send,
    times: 0,
    async used() {
      const found = new Map([['portal', nanosecondsOf(portal.pid)]]);
      if (watcher === null) return found;
      const { rows } = await watcher.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      for (const { pid } of rows) found.set(String(pid), nanosecondsOf(pid));
      return found;
    },
    async stop() {
      await portal.stop();
      await watcher?.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a call some times, one after the other. @returns processor time of one, in microseconds */
async function measure(side: Side, { run }: Measured, count: number): Promise<number> {
  const before = await side.used();
  for (let n = 0; n < count; n++) await run(side.send, side.world, (side.times += 1));
  const after = await side.used();
  let used = 0;
  for (const [who, time] of after) used += time - (before.get(who) ?? 0);
  return used / count / 1_000;
}

type Row = { what: string; small: number; large: number; ratio: number };

async function compare(what: string, measured: Measured, small: Side, large: Side): Promise<Row> {
  const atMost = measured.atMost ?? 2_000;
  const first = Math.min(atMost, 40);
  for (const side of [small, large]) await measure(side, measured, first);
  const cost = await measure(small, measured, first);
  const count = Math.max(4, Math.min(atMost, Math.ceil((enoughMs * 1_000) / Math.max(cost, 1))));
  const pairs: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whichever goes first has what the other has left behind in the processor's caches.
    const sides = round % 2 === 0 ? ([small, large] as const) : ([large, small] as const);
    const costs = new Map<Side, number>();
    for (const side of sides) costs.set(side, await measure(side, measured, count));
    pairs.push({ small: costs.get(small) ?? NaN, large: costs.get(large) ?? NaN });
  }
  return {
    what,
    small: median(pairs.map((pair) => pair.small)),
    large: median(pairs.map((pair) => pair.large)),
    ratio: median(pairs.map((pair) => pair.large / pair.small)),
  };
}

/** A portal at rest takes so much of a core at most … */
const restShare = 0.02;
/** … for so long, in milliseconds; after `settleMs` it is measured anyway. */
const restMs = 5_000;
const settleMs = 10 * 60_000;

/** Waits until a portal has done what it begins with, such as removing what has expired: that is no cost of a call. */
async function settle(side: Side): Promise<void> {
  const begunAt = performance.now();
  for (;;) {
    const before = await side.used();
    await sleep(restMs);
    let used = 0;
    for (const [who, time] of await side.used()) used += time - (before.get(who) ?? 0);
    if (used / 1e6 <= restShare * restMs) return;
    if (performance.now() - begunAt > settleMs) return console.error('a portal does not come to rest');
  }
}

/** Every call by its name, and by what is asked of it. */
function* everyCall(): Generator<[string, Measured]> {
  for (const [name, measured] of Object.entries(values.office ? officeCalls : calls)) {
    if (typeof measured === 'string') continue;
    if ('run' in measured) yield [name, measured as Measured];
    else for (const [what, one] of Object.entries(measured)) yield [`${name}, ${what}`, one];
  }
  if (!values.office)
    for (const [address, measured] of Object.entries(pages)) yield [`page ${address}`, measured];
}

async function measureEngine(engine: string, postgres: TestPostgres | null): Promise<Row[]> {
  const small = await openSide(sizes.small, postgres);
  const large = await openSide(sizes.large, postgres);
  const rows: Row[] = [];
  const measuredBy = new Map<string, Measured>();
  try {
    for (const side of [small, large]) {
      const begunAt = performance.now();
      await settle(side);
      console.error(`at rest after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
    }
    for (const [what, measured] of everyCall()) {
      if (values.only !== undefined && !values.only.split(',').some((part) => what.includes(part))) continue;
      const row = await compare(`${engine}: ${what}`, measured, small, large);
      measuredBy.set(row.what, measured);
      console.error(
        `${row.what}: ${row.small.toFixed(0)} µs, ${row.large.toFixed(0)} µs, ${row.ratio.toFixed(2)}`,
      );
      rows.push(row);
    }
    // One that misses may have met something else on the machine: what it takes a second time counts.
    for (const [index, { what, ratio }] of rows.entries()) {
      const again = measuredBy.get(what);
      if (ratio <= maxRatio || again === undefined) continue;
      const row = await compare(what, again, small, large);
      console.error(
        `again, ${what}: ${row.small.toFixed(0)} µs, ${row.large.toFixed(0)} µs, ${row.ratio.toFixed(2)}`,
      );
      rows[index] = row;
    }
  } finally {
    await small.stop();
    await large.stop();
  }
  return rows;
}

const rows: Row[] = [];
if (values.engine !== 'postgres') rows.push(...(await measureEngine('SQLite', null)));
if (values.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    rows.push(...(await measureEngine('PostgreSQL', postgres)));
  } finally {
    await postgres.stop();
  }
}
const width = Math.max(...rows.map(({ what }) => what.length));
console.log(`| ${'call'.padEnd(width)} | at ${sizes.small}, µs | at ${sizes.large}, µs | ratio | bar    |`);
console.log(`| ${'-'.repeat(width)} | --------- | ------------ | ----- | ------ |`);
for (const { what, small, large, ratio } of rows) {
  const verdict = ratio <= maxRatio ? `≤ ${maxRatio}` : `≤ ${maxRatio} NOT MET`;
  console.log(
    `| ${what.padEnd(width)} | ${small.toFixed(0).padStart(9)} | ${large.toFixed(0).padStart(12)} | ${ratio.toFixed(2).padStart(5)} | ${verdict} |`,
  );
}
process.exitCode = rows.every(({ ratio }) => ratio <= maxRatio) ? 0 : 1;
