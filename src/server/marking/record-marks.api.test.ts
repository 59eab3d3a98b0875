import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { buildBatch, buildMark, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestContext } from '#support/test-app';
import { failedItem, recordMarks, type Mark } from './record-mark.ts';

async function makeClass(count: number) {
  const { context } = await makeTestContext();
  const batch = await buildBatch(context);
  const buildOne = async (n: number) => {
    const { id: accountId } = await buildStudent(context, { batch_id: batch.id });
    const { id, number } = await buildSubmission(context, { account_id: accountId });
    return { line: n + 2, newest: { id, number, accountId } };
  };
  const students: Awaited<ReturnType<typeof buildOne>>[] = [];
  for (let n = 0; n < count; n += 1) students.push(await buildOne(n));
  const now = context.clock.now();
  type Student = (typeof students)[number];
  const save = (
    mark: (student: Student) => Mark,
    { known = {}, at = now, actorId = null, countStatement = () => {} }: Saving = {},
  ) =>
    context.database.transaction(async (transaction) => {
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => (countStatement(), node),
        transformResult: async ({ result }) => result,
      };
      await recordMarks(
        transaction.withPlugin(counter),
        students.map((student) => ({ ...student, mark: mark(student) })),
        {
          by: () => ({ actorId, at, ...known }),
          named: ({ line }, failure) => failedItem(`Row ${line}`, failure),
        },
      );
    });
  const { reader } = context.database;
  // PostgreSQL gives changed rows in any order.
  const rowsOf = async (table: 'marks' | 'notices') =>
    table === 'marks'
      ? reader.selectFrom('marks').orderBy('submission_id').selectAll().execute()
      : reader.selectFrom('notices').selectAll().execute();
  return { context, batch, students, save, rowsOf, now };
}
type Saving = { known?: object; at?: number; actorId?: number | null; countStatement?: () => void };

test('each failed item of a list is named, and none is saved', async () => {
  const { context, students, save, rowsOf, now } = await makeClass(3);
  const [, second] = students;
  const { newest } = second!;
  const draft = () => ({ marks: 60, comments: '', released: true });
  const failing = (known: object, at = now) =>
    save(draft, { known, at }).catch((error: Error) => error.message);

  expect(await failing({ newest: second!.newest.number })).toBe(
    'Row 2: version 1 came in meanwhile. Nothing was saved.',
  );
  await buildMark(context, { submission_id: newest.id, marks: 50 });
  expect(await failing({ original: null })).toBe('Row 3: this mark changed meanwhile. Nothing was saved.');
  await context.database.transaction((writer) =>
    writer
      .updateTable('marks')
      .set({ released: 1, released_at: now - 20 * minuteMs })
      .execute(),
  );
  expect(
    await save(() => ({ marks: 60, comments: '', released: false })).catch((error: Error) => error.message),
  ).toContain('Row 3: These marks were released more than ten minutes ago');
  expect(await rowsOf('marks')).toHaveLength(1);
  expect(await rowsOf('notices')).toEqual([]);
  expect(await readAuditLog({ context })).toEqual([]);
});

test('many marks take as many statements as some, and tell each student what happened', async () => {
  const { context, students, save, rowsOf, now } = await makeClass(40);
  let statements = 0;
  const countStatement = () => void (statements += 1);
  const marks = (score: number, released: boolean) => (student: { line: number }) => ({
    marks: score + student.line / 10,
    comments: `Row ${student.line}`,
    released,
  });
  await save(marks(50, true), { countStatement });
  expect(await rowsOf('notices')).toHaveLength(40);
  // Some were released at another time, some never.
  await context.database.transaction(async (writer) => {
    const ids = students.map(({ newest }) => newest.id);
    await writer
      .updateTable('marks')
      .set({ released_at: now - 20 * minuteMs })
      .where('submission_id', 'in', ids.slice(0, 10))
      .execute();
    await writer
      .updateTable('marks')
      .set({ released: 0, released_at: null })
      .where('submission_id', 'in', ids.slice(10, 20))
      .execute();
  });
  await save(marks(60, true), { countStatement });
  expect(statements).toBeLessThan(30);
  const texts = (await rowsOf('notices')).map((row) => ('text' in row ? row.text : ''));
  expect(texts.filter((text) => text.includes('has changed'))).toHaveLength(10);
  expect(
    (await rowsOf('marks')).map((row) => 'marks' in row && [row.marks, row.comments, row.released]),
  ).toEqual(students.map(({ line }) => [60 + line / 10, `Row ${line}`, 1]));
  const log = await readAuditLog({ context });
  expect(log).toHaveLength(80);
  const aboutFirst = log.filter(({ subject }) => subject === students[0]?.newest.number);
  expect(aboutFirst.map(({ before, after }) => [before, after])).toMatchObject([
    [null, { marks: 50.2 }],
    [{ marks: 50.2 }, { marks: 60.2 }],
  ]);
  // Equal ones are no change.
  await save(marks(60, true));
  expect(await readAuditLog({ context })).toHaveLength(80);
});

test('marks under review are judged with a few queries, and the first that others decide is named', async () => {
  const { context, batch, students, save, rowsOf, now } = await makeClass(30);
  const [marker, other] = [await buildMentor(context, [batch.id]), await buildMentor(context, [batch.id])];
  for (const { newest } of students)
    await buildMark(context, {
      submission_id: newest.id,
      marks: 50,
      released: 1,
      marked_by: marker.id,
      second_look_at: now,
    });
  await context.database.transaction((writer) =>
    writer
      .insertInto('second_looks')
      .values(
        students.map(({ newest }) => ({
          submission_id: newest.id,
          account_id: newest.accountId,
          task: 'week-1' as const,
          reason: 'Please look again',
          asked_at: now,
          marks: 50,
          marked_by: marker.id,
        })),
      )
      .execute(),
  );
  let statements = 0;
  const countStatement = () => void (statements += 1);
  const give = (marks: (line: number) => number, actorId: number) =>
    save(({ line }) => ({ marks: marks(line), comments: 'Looked again', released: true }), {
      actorId,
      countStatement,
    })
      .then(() => null)
      .catch((error: Error) => error.message);
  expect(await give(() => 60, marker.id)).toMatch(/^Row 2: You gave this mark, so another mentor decides/);
  expect(await give((line) => (line === 9 ? 40 : 60), other.id)).toMatch(/^Row 9: Only the office can lower/);
  expect(await give(() => 60, other.id)).toBeNull();
  expect((await rowsOf('marks')).every((row) => 'marks' in row && row.marks === 60)).toBe(true);
  expect(statements).toBeLessThan(60);
});
