import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { usualPasswords } from '#support/cheap-passwords';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { recordLog } from '#support/record-log';
import { makeTestApp, type TestApp } from '#support/test-app';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';

const metricsToken = 'a-token-of-some-length';
const authorization = `Bearer ${metricsToken}`;

const makeMeasuredApp = (options: NonNullable<Parameters<typeof makeTestApp>[0]> = {}) =>
  makeTestApp({ ...options, settings: { ...options.settings, metricsToken } });

/** What a scraper reads: each line by its name and labels. */
async function scrape({ nobody }: TestApp): Promise<Map<string, number>> {
  const { status, body } = await nobody.get('/metrics', { authorization });
  expect(status).toBe(200);
  const lines = String(body)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

const ofRoute = (method: string, route: string, status: number) =>
  `{method="${method}",route="${route}",status="${status}"}`;

test('without a token in the settings there are no metrics', async () => {
  const { nobody } = await makeTestApp();
  expect((await nobody.get('/api/metrics')).status).toBe(404);
  // Whatever page or refusal an unknown address gets, as here where no pages are built.
  const unknown = await nobody.get('/nowhere');
  expect((await nobody.get('/metrics', { authorization })).status).toBe(unknown.status);
});

test('metrics are for whoever has the token, and nobody else', async () => {
  const app = await makeMeasuredApp();
  const client = await app.as(await buildStudent(app.context));
  for (const given of [
    undefined,
    '',
    'Bearer',
    `Bearer ${metricsToken}x`,
    metricsToken,
    'Bearer undefined',
  ]) {
    const answer = await client.get('/metrics', given === undefined ? {} : { authorization: given });
    expect(answer, given).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(answer.body.code).toBe('signed_out');
    expect(JSON.stringify(answer)).not.toContain('capstone_');
  }
  const answer = await app.nobody.get('/metrics', { authorization });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('requests are counted by route, method and status, in buckets that add up, and by nothing personal', async () => {
  const app = await makeMeasuredApp();
  const student = await buildStudent(app.context, { email: 'asha@example.test' });
  const client = await app.as(student);
  for (let i = 0; i < 3; i++) await client.get(`/api/students/timeline/${student.email}`);
  await client.get('/api/students/timeline/other@example.test');
  await app.nobody.get('/api/nothing?token=secret');
  await app.nobody.send({ method: 'HEAD', url: '/api/health' });
  const values = await scrape(app);
  const name = 'capstone_http_request_duration_seconds';
  const timeline = '/api/students/timeline/:s_id';
  expect(values.get(`${name}_count${ofRoute('GET', timeline, 200)}`)).toBe(3);
  expect(values.get(`${name}_count${ofRoute('GET', timeline, 403)}`)).toBe(1);
  expect(values.get(`${name}_count${ofRoute('GET', '/api/*', 404)}`)).toBe(1);
  expect(values.get(`${name}_count${ofRoute('HEAD', '/api/health', 200)}`)).toBe(1);
  expect(values.get(`${name}_sum${ofRoute('GET', timeline, 200)}`)).toBeGreaterThan(0);
  const buckets = [...values].filter(
    ([line]) => line.startsWith(`${name}_bucket`) && line.includes(`"${timeline}",status="200"`),
  );
  const counts = buckets.map(([, value]) => value);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toEqual([
    `${name}_bucket{le="+Inf",method="GET",route="${timeline}",status="200"}`,
    3,
  ]);
  const all = [...values.keys()].join();
  for (const secret of ['asha', 'other@', 'secret', metricsToken]) expect(all).not.toContain(secret);
});

test('failures are counted by what they are due to', async () => {
  const { logger } = recordLog();
  const app = await makeMeasuredApp({ app: { logger } });
  const { context, nobody } = app;
  const logIn = () => nobody.post('/api/auth/login', { email: 'asha@example.test', password: 'secret1' });
  const fail = async (error: Error) => {
    const clock = vi.spyOn(context.clock, 'now').mockImplementation(() => {
      throw error;
    });
    const { status } = await logIn();
    clock.mockRestore();
    return status;
  };
  const coded = (code: string) => Object.assign(new Error(code), { code });
  expect(await fail(new Error('a slip'))).toBe(500);
  expect(await fail(coded('ECONNREFUSED'))).toBe(503);
  expect(await fail(coded('SQLITE_FULL'))).toBe(503);
  expect((await nobody.get('/nowhere')).status, 'pages that are not built').toBe(503);
  const values = await scrape(app);
  const causes = [...values].filter(([line]) => line.startsWith('capstone_failures_total'));
  expect(Object.fromEntries(causes)).toEqual({
    'capstone_failures_total{cause="bug"}': 1,
    'capstone_failures_total{cause="database"}': 1,
    'capstone_failures_total{cause="disk"}': 1,
    'capstone_failures_total{cause="busy"}': 1,
  });
});

test('places, lines, connections and room are what they are at the moment', async () => {
  const app = await makeMeasuredApp({
    passwords: usualPasswords(),
    uploadConcurrency: { maxConcurrent: 1, maxQueued: 5, maxWaitMs: 5_000 },
  });
  const { context } = app;
  const release = await context.uploadLimiter.acquire(new PassThrough());
  const waiting = context.uploadLimiter.acquire(new PassThrough());
  const verifying = Promise.all(Array.from({ length: 5 }, () => context.passwords.verify('secret1', null)));
  const values = await scrape(app);
  expect(values.get('capstone_uploads_running')).toBe(1);
  expect(values.get('capstone_uploads_places')).toBe(1);
  expect(values.get('capstone_uploads_waiting')).toBe(1);
  expect(values.get('capstone_passwords_running')).toBe(2);
  expect(values.get('capstone_passwords_waiting')).toBe(3);
  expect(values.get('capstone_writable{store="database"}')).toBe(1);
  expect(values.get('capstone_writable{store="files"}')).toBe(1);
  expect(values.get('capstone_disk_free_bytes')).toBeGreaterThan(0);
  expect(values.get('capstone_disk_size_bytes')).toBeGreaterThan(0);
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  const inUse = values.get('capstone_database_connections{state="in use"}');
  const idle = values.get('capstone_database_connections{state="idle"}');
  if (engineName === 'sqlite') expect([inUse, idle]).toEqual([undefined, undefined]);
  else expect(Number(inUse) + Number(idle)).toBeGreaterThan(0);
  release();
  (await waiting)();
  await verifying;
  const after = await scrape(app);
  expect(after.get('capstone_uploads_running')).toBe(0);
  expect(after.get('capstone_passwords_waiting')).toBe(0);
  expect(after.get('capstone_passwords_begun_total')).toBe(5);
  expect(after.get('capstone_passwords_wait_seconds_total')).toBeGreaterThan(0);
});

test('mail that waits is counted with the age of the oldest', async () => {
  const empty = await scrape(await makeMeasuredApp());
  expect([empty.get('capstone_mail_waiting'), empty.get('capstone_mail_oldest_seconds')]).toEqual([0, 0]);
  const other = await makeMeasuredApp();
  const mail = { to: 'asha@example.test', subject: 'Receipt', text: 'Words', html: '<p>Words</p>' };
  const post = (event: string) =>
    other.context.database.transaction((writer) =>
      enqueueMail(writer, { ...mail, event }, other.clock.now()),
    );
  await post('receipt:1');
  other.clock.advance(90_000);
  await post('receipt:2');
  const values = await scrape(other);
  expect(values.get('capstone_mail_waiting')).toBe(2);
  expect(values.get('capstone_mail_oldest_seconds')).toBe(90);
});

test('a metric that fails or hangs is left out, and the others are there', { tags: 'full' }, async () => {
  const app = await makeMeasuredApp();
  // Added before the first scrape, as every capability does while it is wired.
  const { context } = app;
  context.metrics.push(
    {
      name: 'capstone_test_failing',
      help: 'It fails',
      type: 'gauge',
      read: () => Promise.reject(new Error()),
    },
    {
      name: 'capstone_test_hanging',
      help: 'It hangs',
      type: 'gauge',
      read: () => new Promise<number>(() => {}),
    },
    { name: 'capstone_test_fine', help: 'It is', type: 'gauge', read: () => 7 },
  );
  const values = await scrape(app);
  expect(values.get('capstone_test_fine')).toBe(7);
  expect(values.has('capstone_test_failing')).toBe(false);
  expect(values.has('capstone_test_hanging')).toBe(false);
  expect(values.has('process_resident_memory_bytes')).toBe(true);
});

test('jobs that nobody runs are counted with how late they are, and those that were given up', async () => {
  const app = await makeMeasuredApp();
  const { context, clock } = app;
  const now = clock.now();
  const job = { kind: 'test', payload: 'null', created_at: now, wanted_at: now, due_at: now };
  const jobs = [
    { ...job, key: 'due' },
    { ...job, key: 'later', wanted_at: now + 900_000, due_at: now + 900_000 },
    { ...job, key: 'dead', failed_at: now },
  ];
  await context.database.transaction((writer) => writer.insertInto('jobs').values(jobs).execute());
  clock.advance(30_000);
  const values = await scrape(app);
  expect(values.get('capstone_jobs_due')).toBe(1);
  expect(values.get('capstone_jobs_oldest_seconds')).toBe(30);
  expect(values.get('capstone_jobs_dead')).toBe(1);
});
