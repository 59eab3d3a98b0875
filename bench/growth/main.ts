import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { paths } from '#contract/all-paths';
import { openDatabase } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { makeFolder, onEachEngine, type Engine, type Home } from '../engines.ts';
import { inTurn } from '../figures.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar, printTable } from '../report.ts';
import { startPortal } from '../servers.ts';
import { calls, officeCalls, pages } from './calls.ts';
import { copyRows } from './copy-rows.ts';
import type { Measured, Sent } from './measured.ts';
import { seedWorld, type World } from './seed.ts';

/**
 * What each call of a student or a mentor costs the processor at a hundred rows of everything and at 100,000. `--office`:
 * an administrator's calls.
 */
const options = readOptions({ rows: 100_000, rounds: 7, engine: '', only: '', office: false });
const maxRatio = 1.3;
const smallSize = 100;
/** So much processor time is measured at a time, in milliseconds: less would be noise. */
const enoughMs = 150;

/** A portal on a database of some size. */
type Side = {
  world: World;
  send(sent: Sent): Promise<void>;
  /** Nanoseconds that the portal, and the database behind it, were on a core, by process. */
  used(): Promise<Map<string, number>>;
  times: number;
  stop(): Promise<void>;
};

/** Nanoseconds that the threads of a process were on a core. */
function nanosecondsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (total, task) =>
        total + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** Finds the processes of a database that do the portal's queries. */
async function watchDatabase({ databaseUrl }: Home) {
  if (databaseUrl === null) return { pids: async () => [], stop: async () => {} };
  const client = new pg.Client({ connectionString: databaseUrl });
  // Its end with PostgreSQL must not hide why the run ended.
  client.on('error', () => {});
  await client.connect();
  return {
    async pids(): Promise<number[]> {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return rows.map(({ pid }) => pid);
    },
    stop: () => client.end(),
  };
}

type Seeded = { dataDir: string; world: World };

async function seed(size: number): Promise<Seeded> {
  const dataDir = makeFolder('seed');
  const database = await openDatabase({ dataDir, databaseUrl: null });
  const world = await seedWorld(database, size, options.office ? smallSize : size);
  await database.close();
  return { dataDir, world };
}

const seeded = new Map<number, Promise<Seeded>>();

/** Each size is filled once, in SQLite, and copied for each engine. */
async function fillHome(home: Home, size: number): Promise<World> {
  const made = seeded.get(size) ?? seed(size);
  seeded.set(size, made);
  const { dataDir, world } = await made;
  if (home.databaseUrl === null) cpSync(dataDir, home.dataDir, { recursive: true });
  else {
    // Statements that fill whole tables may take longer than the portal's.
    const database = await openDatabase(home, () => {}, commandLimits);
    const source = await openDatabase({ dataDir, databaseUrl: null });
    await copyRows(source, database);
    await source.close();
    // What PostgreSQL does by itself within some minutes.
    await sql`vacuum analyze`.execute(database.reader);
    await database.close();
  }
  return world;
}

async function openSide({ makeHome }: Engine, size: number): Promise<Side> {
  const home = await makeHome();
  const world = await fillHome(home, size);
  const watcher = await watchDatabase(home);
  const portal = await startPortal(home.environment);
  async function send({ method, path: address, as, headers = {}, body }: Sent): Promise<void> {
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
  }
  return {
    world,
    send,
    times: 0,
    async used() {
      const pids = [portal.pid, ...(await watcher.pids())];
      return new Map(pids.map((pid) => [String(pid), nanosecondsOf(pid)]));
    },
    async stop() {
      await portal.stop();
      await watcher.stop();
    },
  };
}

/** @returns processor time that a side uses meanwhile, in microseconds */
async function usedBy(side: Side, work: () => Promise<unknown>): Promise<number> {
  const before = await side.used();
  await work();
  let used = 0;
  for (const [pid, time] of await side.used()) used += time - (before.get(pid) ?? 0);
  return used / 1_000;
}

/** Runs a call some times, one after the other. @returns processor time of one, in microseconds */
async function measure(side: Side, { request }: Measured, count: number): Promise<number> {
  const used = await usedBy(side, async () => {
    for (let n = 0; n < count; n++) await side.send(request(side.world, (side.times += 1)));
  });
  return used / count;
}

async function compare(measured: Measured, small: Side, large: Side) {
  const atMost = measured.atMost ?? 2_000;
  const first = Math.min(atMost, 40);
  await measure(large, measured, first);
  await measure(small, measured, first);
  const cost = await measure(small, measured, first);
  const count = Math.max(4, Math.min(atMost, Math.ceil((enoughMs * 1_000) / Math.max(cost, 1))));
  return inTurn(
    options.rounds,
    () => measure(large, measured, count),
    () => measure(small, measured, count),
  );
}

/** A portal at rest takes this share of a core at most, for so long, in milliseconds; after `settleMs` it is measured anyway. */
const restShare = 0.02;
const restMs = 5_000;
const settleMs = 10 * 60_000;

/** Waits until a portal has done what it begins with, such as removing what has expired: that is no cost of a call. */
async function settle(side: Side): Promise<void> {
  const begunAt = performance.now();
  while (performance.now() - begunAt < settleMs) {
    if ((await usedBy(side, () => sleep(restMs))) <= restShare * restMs * 1_000) return;
  }
  console.error('a portal does not come to rest');
}

const chosen = (options.office ? officeCalls : [...calls, ...pages]).filter(({ what }) =>
  options.only.split(',').some((part) => what.includes(part)),
);
const rows: string[][] = [];

await onEachEngine(options.engine, async (engine) => {
  const small = await openSide(engine, smallSize);
  const large = await openSide(engine, options.rows);
  await settle(small);
  await settle(large);
  for (const measured of chosen) {
    let result = await compare(measured, small, large);
    // It may have met something else on the machine: what it takes a second time counts.
    if (result.ratio > maxRatio) result = await compare(measured, small, large);
    const { subject, yardstick, ratio } = result;
    const what = `${engine.name}: ${measured.what}`;
    const isMet = ratio <= maxRatio;
    const costs = [yardstick, subject].map((cost) => `${cost.toFixed(0)} µs`);
    rows.push([what, ...costs, ratio.toFixed(2), `≤ ${maxRatio}${isMet ? '' : ' MISSED'}`]);
    console.error(rows.at(-1)?.join(', '));
    expectBar(isMet, `${what}: ${ratio.toFixed(2)} times`);
  }
  await small.stop();
  await large.stop();
});
printTable(['call', `at ${smallSize}`, `at ${options.rows}`, 'ratio', 'bar'], rows);
const known = new Set<string>([...calls, ...officeCalls].map(({ name }) => name));
console.log(
  `\nNot measured: ${Object.keys(paths)
    .filter((name) => !known.has(name))
    .join(', ')}`,
);
endRun();
