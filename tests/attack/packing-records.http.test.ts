import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildAdministrator, buildStudent } from '#support/factories';
import { cookieOf, listen } from '#support/open-upload';
import { comments, file, makeStudentFixture, week } from '#support/student-fixture';

/** What somebody gains who has records packed, which costs the portal far more than asking for them. */

const limits = { maxConcurrent: 2, maxOfAccount: 1, maxQueued: 2, maxQueuedOfAccount: 1, maxWaitMs: 20_000 };

async function makePortal(recordConcurrency = limits) {
  const fixture = await makeStudentFixture(8, { recordConcurrency });
  // More than connections hold: who does not read keeps it from being packed to its end.
  const noise = randomBytes(12_000_000);
  await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x'), file(noise)]);
  const port = await listen(fixture);
  /** Asks for a record, and reads none of it. */
  const ask = async (
    account: { id: number; email: string } = fixture.student,
    path = `/api/students/record/${account.email}`,
  ) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path,
      headers: { cookie: await cookieOf(fixture, account) },
    });
    sent.on('error', () => {});
    onTestFinished(() => void sent.destroy());
    const answer = once(sent.end(), 'response').then(([response]) => response as IncomingMessage);
    answer.catch(() => {});
    return { sent, answer };
  };
  const { recordLimiter } = fixture.context;
  const counts = () => [recordLimiter.running(), recordLimiter.queued()];
  return { ...fixture, ask, counts };
}

test('records of one’s own, many at once: the second waits for the first, and more are refused', async () => {
  const portal = await makePortal();
  const first = await portal.ask();
  expect((await first.answer).statusCode).toBe(200);
  const second = await portal.ask();
  await eventually(() => expect(portal.counts()).toEqual([1, 1]));
  const third = await (await portal.ask()).answer;
  expect([third.statusCode, Number(third.headers['retry-after']) > 0]).toEqual([429, true]);
  third.resume();
  const other = await portal.ask(await buildStudent(portal.context));
  expect((await other.answer).statusCode, 'somebody else’s').toBe(200);
  first.sent.destroy();
  expect((await second.answer).statusCode).toBe(200);
});

test('a second record after its wait', async () => {
  const portal = await makePortal({ ...limits, maxWaitMs: 20 });
  await (
    await portal.ask()
  ).answer;
  const refused = await (await portal.ask()).answer;
  expect(refused.statusCode).toBe(429);
  refused.resume();
});

test('records of many accounts at once', async () => {
  const portal = await makePortal({ ...limits, maxConcurrent: 1, maxQueued: 0 });
  await (
    await portal.ask()
  ).answer;
  const refused = await (await portal.ask(await buildStudent(portal.context))).answer;
  expect(refused.statusCode).toBe(503);
  refused.resume();
});

test('a second export of a person is not called a record of one’s own', async () => {
  const portal = await makePortal({ ...limits, maxWaitMs: 20 });
  const administrator = await buildAdministrator(portal.context);
  const url = `/api/staff/people/${portal.student.email}/export`;
  expect((await (await portal.ask(administrator, url)).answer).statusCode).toBe(200);
  expect(await (await portal.as(administrator)).get(url)).toMatchObject({
    status: 429,
    body: {
      message: 'Another export of yours is already being downloaded. Please wait until it is finished.',
    },
  });
});
