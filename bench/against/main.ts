import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { startPostgres, type TestPostgres } from '#support/postgres';
import { benchBatch } from '../fixture.ts';
import { browserEncodings, median, run, type Target } from '../load.ts';
import { startPortal, type Running } from '../servers.ts';

/**
 * `npm run bench:against -- ../other-checkout`: this checkout beside another one (installed and built), in one run and in
 * turn, by processor time a request. More than 10 % in the median of the rounds is printed as slower.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, engine: { type: 'string' }, only: { type: 'string' } },
});
const here = process.cwd();
const other = path.resolve(positionals[0] ?? '');
const rounds = Number(values.rounds);
const isWanted = (what: string) => values.only === undefined || what.includes(values.only);
if (positionals[0] === undefined || !existsSync(path.join(other, 'bench/fixture.ts'))) {
  console.error('Name the other checkout, installed and built: npm run bench:against -- ../other-checkout');
  process.exit(1);
}
const tolerance = 1.1;

type Fixture = { email: string; cookie: string; course: string };
type Side = { checkout: string; dataDir: string; server: Running; fixture: Fixture };

const fixtureScript = `
  const { openDatabase } = await import('#server/platform/database/database');
  const { makeFixture } = await import('./bench/fixture.ts');
  const database = await openDatabase({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.DATABASE_URL ?? null });
  console.log(JSON.stringify(await makeFixture(database)));
  await database.close();`;
const submissionScript = `
  const { measureOneSubmission } = await import('./bench/one-submission.ts');
  console.log(JSON.stringify(await measureOneSubmission()));
  process.exit(0);`;

/** Runs a module's text inside a checkout and reads the JSON that it prints last. */
function evaluate<T>(checkout: string, script: string, environment: NodeJS.ProcessEnv): T {
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`A script failed in ${checkout}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as T;
}

async function openSide(checkout: string, databaseUrl: string | null): Promise<Side> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-against-'));
  const environment = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const fixture = evaluate<Fixture>(checkout, fixtureScript, environment);
  // The first start compiles; the one that is measured finds what it compiled.
  await (await startPortal(environment, { checkout })).stop();
  return { checkout, dataDir, fixture, server: await startPortal(environment, { checkout }) };
}

const calls = [
  'readStudentCourse',
  'listAvailableProjects',
  'readSelection',
  'readTimeline',
  'readWeeklyStatus',
  'readDiscussion',
] as const;

function targets({ server, fixture }: Side): Record<string, Target> {
  const headers = { cookie: fixture.cookie };
  const call = (name: keyof typeof paths): Target => ({
    server,
    path: fillPath(paths[name].path, { s_id: fixture.email, course: fixture.course }),
    headers,
  });
  const page = (address: string, cookie = true): Target => ({
    server,
    path: address,
    headers: { ...(cookie && headers), 'accept-encoding': browserEncodings },
  });
  const discussion = call('readDiscussion');
  return {
    ...Object.fromEntries(calls.map((name) => [name, call(name)])),
    'login page': page('/login', false),
    'readDiscussion, compressed': page(discussion.path),
    'dashboard page': page('/StudentDashboard'),
    'forum page': page(fillPath('/discussion/:batch', { batch: benchBatch })),
  };
}

let slower = 0;

function report(what: string, ours: readonly number[], theirs: readonly number[], unit: string): void {
  const ratio = median(ours.map((value, i) => value / (theirs[i] ?? NaN)));
  const verdict = ratio > tolerance ? '  SLOWER' : '';
  if (verdict !== '') slower++;
  console.log(
    `${what.padEnd(34)} here ${median(ours).toFixed(1).padStart(8)} ${unit}  there ${median(theirs).toFixed(1).padStart(8)} ${unit}  ratio ${ratio.toFixed(2)}${verdict}`,
  );
}

async function compareEngine(engine: string, urls: readonly [string | null, string | null]): Promise<void> {
  const sides = [await openSide(here, urls[0]), await openSide(other, urls[1])] as const;
  try {
    const [ours, theirs] = [targets(sides[0]), targets(sides[1])];
    for (const [name, target] of Object.entries(ours)) {
      if (!isWanted(name)) continue;
      const counterpart = theirs[name] as Target;
      await run(target, 1);
      await run(counterpart, 1);
      const costs: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        costs[0].push((await run(target)).cost);
        costs[1].push((await run(counterpart)).cost);
      }
      report(`${engine}: ${name}`, ...costs, 'µs');
    }
    const memory = sides.map(({ server }) => server.memory() ?? NaN);
    report(`${engine}: memory under load`, [memory[0] ?? NaN], [memory[1] ?? NaN], 'MB');
  } finally {
    for (const { server, dataDir } of sides) {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function createDatabases(postgres: TestPostgres): Promise<[string, string]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  await client.connect();
  await client.query('create database here');
  await client.query('create database there');
  await client.end();
  return [postgres.urlOf('here'), postgres.urlOf('there')];
}

if (values.engine !== 'postgres') await compareEngine('SQLite', [null, null]);
if (values.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    await compareEngine('PostgreSQL', await createDatabases(postgres));
  } finally {
    await postgres.stop();
  }
}
type Measured = { clock: { submission: number }; processor: { submission: number } | null };
function compareSubmissions(): void {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [side, checkout] of [here, other].entries()) {
      const { processor, clock } = evaluate<Measured>(checkout, submissionScript, {});
      times[side as 0 | 1].push((processor ?? clock).submission);
    }
  }
  report('one submission of 2 MB', ...times, 'ms');
}
if (!isWanted('one submission')) console.log('Submissions are not compared.');
else if (existsSync(path.join(other, 'bench/one-submission.ts'))) compareSubmissions();
else console.log('The other checkout has no bench/one-submission.ts: submissions are not compared.');
console.log(slower === 0 ? 'Nothing is slower by more than 10 %.' : `${slower} slower by more than 10 %.`);
process.exitCode = slower === 0 ? 0 : 1;
