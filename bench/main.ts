import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { openDatabase } from '#server/platform/database/database';
import { startPostgres } from '#support/postgres';
import { benchBatch, makeFixture, type Fixture } from './fixture.ts';
import { browserEncodings, compare, type Comparison, type Target } from './load.ts';
import { measureOneSubmission } from './one-submission.ts';
import { canPin, startBare, startPortal, type Running } from './servers.ts';

/** Prints what the portal reaches beside a bare Fastify route on the same core, in the same run. */

const bareBytes = 2_048;
const dashboardCalls = [
  'readStudentCourse',
  'listAvailableProjects',
  'readSelection',
  'readTimeline',
  'readWeeklyStatus',
] as const;
/** What is found among the fixture's questions: all of them have these words. */
const searches = [
  ['findQuestions', '?q=people'],
  ['findSimilarQuestions', `?text=${encodeURIComponent('How many characters do people write?')}`],
] as const;
const question = JSON.stringify({ question: 'How many characters do people write in a question?' });
/** Whole pages of a signed-in student, as a browser gets them: what they are, and their addresses. */
const pages = [
  ["the dashboard's page", '/StudentDashboard'],
  ["the forum's page, newest 50", '/discussion/:batch'],
] as const;
const rows: { what: string; portal: string; bare: string; ratio: string; bar: string }[] = [];

function print(): void {
  const columns = ['what', 'portal', 'bare', 'ratio', 'bar'] as const;
  const titles = {
    what: 'what',
    portal: 'req/s (cost)',
    bare: 'bare route',
    ratio: 'ratio',
    bar: 'must reach',
  };
  const widths = columns.map((column) =>
    Math.max(titles[column].length, ...rows.map((row) => row[column].length)),
  );
  const line = (row: Record<(typeof columns)[number], string>) =>
    `| ${columns.map((column, i) => row[column].padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(line(titles));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(row));
}

async function measure(what: string, subject: Target, yardstick: Running, bar: string): Promise<Comparison> {
  const result = await compare(subject, { server: yardstick, path: '/' });
  rows.push({
    what,
    portal: `${result.subject.requestsPerSecond.toFixed(0)} (${result.subject.cost.toFixed(0)} µs)`,
    bare: `${result.yardstick.requestsPerSecond.toFixed(0)} (${result.yardstick.cost.toFixed(0)} µs)`,
    ratio: result.ratio.toFixed(2),
    bar,
  });
  console.error(`${what}: ${result.ratio.toFixed(2)}`);
  return result;
}

async function sizeOf({ server, path: address, headers }: Target): Promise<number> {
  const response = await fetch(server.url + address, { headers: headers ?? {} });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}

/** @returns what each page costs, in microseconds */
async function measureEngine(
  engine: string,
  databaseUrl: string | null,
  bars: { call: string; discussion: string; pages: readonly string[] },
): Promise<number[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-bench-'));
  const database = await openDatabase({ dataDir, databaseUrl });
  const fixture: Fixture = await makeFixture(database);
  await database.close();
  const environment = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };

  // The first start compiles; the one that is measured finds what it compiled.
  await (await startPortal(environment)).stop();
  const server = await startPortal(environment);
  const bare = await startBare(bareBytes);
  const headers = { cookie: fixture.cookie };
  const at = (call: keyof typeof paths): Target => ({
    server,
    path: fillPath(paths[call].path, { s_id: fixture.email, course: fixture.course }),
    headers,
  });
  try {
    const atRest = server.memory();
    if (databaseUrl === null) {
      const login = { server, path: '/login', headers: { 'accept-encoding': 'br' } };
      await measure('login page (brotli)', login, bare, '0.40');
    }
    for (const call of dashboardCalls) await measure(`${engine}: ${call}`, at(call), bare, bars.call);
    const discussion = at('readDiscussion');
    const bytes = await sizeOf(discussion);
    const large = await startBare(bytes);
    await measure(
      `${engine}: discussion, newest 50 (${Math.round(bytes / 1024)} KB)`,
      discussion,
      large,
      bars.discussion,
    );
    await large.stop();
    for (const [what, query] of searches) {
      const search = at(what);
      await measure(`${engine}: ${what}`, { ...search, path: search.path + query }, bare, '');
    }
    const costs: number[] = [];
    for (const [i, [what, address]] of pages.entries()) {
      const url = fillPath(address, { batch: benchBatch });
      const page = { server, path: url, headers: { ...headers, 'accept-encoding': browserEncodings } };
      const { subject } = await measure(`${engine}: ${what}`, page, bare, bars.pages[i] ?? '');
      costs.push(subject.cost);
    }
    const underLoad = server.memory();
    // The last, since each adds a question to the discussion.
    const ask = at('askQuestion');
    const minimal = { ...headers, prefer: 'return=minimal' };
    await measure(`${engine}: askQuestion`, { ...ask, headers: minimal, body: question }, bare, '');
    if (atRest !== null) {
      rows.push({
        what: `${engine}: memory at rest, MB`,
        portal: String(atRest),
        bare: '',
        ratio: '',
        bar: '≤ 130',
      });
      rows.push({
        what: `${engine}: memory under load, MB`,
        portal: String(underLoad),
        bare: '',
        ratio: '',
        bar: '≤ 240',
      });
    }
    return costs;
  } finally {
    await bare.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (!canPin) console.error('taskset is missing: servers are not pinned to a core, and ratios are rougher');
const onSqlite = await measureEngine('SQLite', null, {
  call: '0.30',
  discussion: '0.50',
  pages: ['≤ 3500 µs', '≤ 5000 µs'],
});
const postgres = await startPostgres();
try {
  const onPostgres = await measureEngine('PostgreSQL', postgres.urlOf('postgres'), {
    call: '0.13',
    discussion: '0.50',
    pages: pages.map(() => ''),
  });
  for (const [i, [what]] of pages.entries()) {
    const [there = NaN, here = NaN] = [onPostgres[i], onSqlite[i]];
    rows.push({
      what: `${what}, PostgreSQL through SQLite`,
      portal: `${there.toFixed(0)} µs`,
      bare: `${here.toFixed(0)} µs`,
      ratio: (there / here).toFixed(2),
      bar: '≤ 1.50',
    });
  }
} finally {
  await postgres.stop();
}
for (const [by, one] of Object.entries(await measureOneSubmission())) {
  if (one === null) continue;
  rows.push({
    what: `one submission of 2 MB beside plain Node, by the ${by}`,
    portal: `${one.submission.toFixed(1)} ms`,
    bare: `${one.plain.toFixed(1)} ms`,
    ratio: one.ratio.toFixed(2),
    bar: '0.50',
  });
}
print();
