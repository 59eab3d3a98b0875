import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { makeSlowPortal, slots, uploadCounts } from '#support/slow-portal';
import { comments, makeStudentFixture, week } from '#support/student-fixture';
import { bodyLimits } from '#server/platform/http/limits/slow-bodies';

/** What somebody gains who opens many connections and sends next to nothing. */

test('every place for submissions: one account has its share, its next ones wait, and more are refused', async () => {
  const portal = await makeSlowPortal({ uploadConcurrency: slots });
  for (let n = 0; n < 4; n++) await portal.openSlowly();
  await eventually(() => expect(uploadCounts(portal)).toEqual([2, 2]));
  const refused = await portal.openSlowly();
  expect(await refused.answer).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect(Number((await refused.answer).headers['retry-after'])).toBeGreaterThan(0);
  expect((await portal.submit()).status).toBe(201);
});

test('connections without an account: the body of a login must come, and not from everywhere at once', async () => {
  const portal = await makeSlowPortal({ app: { bodies: { ...bodyLimits, longestMs: 60, sweepMs: 20 } } });
  const slow = openLogin(portal.port);
  const [answer] = (await once(slow, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
  answer.resume();
  await once(slow, 'close');
});

test('connections without an account: one network keeps so many and no more', async () => {
  const limits = { ...bodyLimits, longestMs: 60_000, maxOfNetwork: 2, sweepMs: 20 };
  const portal = await makeSlowPortal({ app: { bodies: limits } });
  const opened = Array.from({ length: 5 }, () => openLogin(portal.port));
  const ended: number[] = [];
  for (const slow of opened)
    slow.once('response', (answer) => void ended.push(answer.resume().statusCode as number));
  await eventually(() => expect(ended).toEqual([408, 408, 408]));
  const { body } = await portal.nobody.post('/api/auth/login', { email: 'x@example.test', password: 'x' });
  expect(body.code, 'others log in').toBe('invalid_credentials');
  expect(ended).toHaveLength(3);
});

test('a connection by what was refused: the rest of a body is not read for ever', async () => {
  const limits = { ...bodyLimits, restLongestMs: 60, sweepMs: 20 };
  const portal = await makeSlowPortal({ app: { bodies: limits } });
  const refused = openLogin(portal.port, { 'sec-fetch-site': 'cross-site' });
  const [answer] = (await once(refused, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  answer.resume();
  await once(refused, 'close');
});

test('a second version by sending one request a hundred times at once', async () => {
  const fixture = await makeStudentFixture(8);
  const send = () =>
    fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')], { 'idempotency-key': 'k' });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses.has(201)).toBe(true);
  expect([...statuses].filter((status) => ![201, 409].includes(status))).toEqual([]);
  expect(await fixture.rows()).toHaveLength(1);
});

/** Announces a login of 240 KB, and sends one byte. */
function openLogin(port: number, more: Record<string, string> = {}): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': '240000', ...more };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/auth/login', headers });
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  sent.write('{');
  return sent;
}
