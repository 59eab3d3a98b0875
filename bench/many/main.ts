import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { readSettings } from '#server/platform/settings';
import { startPostgres } from '#support/postgres';
import { startS3 } from '#support/s3';
import { median } from '../load.ts';
import { numberOption } from '../number-option.ts';
import { canPin, startPortal, type Running } from '../servers.ts';
import { planCapacity } from './capacity.ts';
import { measure, type Cost } from './measure.ts';
import { makeWork, workNames, type Work, type WorkName } from './workload.ts';

/**
 * One, two and three portals on PostgreSQL and a bucket, each on a core of its own as far as there are cores: what a
 * request costs portal and database, and what three machines carry by that.
 */
const seconds = numberOption('seconds', 2);
const rounds = 3;
/** Requests that each process answers before it is measured: until Node has compiled what they run. */
const warmUp: Partial<Record<WorkName, number>> = {
  page: 400,
  forum: 300,
  call: 500,
  question: 200,
  'hand-in': 50,
};
const most = 3;
if (!canPin) {
  console.error('bench:many needs Linux with taskset: it counts processor time');
  process.exit(1);
}

/** One core at least is left for PostgreSQL, the bucket and the load. */
const cores = availableParallelismOfAll();
const portalCores = Math.max(1, Math.min(most, cores - 1));

/** The script that started this one has pinned it: what the machine has is asked anew. */
function availableParallelismOfAll(): number {
  const { stdout } = spawnSync('nproc', ['--all'], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10) || availableParallelism();
}

type Measured = { costs: Record<WorkName, Cost>; atRestMb: number[]; underLoadMb: number[] };

function medianCost(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    portalUs: of(({ portalUs }) => portalUs),
    postgresUs: of(({ postgresUs }) => postgresUs),
  };
}

async function measureProcesses(
  count: number,
  environments: readonly NodeJS.ProcessEnv[],
  work: readonly Work[],
  postgresPid: number,
): Promise<Measured> {
  const portals: Running[] = [];
  try {
    for (const [at, environment] of environments.slice(0, count).entries()) {
      portals.push(await startPortal(environment, { core: at % portalCores }));
    }
    const memory = () => portals.map((portal) => portal.memory() ?? NaN);
    const atRestMb = memory();
    for (const one of work) {
      const atLeast = (warmUp[one.name] ?? 0) * count;
      await measure(portals, one, { seconds: 1, atLeast }, postgresPid);
    }
    const costs: Record<string, Cost[]> = {};
    for (let round = 0; round < rounds; round++) {
      for (const one of work) {
        (costs[one.name] ??= []).push(await measure(portals, one, { seconds }, postgresPid));
      }
    }
    const medians = Object.entries(costs).map(([name, each]) => [name, medianCost(each)]);
    return {
      costs: Object.fromEntries(medians) as Record<WorkName, Cost>,
      atRestMb,
      underLoadMb: memory(),
    };
  } finally {
    for (const portal of portals) await portal.stop();
  }
}

function print(measured: readonly Measured[]): void {
  console.log(
    '| work | processes | by the clock, a second | by processor time, a second and core | portal, µs | PostgreSQL, µs | its share |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const name of workNames) {
    for (const [at, { costs }] of measured.entries()) {
      const { perSecond, portalUs, postgresUs } = costs[name];
      const share = (100 * postgresUs) / (portalUs + postgresUs);
      console.log(
        `| ${name} | ${at + 1} | ${perSecond.toFixed(0)} | ${(1e6 / portalUs).toFixed(0)} | ${portalUs.toFixed(0)} | ${postgresUs.toFixed(0)} | ${share.toFixed(0)} % |`,
      );
    }
  }
  for (const [at, { atRestMb, underLoadMb }] of measured.entries()) {
    console.log(
      `${at + 1} process${at === 0 ? '' : 'es'}: ${atRestMb.join(', ')} MB at rest, ${underLoadMb.join(', ')} MB under load`,
    );
  }
}

const root = mkdtempSync(path.join(tmpdir(), 'capstone-many-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
// PostgreSQL, started from here, runs where this process runs.
spawnSync('taskset', ['-a', '-p', '-c', `${cores > 1 ? portalCores : 0}-${cores - 1}`, String(process.pid)]);
const postgres = await startPostgres({ isDurable: true });
const s3 = await startS3();
try {
  const databaseUrl = postgres.urlOf('postgres');
  const database = await openDatabase({ dataDir: root, databaseUrl });
  const work = await makeWork(database);
  await database.close();
  const environments = Array.from({ length: most }, (_, at) => ({
    DATA_DIR: path.join(root, String(at)),
    DATABASE_URL: databaseUrl,
    STORAGE_URL: s3.url,
    LOG_LEVEL: 'fatal',
  }));
  // The first start compiles; those that are measured find what it compiled.
  await (await startPortal(environments[0] ?? {})).stop();
  const measured: Measured[] = [];
  for (let count = 1; count <= most; count++) {
    measured.push(await measureProcesses(count, environments, work, postgres.pid()));
    console.error(`${count} of ${most} measured`);
  }
  console.log(
    `${cores} cores: ${most} portals share ${portalCores}, PostgreSQL, bucket and load share the others. By the clock more portals` +
      ` help as far as they have cores of their own.\n`,
  );
  print(measured);
  const last = measured.at(-1) as Measured;
  console.log('\nThree machines of four cores, on paper:');
  const figures = {
    costs: last.costs,
    memoryMb: Math.max(...last.underLoadMb),
    poolSize: readSettings({}).databasePoolSize,
  };
  for (const line of planCapacity(figures)) console.log(`- ${line}`);
} finally {
  await s3.stop();
  await postgres.stop();
}
process.exit(0);
