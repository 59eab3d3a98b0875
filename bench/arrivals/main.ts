import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { exchange } from '#support/exchange';
import { openPages } from '../abuse/measure.ts';
import { onEachEngine, type Engine } from '../engines.ts';
import { median, percentile } from '../figures.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar, printTable, seconds } from '../report.ts';
import { startPortal } from '../servers.ts';
import { makeClass } from '../students.ts';

/**
 * Students open their dashboard at the same moment, each over a connection of their own, as when a deadline is announced.
 * Node accepts one connection in each turn of the event loop, so that long turns keep new students out.
 */
const timeoutMs = 120_000;
/** What the slowest waits, beside what the thread would take for all of these pages. */
const maxRatio = 1;
const quietMs = 5_000;

const options = readOptions({ engine: '', students: 1_000, seconds: 2 });

async function measure({ name, makeHome }: Engine): Promise<void> {
  const home = await makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, options.students);
  await database.close();
  const server = await startPortal({ ...home.environment, REQUESTS_PER_SECOND: '' });
  const port = Number(new URL(server.url).port);
  const quiet = await openPages(server, port, students[0], quietMs);
  const waited: number[] = [];
  const counts = { rendered: 0, shells: 0, busy: 0, failed: 0 };

  async function arrive(cookie: string, at: number): Promise<void> {
    await sleep(at);
    const agent = new Agent({ keepAlive: false });
    const startedAt = performance.now();
    const call = { method: 'GET', path: '/StudentDashboard', headers: { cookie } };
    const { status, body } = await exchange(agent, port, call, timeoutMs);
    waited.push(performance.now() - startedAt);
    agent.destroy();
    if (status === 503) counts.busy += 1;
    else if (status !== 200) counts.failed += 1;
    else if (body.includes('"isSpaMode":true')) counts.shells += 1;
    else counts.rendered += 1;
  }

  const gapMs = (options.seconds * 1_000) / students.length;
  await Promise.all(students.map(({ cookie }, index) => arrive(cookie, index * gapMs)));
  await server.stop();
  const workMs = quiet.threadMs * students.length;
  const slowest = percentile(waited, 0.99);
  expectBar(counts.failed === 0, `${name}: ${counts.failed} students were not answered`);
  expectBar(slowest <= maxRatio * workMs, `${name}: p99 is ${(slowest / workMs).toFixed(2)} of the work`);
  const { rendered, shells, busy } = counts;
  console.log(`\n${name}: ${students.length} students within ${options.seconds} s`);
  printTable(
    ['all pages, one after the other', 'p50', 'p99', 'p99 : work', 'rendered', 'left to the browser', 'busy'],
    [
      [
        seconds(workMs),
        seconds(median(waited)),
        seconds(slowest),
        (slowest / workMs).toFixed(2),
        rendered,
        shells,
        busy,
      ],
    ],
  );
}

await onEachEngine(options.engine, measure);
endRun();
