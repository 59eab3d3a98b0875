import { expect, test } from 'vitest';
import { makePortalFixture } from '#support/portal-fixture';
import { postForm } from '#support/posted-forms';
import { webBuild } from '#support/web-build';

/** What somebody gains who asks for everything at once: what is seen under a flood, and by time. */

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

test('the processor’s time, by forms that are refused and come again at once', async () => {
  const { app, clients } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const rows = Array.from({ length: 130 }, () => ({
    kind: 'login-address',
    subject: '127.0.0.1',
    source: null,
    at: app.clock.now(),
  }));
  await app.context.database.transaction((writer) =>
    writer.insertInto('rate_limit_hits').values(rows).execute(),
  );
  const startedAt = performance.now();
  const guess = async (_: unknown, n: number) => {
    const fields = { email: `guess${n}@example.test`, password: 'guess' };
    expect((await postForm(clients.nobody, '/login', fields)).status).toBe(429);
    return performance.now() - startedAt;
  };
  const waited = await Promise.all(Array.from({ length: 24 }, guess));
  // Sixteen of a network are refused at once, and as many a second after that.
  expect(waited.filter((ms) => ms < 400).length).toBeLessThanOrEqual(23);
});
