import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { makePortalFixture } from '#support/portal-fixture';
import { postForm } from '#support/posted-forms';
import { webBuild } from '#support/web-build';

/** What somebody gains who asks for everything at once. */

test('the event loop for oneself, by pages of posted forms beyond what an account may have under way', async () => {
  const { app, clients, people } = await makePortalFixture({ classmate: {} }, { app: { pages: webBuild() } });
  const held = await app.app.requestTurns.enter(people.student.id, replyOf(), 16);
  const answered: string[] = [];
  const post = async (who: 'student' | 'classmate') => {
    const { status } = await postForm(clients[who], '/account', { what: 'nothing' });
    expect(status).toBeLessThan(500);
    answered.push(who);
  };
  const waiting = post('student');
  for (let n = 0; n < 3; n++) await post('classmate');
  expect(answered).not.toContain('student');
  app.app.requestTurns.leave(held);
  await waiting;
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
