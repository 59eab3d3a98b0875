import type { InjectOptions } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PageBuild } from '#server/frame/page-build';
import { buildSelection, buildStudent } from '#support/factories';
import { cheapPasswords } from '#support/cheap-passwords';
import { encodeForm } from '#support/encode-form';
import { makePortalFixture } from '#support/portal-fixture';
import { postForm } from '#support/posted-forms';
import { comments, dayMs, file, makeStudentFixture, week } from '#support/student-fixture';
import type { Answer } from '#support/test-app';
import { stopTime } from '#support/stop-time';
import { webBuild } from '#support/web-build';

/** What somebody gains who asks for everything at once. */

/** Ten calls of a student or two pages, twenty calls of staff and thirty of a network; none comes back while time stands still. */
const few = { requestsPerSecond: 1 };

const times = (count: number, send: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, send));
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

function expectRefused({ status, body, headers }: Answer): void {
  expect({ status, body }).toEqual({
    status: 429,
    body: { code: 'too_many', message: expect.any(String), request_id: expect.any(String) },
  });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('everybody’s time, by calls of one account: it is refused, and nobody else is', async () => {
  const { clients, people, receipt } = await makePortalFixture({ classmate: {} }, { settings: few });
  stopTime();
  const read = (who: 'student' | 'classmate') =>
    clients[who].get(`/api/students/timeline/${people[who].email}`);
  const flood = await times(60, () => read('student'));
  expect([count(flood, 200), count(flood, 429)]).toEqual([10, 50]);
  expectRefused(flood.at(-1) as Answer);
  expectRefused(await clients.student.get(`/api/receipts/${receipt.number}`));
  for (const answer of await times(8, () => read('classmate'))) expect(answer.status).toBe(200);
  const { status } = await clients.student.form(`/api/students/uploadWeek/${people.student.email}`, [
    week('1'),
    comments('The flood is no reason to refuse this.'),
  ]);
  expect(status, 'what is submitted has places of its own').toBe(201);
});

test.each<[string, string, number]>([
  ['what is not theirs', '/api/staff/batches', 403],
  ['what there is not', '/api/receipts/none', 404],
  ['what cannot be read', '/api/students/timeline/x%00', 400],
])('everybody’s time, by asking for %s', async (_, url, status) => {
  const { clients } = await makePortalFixture({}, { settings: few });
  stopTime();
  const answers = await times(30, () => clients.outsider.get(url));
  expect([count(answers, status), count(answers, 429)]).toEqual([10, 20]);
});

test('everybody’s time, by pages and posted forms: the shell, a short page, and Retry-After', async () => {
  const { clients } = await makePortalFixture(
    { classmate: {} },
    {
      settings: few,
      app: { pages: webBuild() },
    },
  );
  stopTime();
  const page = () => clients.student.get('/StudentDashboard');
  for (const { status } of await times(2, page)) expect(status).toBe(200);
  const refused = await page();
  expect(refused.status).toBe(429);
  expect(refused.headers['content-type']).toContain('text/html');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const form = await postForm(clients.student, '/account', { what: 'nothing' });
  expect(form.status).toBe(429);
  expect(form.body).toContain('Your form was not sent');
  expect(Number(form.headers['retry-after'])).toBeGreaterThan(0);
  const { body, headers } = encodeForm([week('1')]);
  const submit = () =>
    clients.student.send({ method: 'POST', url: '/WeeklySubmission', headers, payload: body });
  for (const { status } of await times(2, submit))
    expect(status, 'other requests do not count against it').toBeLessThan(429);
  expect((await submit()).status, 'its own do').toBe(429);
  expectRefused(await clients.student.get('/login'));
  expect((await postForm(clients.classmate, '/account', { what: 'nothing' })).status).toBeLessThan(429);
});

/** @returns a number, so that the work is not left out */
function takeThread(ms: number): number {
  const before = process.threadCpuUsage();
  let sum = 0;
  for (let usedMs = 0; usedMs < ms;) {
    for (let n = 0; n < 100_000; n++) sum += Math.sqrt(n);
    const { user, system } = process.threadCpuUsage(before);
    usedMs = (user + system) / 1_000;
  }
  return sum;
}

/** Pages that take the thread 30 ms each. */
const costlyPages = (): PageBuild => ({
  ...webBuild(),
  loadRenderer: async () => ({
    async render({ user, url }) {
      const isWhole = user === null || takeThread(30) > 0;
      return { status: 200, headers: new Headers(), html: Buffer.from(`the page ${url} ${isWhole}`) };
    },
    renderShell: async () => ({ status: 200, headers: new Headers(), html: Buffer.from('the shell') }),
  }),
});

test('everybody’s time, by pages of one account: they count for what they take, and give way', async () => {
  const pages = costlyPages();
  const { clients } = await makePortalFixture({ classmate: {} }, { app: { pages } });
  const flooded: number[] = [];
  const ask = async () => {
    flooded.push((await clients.student.get('/viva')).status);
  };
  const flood = Array.from({ length: 24 }, ask);
  const between: number[] = [];
  const answers: unknown[] = [];
  // The first ones: what an account takes is known when it has been taken.
  while (flooded.length < 6) await sleep(5);
  while (flooded.length < 20) {
    const before = flooded.length;
    answers.push((await clients.classmate.get('/viva')).body);
    between.push(flooded.length - before);
    await sleep(50);
  }
  await Promise.all(flood);
  expect(new Set(answers)).toEqual(new Set(['the page /viva true']));
  expect(Math.max(...between), 'pages of the flood before a classmate’s').toBeLessThanOrEqual(2);
});

test('nothing by being many: 300 students behind one address log in, look around and submit', async () => {
  const { app, context, student } = await makeStudentFixture(8);
  const password_hash = await cheapPasswords.hash('correct horse');
  const { project_id } = await context.database.reader
    .selectFrom('selections')
    .select('project_id')
    .executeTakeFirstOrThrow();
  const statuses = new Map<number, number>();
  const send = async (options: InjectOptions) => {
    const response = await app.inject(options);
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    return response;
  };
  async function work(n: number): Promise<void> {
    const { id, email } = await buildStudent(context, { batch_id: student.batch_id, password_hash });
    await buildSelection(context, {
      account_id: id,
      project_id,
      started_at: context.clock.now() - 8 * dayMs,
    });
    const payload = { email, password: 'correct horse' };
    const { cookies } = await send({ method: 'POST', url: '/api/auth/login', payload });
    const own = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    await send({ method: 'GET', url: `/api/students/timeline/${email}`, cookies: own });
    const { body, headers } = encodeForm([week('1'), comments(`work ${n}`), file(`work ${n}`)]);
    const url = `/api/students/uploadWeek/${email}`;
    await send({ method: 'POST', url, cookies: own, headers, payload: body });
  }
  // Of logins a hundred wait at most.
  const bench = async (row: number) => {
    for (let n = 0; n < 10; n++) await work(row * 10 + n);
  };
  await Promise.all(Array.from({ length: 30 }, (_, row) => bench(row)));
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 201: 300 });
});
