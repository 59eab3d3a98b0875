import { openDatabase } from '#server/platform/database/database';
import { onEachEngine, type Engine } from '../engines.ts';
import { inTurn, type Comparison } from '../figures.ts';
import { makeFixture } from '../fixture.ts';
import { measureLoad, type Target } from '../load.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar, printTable, seconds } from '../report.ts';
import type { Student } from '../students.ts';
import { canPin, startBare, startFloor, startWarmPortal, type Running } from '../servers.ts';
import { compareWith } from './against.ts';
import { measureDownload } from './download.ts';
import { fileBytes, submitFiles } from './submissions.ts';
import { bars, makeTargets } from './targets.ts';
import { measureUploadMemory, ways } from './upload-memory.ts';
import { writePlainly } from './write-plainly.ts';

/**
 * What the portal costs beside a bare Fastify route on the same core, in turn; memory; one submission beside plain Node.
 * `--submissions N`: instead a batch's N submissions of 2 MB are downloaded as one ZIP while others read.
 * `--against FOLDER`: this checkout beside another one, installed and built, in place of the bare route.
 */
const options = readOptions({
  engine: '',
  only: '',
  rounds: 5,
  seconds: 2,
  megabytes: 1_024,
  submissions: 0,
  against: '',
});
const bareBytes = 2_048;
const submissionsInRound = 20;
const memoryBars = { 'at rest': 170, 'under load': 260, 'during an upload': 240 };
const submissionRatio = 0.5;
/** Megabytes above rest, and how many times as slow others' reads may get. */
const downloadBars = { memory: 40, slower: 2 };

const isWanted = (name: string): boolean => name.includes(options.only);
const rows: string[][] = [];

async function compare(subject: Target, yardstick: Target): Promise<Comparison> {
  await measureLoad(subject, 1);
  await measureLoad(yardstick, 1);
  const measure = (target: Target) => () => measureLoad(target, options.seconds);
  return inTurn(options.rounds, measure(subject), measure(yardstick));
}

async function readBody({ server, requests: [{ path, headers }] }: Target): Promise<Buffer> {
  const response = await fetch(server.url + path, { headers: headers ?? {} });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function addMemory(what: string, megabytes: number | null, kind: keyof typeof memoryBars): void {
  if (megabytes === null) return;
  const bar = memoryBars[kind];
  rows.push([what, `${megabytes} MB`, '', '', `≤ ${bar} MB`]);
  expectBar(megabytes <= bar, `${what}: ${megabytes} MB, bar ${bar}`);
}

/** As how many bare routes a page costs; `floor`: as many constant elements rendered by React. */
async function measurePage(
  name: string,
  page: Target,
  bare: Target,
  most: number | undefined,
): Promise<void> {
  const html = await readBody(page);
  const elements = html.toString().match(/<[a-z]/g)?.length ?? 0;
  const floor = await startFloor(elements, html.byteLength);
  const [{ ratio }, { ratio: least }] = [
    await compare(page, bare),
    await compare({ server: floor, requests: [{ path: '/' }] }, bare),
  ];
  await floor.stop();
  const [here, there] = [ratio, least].map((routes) => `${routes.toFixed(0)} bare routes`);
  const bar = most === undefined ? '' : `≤ ${most} bare routes`;
  rows.push([name, here ?? '', `${there} (React, ${elements} elements)`, (ratio / least).toFixed(2), bar]);
  console.error(rows.at(-1)?.join(', '));
  expectBar(ratio <= (most ?? Infinity), `${name}: ${here}, bar ${bar}`);
}

async function measureTargets(engine: Engine, server: Running, targets: ReturnType<typeof makeTargets>) {
  const bare = await startBare(bareBytes);
  for (const { name, kind, target } of targets) {
    const what = `${engine.name}: ${name}`;
    if (kind === 'dashboardPage' || kind === 'forumPage') {
      const { routes }: { routes?: number } = bars[kind][engine.name];
      await measurePage(what, target, { server: bare, requests: [{ path: '/' }] }, routes);
      if (kind === 'forumPage') addMemory(`${engine.name}: memory under load`, server.memory(), 'under load');
      continue;
    }
    // A forum is compared with a bare route that sends as many bytes.
    const yardstick = kind === 'forum' ? await startBare((await readBody(target)).byteLength) : bare;
    const result = await compare(target, { server: yardstick, requests: [{ path: '/' }] });
    if (yardstick !== bare) await yardstick.stop();
    const { ratio: least = 0 }: { ratio?: number } = bars[kind][engine.name];
    const [cost, speed] = [result.subject, 1 / result.ratio];
    const bar = least > 0 ? `≥ ${least}` : '';
    rows.push([what, `${cost.toFixed(0)} µs`, `${result.yardstick.toFixed(0)} µs`, speed.toFixed(2), bar]);
    console.error(rows.at(-1)?.join(', '));
    expectBar(
      speed >= least,
      `${what}: ${cost.toFixed(0)} µs, ${speed.toFixed(2)} of the bare route, bar ${bar}`,
    );
  }
  await bare.stop();
}

/** One submission of 2 MB beside plain Node that stores the same bytes as carefully. */
async function measureSubmission(server: Running, student: Student): Promise<void> {
  await submitFiles(server, student, submissionsInRound);
  for (const by of ['clock', 'processor'] as const) {
    const result = await inTurn(
      options.rounds,
      async () => (await submitFiles(server, student, submissionsInRound))[by] ?? NaN,
      async () => writePlainly(submissionsInRound, fileBytes)[by],
    );
    if (Number.isNaN(result.subject)) continue;
    const what = `one submission of 2 MB, by the ${by}`;
    const speed = 1 / result.ratio;
    const costs = [result.subject, result.yardstick].map((ms) => `${ms.toFixed(1)} ms`);
    rows.push([what, ...costs, speed.toFixed(2), `≥ ${submissionRatio}`]);
    expectBar(speed >= submissionRatio, `${what}: ${speed.toFixed(2)} of plain Node`);
  }
}

/** The ZIP of a batch's files. */
async function download(engine: Engine): Promise<void> {
  const count = options.submissions;
  const { rest, most, idle, busy, ms, entries, wrong } = await measureDownload(engine, count);
  const what = `${engine.name}: ZIP of ${count} submissions of 2 MB`;
  rows.push([`${what}, memory`, `${most} MB`, `${rest} MB`, '', `≤ ${downloadBars.memory} MB more`]);
  const slower = (busy / idle).toFixed(2);
  const p99 = [busy, idle].map((one) => `${one.toFixed(1)} ms`);
  rows.push([`${what}, p99 of reads`, ...p99, slower, `≤ ${downloadBars.slower}`]);
  rows.push([`${what}, ${seconds(ms)}`, `${entries} entries`, '', '', wrong || 'whole']);
  expectBar(most - rest <= downloadBars.memory, `${what}: ${most - rest} MB above rest`);
  expectBar(busy / idle <= downloadBars.slower, `${what}: reads ${slower} times as slow`);
  // The table of contents is an entry.
  expectBar(wrong === '' && entries === count + 1, `${what}: ${wrong || `${entries} entries`}`);
}

async function measure(engine: Engine): Promise<void> {
  if (options.submissions > 0) return download(engine);
  const home = await engine.makeHome();
  const database = await openDatabase(home);
  const fixture = await makeFixture(database);
  await database.close();
  const server = await startWarmPortal(home.environment);
  if (isWanted('memory at rest')) addMemory(`${engine.name}: memory at rest`, server.memory(), 'at rest');
  const targets = makeTargets(server, fixture).filter(({ name }) => isWanted(name));
  await measureTargets(engine, server, targets);
  if (engine.postgres === null && isWanted('submission'))
    await measureSubmission(server, fixture.students[0]);
  await server.stop();
  if (engine.postgres !== null || !canPin || !isWanted('upload')) return;
  for (const [way, upload] of Object.entries(ways)) {
    const most = await measureUploadMemory(engine, upload, options.megabytes);
    addMemory(`upload of ${options.megabytes} MB ${way}, memory`, most, 'during an upload');
  }
}

if (!canPin) console.error('taskset is missing: servers are not pinned to a core, and ratios are rougher');
if (options.against !== '') {
  await compareWith(options.against, { ...options, isWanted, submissionsInRound });
  endRun();
}
await onEachEngine(options.engine, measure);
printTable(['what', 'portal', 'yardstick', 'ratio', 'bar'], rows);
endRun();
