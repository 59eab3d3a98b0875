import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { engineName } from '#support/empty-database';
import { eventually } from '#support/eventually';
import { makePortalFixture } from '#support/portal-fixture';
import { endSelection } from './end-selection.ts';
import { insertSelection } from './insert-selection.ts';

/** What is done for a student while the office corrects the start is judged by the corrected one. */

async function makePortal() {
  const portal = await makePortalFixture({});
  const { context, clock } = portal.app;
  const { database } = context;
  const due = JSON.stringify({ 'week-2': { days: 2 } });
  await database.transaction((writer) =>
    writer.updateTable('batches').set({ due_days: due }).where('id', '=', portal.batch.id).execute(),
  );
  const accountId = portal.people.student.id;
  const ending = { actorId: portal.people.administrator.id, at: clock.now(), reason: 'Wrong month' };
  const isBlocked = async () => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from pg_locks where not granted`.execute(database.reader);
    expect(Number(rows[0]?.count)).toBeGreaterThan(0);
  };
  /** @param startedAt null undoes the choice */
  async function beside<Answer>(startedAt: number | null, act: () => Promise<Answer>): Promise<Answer> {
    const acting = Promise.withResolvers<Answer>();
    await database.transaction(async (writer) => {
      const endedAs = startedAt === null ? 'undone' : 'corrected';
      const { projectId, chosenAt, ...standing } = await endSelection(writer, accountId, endedAs, ending);
      if (startedAt !== null)
        await insertSelection(writer, {
          accountId,
          projectId,
          startedAt,
          chosenAt: chosenAt ?? standing.startedAt,
        });
      void act().then(acting.resolve, acting.reject);
      // On SQLite the act waits for this transaction as a whole.
      await (engineName === 'postgres' ? eventually(isBlocked) : sleep(100));
    });
    return acting.promise;
  }
  const { email } = portal.people.student;
  const submit = () =>
    portal.clients.student.form(`/api/students/uploadWeek/${email}`, [
      ['selectedWeek', '2'],
      ['comments', 'Done'],
    ]);
  const extend = (until: string) =>
    portal.clients.mentor.post(`/api/staff/students/${email}/extensions`, {
      task: 'week-2',
      until,
      reason: 'Ill',
    });
  const correct = (start: string) =>
    portal.clients.mentor.post(`/api/staff/students/${email}/start`, { start, reason: 'Wrong month' });
  // 21 November 2026, 14:30 in Kolkata.
  const daysAgo = (days: number) => clock.now() - days * dayMs;
  return { ...portal, database, accountId, beside, submit, extend, correct, daysAgo };
}

test('a submission is late by the corrected start', async () => {
  const { beside, submit, daysAgo } = await makePortal();
  const sent = await beside(daysAgo(15), submit);
  expect(sent.status, sent.body.message).toBe(201);
  expect(sent.body.receipt).toMatchObject({ late: false, due_at: '2026-11-22T18:29:59.999Z' });
});

test('a submission that the corrected start makes late is late', async () => {
  const { beside, submit, daysAgo, correct } = await makePortal();
  await correct('2026-11-06T14:30');
  const sent = await beside(daysAgo(20), submit);
  expect(sent.body.receipt).toMatchObject({ late: true, due_at: '2026-11-17T18:29:59.999Z' });
});

test.each([
  ['a task that the corrected start closes', 3, 403],
  ['an undone choice', null, 409],
])('a submission for %s is refused, and leaves nothing', async (_, days, status) => {
  const { beside, submit, daysAgo, database } = await makePortal();
  expect(await beside(days && daysAgo(days), submit)).toMatchObject({ status });
  const versions = await database.reader.selectFrom('submissions').select('task').execute();
  expect(versions).toEqual([{ task: 'week-1' }]);
});

test('an extension is granted, or refused, by the corrected start', async () => {
  const { beside, extend, daysAgo, database } = await makePortal();
  const early = await beside(daysAgo(10), () => extend('2026-11-24'));
  expect(early).toMatchObject({ status: 400, body: { message: /must not end before the due date/ } });
  expect(await beside(daysAgo(15), () => extend('2026-11-24'))).toMatchObject({ status: 201 });
  const rows = await database.reader.selectFrom('extensions').select(['due_before', 'due_at']).execute();
  expect(rows).toEqual([
    {
      due_before: Date.parse('2026-11-22T18:29:59.999Z'),
      due_at: Date.parse('2026-11-24T18:29:59.999Z'),
    },
  ]);
});

test('the extension for an outage begins at the due date of the corrected start', async () => {
  const { beside, clients, batch, daysAgo, database } = await makePortal();
  const outage = { from: '2026-11-20T00:00', to: '2026-11-21T00:00', reason: 'Power cut' };
  const granted = await beside(daysAgo(15), () =>
    clients.mentor.post(`/api/staff/batches/${batch.name}/outage`, outage),
  );
  expect(granted, granted.body.message).toMatchObject({ status: 201 });
  const rows = await database.reader
    .selectFrom('extensions')
    .where('task', '=', 'week-2')
    .select(['due_before', 'due_at'])
    .execute();
  expect(rows).toEqual([
    {
      due_before: Date.parse('2026-11-22T18:29:59.999Z'),
      due_at: Date.parse('2026-11-23T18:29:59.999Z'),
    },
  ]);
});
