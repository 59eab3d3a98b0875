import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildStudent, buildSubmission } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { lockAccount, lockAccounts } from '../accounts/queries.ts';
import { insertAnswer } from './reviews/review-rows.ts';
import type { Writer } from '../platform/database/database.ts';

async function makePortal() {
  const { app, batch, clients, people, project, receipt } = await makePortalFixture({});
  const address = `/api/staff/submissions/${receipt.number}`;
  const mark = (released: boolean) =>
    clients.mentor.put(`${address}/mark`, { marks: 55, comments: 'Short', released, original: null });
  return { app, batch, clients, people, project, receipt, address, mark };
}
type Portal = Awaited<ReturnType<typeof makePortal>>;

async function lockStudent(writer: Writer, { people }: Portal): Promise<number> {
  const { id } = await writer
    .selectFrom('accounts')
    .where('email', '=', people.student.email)
    .forShare()
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A submission's transaction locks the student's account, and then the student's progress. Here another change
 * of the same student comes between.
 */
async function besideSubmission(
  portal: Portal,
  table: 'task_progress' | 'student_progress',
  change: () => Promise<{ status: number }>,
): Promise<number> {
  const changing = Promise.withResolvers<{ status: number }>();
  let attempts = 0;
  await portal.app.context.database.transaction(async (writer) => {
    if (++attempts > 1) return;
    const id = await lockStudent(writer, portal);
    void change().then(changing.resolve, changing.reject);
    await sleep(300);
    // Shorter than the database's own search for deadlocks, after which one of both is tried again.
    await sql`set local lock_timeout = '500ms'`.execute(writer);
    await writer
      .updateTable(table)
      .set((old) => ({ batch_id: old.ref('batch_id') }))
      .where('account_id', '=', id)
      .execute();
  });
  expect(attempts, 'the change holds nothing that a submission waits for').toBe(1);
  return (await changing.promise).status;
}

describe.runIf(engineName === 'postgres')(
  'beside a submission of the same student, without a deadlock,',
  () => {
    test('a mark is released at once', async () => {
      const portal = await makePortal();
      expect(await besideSubmission(portal, 'task_progress', () => portal.mark(true))).toBe(200);
    });

    test('a mark that is not released need not wait', async () => {
      const portal = await makePortal();
      const saved = await portal.app.context.database.transaction(async (writer) => {
        await lockStudent(writer, portal);
        return portal.mark(false);
      });
      expect(saved.status).toBe(200);
    });

    test('a sheet releases one task and saves another', async () => {
      const portal = await makePortal();
      const { app, batch, clients, people } = portal;
      await buildSubmission(app.context, { account_id: people.student.id, task: 'week-2' });
      const { email } = people.student;
      const text = `Email,Task,Marks,Released\n${email},week-1,50,no\n${email},week-2,50,yes\n`;
      const save = () =>
        clients.mentor.post(`/api/staff/batches/${batch.name}/marks`, { text, task: 'week-1' });
      expect(await besideSubmission(portal, 'task_progress', save)).toBe(200);
    });

    test('a saved mark is released in a list', async () => {
      const portal = await makePortal();
      const { clients, batch, receipt } = portal;
      await portal.mark(false);
      const release = () =>
        clients.mentor.post(`/api/staff/batches/${encodeURIComponent(batch.name)}/releases`, {
          task: 'week-1',
          released: true,
          marks: [{ number: receipt.number, marks: 55 }],
        });
      expect(await besideSubmission(portal, 'task_progress', release)).toBe(200);
    });

    test('a review is answered', async () => {
      const portal = await makePortal();
      const { clients, people, address } = portal;
      await portal.mark(true);
      const asked = { task: 'week-1', version: 1, reason: 'The tests count.' };
      await clients.student.post(`/api/students/secondLook/${people.student.email}`, asked);
      const answer = () => clients.administrator.put(`${address}/second-look`, { answer: 'They do.' });
      expect(await besideSubmission(portal, 'task_progress', answer)).toBe(200);
    });

    test('a review that was answered meanwhile is not passed on', async () => {
      const portal = await makePortal();
      const { app, clients, people, address, receipt } = portal;
      await portal.mark(true);
      const asked = { task: 'week-1', version: 1, reason: 'The tests count.' };
      await clients.student.post(`/api/students/secondLook/${people.student.email}`, asked);
      const passing = Promise.withResolvers<{ status: number }>();
      await app.context.database.transaction(async (writer) => {
        await lockAccount(writer, people.student.id);
        const passed = clients.administrator.put(`${address}/second-look/comment`, {
          comment: 'You decide.',
          to_office: true,
        });
        void passed.then(passing.resolve, passing.reject);
        await sleep(300);
        const { id } = await writer
          .selectFrom('submissions')
          .where('number', '=', receipt.number)
          .select('id')
          .executeTakeFirstOrThrow();
        await insertAnswer(writer, {
          submissionId: id,
          answer: 'They do.',
          accountId: people.administrator.id,
          at: 1,
        });
      });
      expect((await passing.promise).status).toBe(409);
    });

    test('a due date is extended', async () => {
      const portal = await makePortal();
      const { app, batch, clients, people } = portal;
      await app.context.database.transaction((writer) =>
        writer
          .updateTable('batches')
          .set({ due_days: '{"week-2":{"days":1}}' })
          .where('id', '=', batch.id)
          .execute(),
      );
      const extension = { task: 'week-2', until: '2027-01-01', reason: 'Ill' };
      const extend = () =>
        clients.mentor.post(`/api/staff/students/${people.student.email}/extensions`, extension);
      expect(await besideSubmission(portal, 'student_progress', extend)).toBe(201);
    });

    test('nor beside another change of the same students, whatever its order', async () => {
      const { app } = await makePortal();
      const { database } = app.context;
      const [low, high] = [await buildStudent(app.context), await buildStudent(app.context)].map(
        ({ id }) => id,
      );
      const other = Promise.withResolvers<void>();
      let attempts = 0;
      // Its row is then behind the other one.
      await database.transaction((writer) => lockAccount(writer, low!));
      await database.transaction(async (writer) => {
        if (++attempts > 1) return;
        await lockAccount(writer, low!);
        const locked = database.transaction(async (second) => {
          // As the planner may for many students.
          await sql`set local enable_indexscan = off`.execute(second);
          await sql`set local enable_bitmapscan = off`.execute(second);
          await lockAccounts(second, [high!, low!]);
        });
        void locked.then(other.resolve, other.reject);
        await sleep(300);
        await sql`set local lock_timeout = '500ms'`.execute(writer);
        await lockAccount(writer, high!);
      });
      await other.promise;
      expect(attempts).toBe(1);
    });

    test('a project is undone', async () => {
      const portal = await makePortal();
      const { clients, people, project } = portal;
      const undo = () =>
        clients.administrator.post(`/api/staff/students/${people.student.email}/undo-selection`, {
          p_id: project.id,
          reason: 'Wrong course',
        });
      expect(await besideSubmission(portal, 'student_progress', undo)).toBe(201);
    });
  },
);
