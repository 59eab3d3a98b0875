import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { buildBatch, buildStudent } from '#support/factories';
import { freePort } from '#support/free-port';
import { spawnPortal, type SpawnedPortal } from '#support/spawn-portal';
import { startBalancer } from '#support/balancer';
import { exchange, type Call, type NoAnswer } from '#support/exchange';

/** Processes as an operator starts and stops them: each takes a second or two of processor time. */
const patience = { timeout: 180_000 };
const quiet = { info() {}, warn() {}, error: console.error };

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function start(environment: NodeJS.ProcessEnv): SpawnedPortal {
  const portal = spawnPortal(environment);
  onTestFinished(() => portal.kill());
  return portal;
}

/** A student in a batch, signed in. */
async function seed(dataDir: string): Promise<{ email: string; cookie: string }> {
  const settings = { ...readSettings({}), dataDir };
  const context = await openContext(settings, quiet);
  const batch = await buildBatch(context);
  const { id, email } = await buildStudent(context, { batch_id: batch.id });
  const session = await context.database.transaction((writer) =>
    beginSession(writer, id, context.clock.now()),
  );
  await closeContext(context);
  return { email, cookie: `${sessionCookieName(settings)}=${session}` };
}

test(
  'a process opens its port when the schema and the sample are there, and ends by one signal or at once by two',
  { ...patience, tags: 'full' },
  async () => {
    const folder = makeFolder();
    const other = new BetterSqlite(path.join(folder, 'capstone.sqlite'));
    onTestFinished(() => void other.close());
    other.pragma('journal_mode = WAL');
    other.exec('begin immediate');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const portal = start({
      DATA_DIR: folder,
      PORT: String(port),
      STOP_DELAY_SECONDS: '300',
      DATABSE_URL: 'postgres://host/db',
      SLOW_QUERY_MS: '1',
      LOG_LEVEL: 'warn',
    });
    await portal.said('The start is still waiting for the database.');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    other.exec('commit');
    expect(await portal.listening).toBe(url);
    expect(await (await fetch(`${url}/api/auth/batches?q=MERN`)).text()).toContain('MERN-2026-11');
    const lines = portal
      .output()
      .replace(/token=.+/, 'token=…')
      .split('\n');
    const records = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as object);
    expect(records, 'also before the server has its log').toContainEqual(
      expect.objectContaining({ msg: 'slow query' }),
    );
    // Of what it waits for, and how often, the machine has a say.
    expect(lines.filter((line) => !/wait|^\{/.test(line))).toEqual([
      'There is no setting DATABSE_URL; did you mean DATABASE_URL?',
      expect.stringMatching(/^Other users of this machine could read \d files and folders of /),
      'The database was empty: the sample catalogue was loaded.',
      `Create the first administrator: ${url}/setup?token=…`,
      `Listening on ${url}`,
      '',
    ]);

    portal.signal('SIGINT');
    portal.signal('SIGTERM');
    const answer = async () => {
      const { status, headers } = await fetch(`${url}/login`);
      return [status, headers.get('connection')];
    };
    // A kept connection's request may be read before the signal is.
    await expect.poll(answer, { message: 'Ctrl+C arrives twice', timeout: 10_000 }).toEqual([200, 'close']);
    const isOver = portal.ended.then(() => true);
    while (!(await Promise.race([isOver, sleep(200, false)]))) portal.signal('SIGTERM');
    expect(await portal.ended).toBe(1);
  },
);

test('a start names all that is wrong with its settings at once, misspelt ones too', patience, async () => {
  const portal = start({ DATA_DIR: makeFolder(), PORT: 'http', ACADEMY_ZONE: 'Kerala', PUBLIC_ULR: 'x' });
  expect(await portal.ended).toBe(1);
  expect(portal.output().trim().split('\n')).toEqual([
    'There is no setting PUBLIC_ULR; did you mean PUBLIC_URL?',
    expect.stringMatching(/^Setting PORT is "http"/),
    expect.stringMatching(/^Setting ACADEMY_ZONE is "Kerala"/),
  ]);
});

/** Visitors who read and write one after the other over kept-alive connections, and what they got. */
function visit(port: number, calls: readonly Call[]) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const outcomes = new Map<string, number>();
  const visits = { areOver: false };
  async function visitor(): Promise<void> {
    for (let turn = 0; !visits.areOver; turn += 1) {
      const call = calls[turn % calls.length] as Call;
      const outcome = await exchange(agent, port, call, patience.timeout).then(
        ({ status }) => `${call.method} ${status}`,
        (error: NoAnswer) => `${call.method} ${error.kind}`,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await sleep(25);
    }
  }
  const visitors = Promise.all([visitor(), visitor(), visitor(), visitor()]);
  return async () => {
    visits.areOver = true;
    await visitors;
    return outcomes;
  };
}

test(
  'two processes behind a balancer are stopped in turn, and nobody notices',
  { ...patience, tags: 'full' },
  async () => {
    const folder = makeFolder();
    const { email, cookie } = await seed(folder);
    const run = (port = 0) =>
      start({
        DATA_DIR: folder,
        PORT: String(port),
        STOP_DELAY_SECONDS: '4',
        FORUM_POSTS_PER_HOUR: '0',
        LOG_LEVEL: 'info',
      });
    const [first, second] = [run(), run()];
    const ports = await Promise.all(
      [first, second].map(async ({ listening }) => Number(new URL(await listening).port)),
    );
    const balancer = await startBalancer(ports, { checkEveryMs: 200, checkTimeoutMs: 10_000 });
    onTestFinished(() => balancer.stop());
    const discussion = `/api/discussion/discussion/${email}`;
    const stopVisits = visit(balancer.port, [
      { method: 'GET', path: '/StudentDashboard', headers: { cookie } },
      { method: 'GET', path: discussion, headers: { cookie } },
      {
        method: 'POST',
        path: `${discussion}/question`,
        headers: { cookie, 'content-type': 'application/json' },
        body: Buffer.from('{"question":"Why?"}'),
      },
    ]);

    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output().trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
    const again = run(ports[0]);
    await again.listening;
    await again.said('or another process uses it. Checking it now');
    await expect.poll(balancer.up, patience).toEqual(ports);
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);

    const outcomes = await stopVisits();
    expect([...outcomes.keys()].toSorted()).toEqual(['GET 200', 'POST 201']);
    const database = new BetterSqlite(path.join(folder, 'capstone.sqlite'), { readonly: true });
    onTestFinished(() => void database.close());
    expect(database.prepare('select count(*) as written from questions').get()).toEqual({
      written: outcomes.get('POST 201'),
    });
  },
);
