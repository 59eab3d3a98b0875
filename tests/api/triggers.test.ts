import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import type { Writer } from '#server/platform/database/database';
import { engineName } from '#support/empty-database';
import { buildComment, buildMark, buildQuestion, buildStudent, buildSubmission } from '#support/factories';
import { makeTestContext } from '#support/test-app';

/** The tables that triggers maintain, whoever writes and in whatever order. */

async function makeStudent() {
  const { context } = await makeTestContext();
  const student = await buildStudent(context);
  const progress = () =>
    context.database.reader
      .selectFrom('task_progress')
      .where('account_id', '=', student.id)
      .select(['submission_id', 'version', 'is_marked', 'released_id'])
      .executeTakeFirstOrThrow();
  const submit = (version: number) => buildSubmission(context, { account_id: student.id, version });
  return { context, student, progress, submit };
}

test('the newest submission is the one of the highest version, in whatever order they are inserted', async () => {
  const { context, progress, submit } = await makeStudent();
  const third = await submit(3);
  const first = await submit(1);
  const newest = { submission_id: third.id, version: 3 };
  expect(await progress()).toEqual({ ...newest, is_marked: 0, released_id: null });

  await buildMark(context, { submission_id: first.id });
  expect(await progress()).toEqual({ ...newest, is_marked: 0, released_id: first.id });
  await buildMark(context, { submission_id: third.id, released: 0 });
  expect(await progress()).toEqual({ ...newest, is_marked: 1, released_id: first.id });

  const second = await submit(2);
  expect(await progress(), 'an older version takes nothing away').toEqual({
    ...newest,
    is_marked: 1,
    released_id: first.id,
  });
  await buildMark(context, { submission_id: second.id });
  expect(await progress()).toMatchObject({ is_marked: 1, released_id: second.id });

  const fourth = await submit(4);
  expect(await progress()).toEqual({
    submission_id: fourth.id,
    version: 4,
    is_marked: 0,
    released_id: second.id,
  });
});

test('of two marks released at the same time the one of the higher version shows', async () => {
  const { context, progress, submit } = await makeStudent();
  const [first, second] = [await submit(1), await submit(2)];
  const { database } = context;
  const release = (writer: Writer, submission_id: number) =>
    writer
      .insertInto('marks')
      .values({ submission_id, marks: 1, comments: '', released: 1, marked_by: null, marked_at: 1 })
      .execute();
  const waiting = sql<{ count: number }>`select count(*) as count from pg_locks where not granted`;
  let other: Promise<unknown> | undefined;
  await database.transaction(async (writer) => {
    await release(writer, second.id);
    other = database.transaction((another) => release(another, first.id));
    // SQLite lets the other begin only after this one.
    if (engineName === 'sqlite') return;
    await eventually(async () =>
      expect((await waiting.execute(database.reader)).rows[0]?.count).toBeGreaterThan(0),
    );
  });
  await other;
  expect(await progress()).toMatchObject({ is_marked: 1, released_id: second.id });
});

test('a discussion’s version counts questions, edits, deletions and comments, and no views', async () => {
  const { context, student } = await makeStudent();
  const batch_id = student.batch_id as number;
  const version = async () =>
    (
      await context.database.reader
        .selectFrom('discussion_versions')
        .where('batch_id', '=', batch_id)
        .select('version')
        .executeTakeFirst()
    )?.version;
  const change = (set: {
    text?: string;
    view_count?: number;
    edited_at?: number;
    deleted_at?: number | null;
  }) =>
    context.database.transaction((writer) =>
      writer.updateTable('questions').set(set).where('id', '=', question.id).execute(),
    );
  expect(await version()).toBeUndefined();
  const question = await buildQuestion(context, { batch_id, author_id: student.id });
  expect(await version()).toBe(1);
  await change({ view_count: 5 });
  await change({ deleted_at: null });
  expect(await version()).toBe(1);
  await change({ text: 'Else?', view_count: 6 });
  expect(await version()).toBe(2);
  await change({ edited_at: 7 });
  expect(await version()).toBe(3);
  await buildComment(context, { question_id: question.id, author_id: student.id });
  expect(await version()).toBe(4);
  await change({ deleted_at: 8 });
  expect(await version()).toBe(5);
});
