import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { makePortalFixture } from '#support/portal-fixture';

/** What somebody gains who asks for everything at once. */

test('the event loop for oneself: a classmate’s call waits behind a flood of one account', async () => {
  const { clients, people } = await makePortalFixture({ classmate: {} });
  const answered: string[] = [];
  const ask = async (who: 'student' | 'classmate') => {
    const { status } = await clients[who].get(`/api/students/timeline/${people[who].email}`);
    expect(status).toBe(200);
    answered.push(who);
  };
  const flood = Array.from({ length: 120 }, () => ask('student'));
  await Promise.all([...flood, ask('classmate')]);
  expect(answered.indexOf('classmate'), 'answers of the flood before it').toBeLessThan(60);
});

test('the memory, by calls that wait for their turn', async () => {
  const { app, clients, people } = await makePortalFixture({ classmate: {} });
  const held = await app.app.requestTurns.enter(people.student.id, replyOf(), 16);
  const url = `/api/students/timeline/${people.student.email}`;
  const waiting = Array.from({ length: 501 }, () => clients.student.get(url));
  const refused = await Promise.race(waiting);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await clients.classmate.get(`/api/students/timeline/${people.classmate.email}`)).status).toBe(200);
  app.app.requestTurns.leave(held);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(500);
});

/** Of a request that somebody else has sent. */
const replyOf = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;
