import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildBatch, buildStudent } from '#support/factories';
import { openLocation } from '#support/locations';
import { makeTestApp, type TestApp } from '#support/test-app';

/** Holds what every change needs, as a long transaction of another process would; reads go on. */
async function lockDatabase({ databaseLocation }: TestApp): Promise<() => Promise<void>> {
  const other = openLocation(databaseLocation);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let locked = (): void => {};
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const transaction = other.writer.transaction().execute(async (writer) => {
    if (engineName === 'postgres')
      await sql`lock table accounts, sessions, questions in exclusive mode`.execute(writer);
    locked();
    await held;
  });
  await isLocked;
  const end = async (): Promise<void> => {
    release();
    await transaction;
  };
  onTestFinished(async () => {
    await end();
    await other.close();
  });
  return end;
}

const signUpAs = (name: string) => ({
  name,
  email: `${name}@example.test`,
  password: 'secret1',
  phone: '9999999999',
  batch: 'ANY',
});

test('a change waits for a lock and then goes through', async () => {
  const app = await makeTestApp();
  const unlock = await lockDatabase(app);
  const { database } = app.context;
  const { nonDurableTransaction } = database;
  const begun = new Promise<void>((resolve) => {
    // The first change of a signup counts it.
    database.nonDurableTransaction = (change) => {
      resolve();
      return nonDurableTransaction(change);
    };
  });
  const answer = app.nobody.post('/api/auth/signup', signUpAs('asha'));
  await begun;
  // Longer than the engine itself waits for a lock: the change has to be tried again.
  await sleep(100);
  await unlock();
  expect((await answer).status).toBe(201);
});

test('a lock that does not end is a 503 with Retry-After; reads go on, and so does everything after it', async () => {
  const app = await makeTestApp({ lockWaitMs: 300 });
  const student = await app.as(await buildStudent(app.context));
  await buildBatch(app.context, { name: 'OPEN-1' });
  const unlock = await lockDatabase(app);
  const change = app.nobody.post('/api/auth/signup', signUpAs('asha'));
  // The lock is held until these have been answered.
  expect((await app.nobody.get('/api/health')).status).toBe(200);
  expect((await student.get('/api/auth/session')).body.student).not.toBeNull();
  const refused = await change;
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await unlock();
  expect((await app.nobody.post('/api/auth/signup', signUpAs('asha'))).status).toBe(201);
});
