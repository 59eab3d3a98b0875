import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/platform/database/database';
import { startPostgres } from '#support/postgres';
import { median } from '../load.ts';
import { residentKb } from '../process-stat.ts';
import { canPin, startPortal, type Running } from '../servers.ts';
import { makeStudents, type Student } from '../students.ts';

/**
 * A batch follows its discussion, and somebody asks every second: how long it takes from the press until each of the others is
 * told, and what a stream takes of memory and of the processor. On SQLite one process has all streams; on PostgreSQL two
 * processes have half of them each, and all is asked at the first one.
 */
const maxKb = 20;
/** Streams that are open before memory is first read: what a process takes once is none of the next one's. */
const warmUps = 100;
const engines = ['sqlite', 'postgres'] as const;
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    posts: { type: 'string', default: '30' },
    engine: { type: 'string' },
  },
});

function refuseOption(line: string): never {
  console.error(line);
  process.exit(1);
}

function wholeNumber(name: 'streams' | 'posts', max: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  return refuseOption(`--${name} must be a whole number from 1 to ${max}`);
}
const streams = wholeNumber('streams', 10_000);
const posts = wholeNumber('posts', 600);
if (values.engine !== undefined && !engines.includes(values.engine as (typeof engines)[number]))
  refuseOption(`--engine must be ${engines.join(' or ')}`);
if (!canPin) refuseOption('bench:live needs Linux with taskset: it reads memory in /proc');

type Stream = { close: () => void };

/** Opens a stream; resolves when it has begun. @param onChange called with the id of each question that was asked */
function openStream(portal: Running, student: Student, onChange: (id: string) => void): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const address = `${portal.url}/api/discussion/discussion/${student.email}/events?after=0`;
    const request = http.get(address, { agent: false, headers: { cookie: student.cookie } }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`a stream is answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, id] of text.matchAll(/"_id":"(\d+)","change":"asked"/g)) onChange(id as string);
      });
      response.once('data', () => resolve({ close: () => void request.destroy() }));
      response.once('error', () => undefined);
    });
    request.on('error', reject);
  });
}

async function ask(portal: Running, { email, cookie }: Student, question: string): Promise<string> {
  const response = await fetch(`${portal.url}/api/discussion/discussion/${email}/question`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ question }),
  });
  if (!response.ok) throw new Error(`a question is answered ${response.status}`);
  const { questions } = (await response.json()) as { questions: { _id: string }[] };
  return questions.at(-1)?._id as string;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** The resident memory of some portals, once it has come to rest, in KB. */
async function memoryOf(portals: readonly Running[]): Promise<number> {
  const looks: number[] = [];
  for (let n = 0; n < 5; n++) {
    await sleep(1_000);
    looks.push(portals.reduce((sum, { pid }) => sum + residentKb(pid), 0));
  }
  return median(looks);
}

async function measure(engine: (typeof engines)[number], databaseUrl: string | null): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-live-'));
  const database = await openDatabase({ dataDir, databaseUrl }, () => {});
  const students = await makeStudents(database, streams + warmUps + 1);
  await database.close();
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const portals: Running[] = [];
  for (let n = 0; n < (databaseUrl === null ? 1 : 2); n++) portals.push(await startPortal(environment));
  const [first] = portals as [Running, ...Running[]];
  const open: Stream[] = [];
  const toldAt = new Map<string, number[]>();
  try {
    const [asker, ...readers] = students as [Student, ...Student[]];
    await ask(first, asker, 'The first one warms up.');
    const openFor = async (some: readonly Student[]) => {
      for (const [index, student] of some.entries()) {
        const portal = portals[index % portals.length] as Running;
        open.push(
          await openStream(portal, student, (id) => {
            const times = toldAt.get(id);
            if (times === undefined) toldAt.set(id, [performance.now()]);
            else times.push(performance.now());
          }),
        );
      }
    };
    await openFor(readers.slice(0, warmUps));
    const before = await memoryOf(portals);
    await openFor(readers.slice(warmUps));
    const each = ((await memoryOf(portals)) - before) / streams;
    const used = () => portals.reduce((sum, portal) => sum + (portal.processorTime() ?? 0), 0);
    const restFrom = used();
    await sleep(20_000);
    const atRest = (used() - restFrom) / 20_000_000;
    const delays: number[] = [];
    let missed = 0;
    const workFrom = used();
    const workAt = performance.now();
    for (let n = 0; n < posts; n++) {
      const askedAt = performance.now();
      const id = await ask(first, asker, `Question ${n}`);
      await sleep(Math.max(0, askedAt + 1_000 - performance.now()));
      const times = toldAt.get(id) ?? [];
      missed += readers.length - times.length;
      delays.push(...times.map((at) => at - askedAt));
    }
    const share = (used() - workFrom) / ((performance.now() - workAt) * 1_000);
    const sorted = delays.toSorted((a, b) => a - b);
    const cells = [
      databaseUrl === null ? 'SQLite, one process' : 'PostgreSQL, two processes',
      `${streams}`,
      `${each.toFixed(1)} KB`,
      `${(atRest * 100).toFixed(1)} %`,
      `${(share * 100).toFixed(1)} %`,
      ...[0.5, 0.99, 1].map((part) => `${percentile(sorted, part).toFixed(0)} ms`),
      `${missed}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    return each <= maxKb && missed === 0;
  } finally {
    for (const { close } of open) close();
    for (const portal of portals) await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

console.log(
  '| portal | streams | memory each | core, at rest | core, a question a second | told, median | p99 | last | missed within a second |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
let isHeld = true;
if (values.engine !== 'postgres') isHeld = await measure('sqlite', null);
if (values.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    isHeld = (await measure('postgres', postgres.urlOf('postgres'))) && isHeld;
  } finally {
    await postgres.stop();
  }
}
console.log(`The bar: at most ${maxKb} KB a stream, everybody told within a second.`);
process.exitCode = isHeld ? 0 : 1;
