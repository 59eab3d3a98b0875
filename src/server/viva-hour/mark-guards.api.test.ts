import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { defaultVivaRule } from '#contract/viva-hour/hour';
import { confirmHour } from '#support/build-viva-hour';
import { engineName } from '#support/empty-database';
import {
  buildBatch,
  buildMentor,
  buildRecord,
  buildSelection,
  buildStudent,
  buildSubmission,
  buildViva,
} from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { finalMarksRefusal } from '../platform/database/final-marks-refusal.ts';
import { openHourRefusal } from '../platform/database/open-hour-refusal.ts';
import type { Writer } from '../platform/database/database.ts';
import { storeVivaRule } from './hour-rows.ts';

type Context = Awaited<ReturnType<typeof makeTestContext>>['context'];
type Task = 'viva' | 'final';

/** A student with two versions, of which the second has an unreleased mark, and an unreleased absence. */
async function makeStudent(context: Context, task: Task, released: 0 | 1 = 0) {
  const batch = await buildBatch(context);
  const { id } = await buildMentor(context, [batch.id]);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  const of = { account_id: student.id, task };
  const [first, second] = [
    await buildSubmission(context, of),
    await buildSubmission(context, { ...of, version: 2 }),
  ];
  await context.database.transaction((writer) => insertMark(writer, second.id));
  const record = await buildRecord(context, { ...of, status: 'excused', marks: null, released });
  const other = await buildRecord(context, { account_id: student.id, task: 'week-1' });
  return { batch, examinerId: id, student, first, second, record, choice: other.choice };
}
type Student = Awaited<ReturnType<typeof makeStudent>>;

const insertMark = (writer: Writer, submission_id: number) =>
  writer
    .insertInto('marks')
    .values({ submission_id, marks: 50, comments: '', released: 0, marked_by: null, marked_at: 1 })
    .execute();

const markRecord = (writer: Writer, { record }: Student) =>
  writer
    .updateTable('recorded_marks')
    .set({ status: 'marked', marks: 50 })
    .where('id', '=', record.id)
    .execute();

/** By the end of a trigger's name. */
const writes: Record<string, (writer: Writer, of: Student) => Promise<unknown>> = {
  marks_insert: (writer, { first }) => insertMark(writer, first.id),
  marks_update: (writer, { second }) =>
    writer.updateTable('marks').set({ marks: 51 }).where('submission_id', '=', second.id).execute(),
  async recorded_marks_insert(writer, { record }) {
    const row = await writer
      .deleteFrom('recorded_marks')
      .where('id', '=', record.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id: _, ...rest } = row;
    await writer
      .insertInto('recorded_marks')
      .values({ ...rest, status: 'marked', marks: 50 })
      .execute();
  },
  recorded_marks_update: markRecord,
};

const placed = (context: Context, { batch, student, examinerId }: Student) =>
  buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [examinerId] });

async function missed(context: Context, of: Student): Promise<void> {
  const { batch, student, examinerId } = of;
  await placed(context, of);
  await confirmHour(context, { accountId: student.id, batchId: batch.id, examinerId });
  await context.database.transaction((writer) =>
    writer
      .insertInto('viva_attendance')
      .values({
        account_id: student.id,
        starts_at: context.clock.now() - hourMs,
        batch_id: batch.id,
        state: 'excused',
        reason: 'Ill.',
        broken_from: null,
        broken_to: null,
        mark_recorded_at: null,
        recorded_by: examinerId,
        recorded_at: context.clock.now(),
      })
      .execute(),
  );
}

const ruled = (context: Context, { batch, examinerId }: Student) =>
  context.database.transaction((writer) =>
    storeVivaRule(writer, batch.id, { ...defaultVivaRule, two_mark_final: true }, { by: examinerId, at: 1 }),
  );

type Guard = {
  trigger: string;
  table: string;
  task: Task;
  released?: 1;
  refusal: string;
  open: (context: Context, of: Student) => Promise<unknown>;
  write: (writer: Writer, of: Student) => Promise<unknown>;
};

const guardsOf = (name: string, of: Pick<Guard, 'task' | 'refusal' | 'open'>): Guard[] =>
  Object.entries(writes).map(([ending, write]) => {
    const table = ending.startsWith('recorded') ? 'recorded_marks' : 'marks';
    return { ...of, table, trigger: ending.replace(/_(insert|update)$/, `_${name}_$1`), write };
  });

const guards: Guard[] = [
  ...guardsOf('open_hour', { task: 'viva', refusal: openHourRefusal, open: placed }),
  ...guardsOf('open_repeat', { task: 'viva', refusal: openHourRefusal, open: missed }),
  ...guardsOf('final_marks', { task: 'final', refusal: finalMarksRefusal, open: ruled }),
  {
    trigger: 'recorded_marks_excused_viva',
    table: 'recorded_marks',
    task: 'viva',
    released: 1,
    refusal: openHourRefusal,
    open: placed,
    write: markRecord,
  },
];

class Undo extends Error {}

test('each trigger refuses one way to a mark that others give, and nothing else refuses it', async () => {
  const { context } = await makeTestContext();
  const { database } = context;
  const listed =
    engineName === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`
      : sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal`;
  const names = (await listed.execute(database.reader)).rows.map(({ name }) => name);
  expect(guards.map(({ trigger }) => trigger).toSorted()).toEqual(
    names.filter((name) => /_(open_hour|open_repeat|final_marks)_|_excused_viva$/.test(name)).toSorted(),
  );
  for (const { trigger, table, task, released = 0, refusal, open, write } of guards) {
    const of = await makeStudent(context, task, released);
    await open(context, of);
    await expect(
      database.transaction((writer) => write(writer, of)),
      trigger,
    ).rejects.toThrow(refusal);
    const drop = sql.raw(`drop trigger ${trigger}${engineName === 'sqlite' ? '' : ` on ${table}`}`);
    await expect(
      database.transaction(async (writer) => {
        await drop.execute(writer);
        await write(writer, of);
        throw new Undo();
      }),
      trigger,
    ).rejects.toThrow(Undo);
  }
});
