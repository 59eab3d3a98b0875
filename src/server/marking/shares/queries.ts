import { hash } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { accountsAs } from '../../accounts/queries.ts';
import { batchMentorsAs } from '../../courses/batch-queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import type { Tables } from '../../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** A share holds while its student is in its batch: a student who moves on belongs to nobody there. */
const sharesOf = (reader: Reader | Writer, batchId: number) =>
  reader
    .selectFrom('marking_shares as share')
    .innerJoin(accountsAs('student'), (on) =>
      on.onRef('student.id', '=', 'share.account_id').onRef('student.batch_id', '=', 'share.batch_id'),
    )
    .where('share.batch_id', '=', batchId);

/** Of a row of `task_progress` of the batch. @param mentorId null for nobody */
export function isSharedWith(mentorId: number | null, batchId: number) {
  const share = tables
    .selectFrom('marking_shares as share')
    .where('share.batch_id', '=', batchId)
    .select('share.account_id');
  return mentorId === null
    ? sql<boolean>`not exists ${share.whereRef('share.account_id', '=', sql.ref('task_progress.account_id'))}`
    : sql<boolean>`task_progress.account_id in ${share.where('share.mentor_id', '=', mentorId)}`;
}

export type Share = { accountId: number; mentorId: number };

export function readShares(reader: Reader | Writer, batchId: number): Promise<Share[]> {
  return sharesOf(reader, batchId)
    .orderBy('share.account_id')
    .select(['share.account_id as accountId', 'share.mentor_id as mentorId'])
    .execute();
}

/** Changes with each share. */
export const stateOf = (shares: readonly Share[]): string =>
  hash('sha256', shares.map(({ accountId, mentorId }) => `${accountId}:${mentorId}`).join(), 'base64url');

/** The batch's mentors with an account, by name. `id` is for the wire. */
export async function mentorsOfBatch(reader: Reader | Writer, batchId: number) {
  return reader
    .selectFrom(batchMentorsAs('member'))
    .innerJoin(accountsAs('mentor'), 'mentor.id', 'member.account_id')
    .where('member.batch_id', '=', batchId)
    .orderBy('mentor.name')
    .orderBy('mentor.id')
    .select(['member.id', 'mentor.id as accountId', 'mentor.name'])
    .execute();
}
export type BatchMentor = Awaited<ReturnType<typeof mentorsOfBatch>>[number];

/** Of all students of the batch by mentor: newest versions without a mark. */
export async function unmarkedByMentor(
  reader: Reader | Writer,
  batchId: number,
): Promise<Map<number, number>> {
  const rows = await sharesOf(reader, batchId)
    .innerJoin('task_progress', 'task_progress.account_id', 'share.account_id')
    .where('task_progress.is_marked', '=', 0)
    .groupBy('share.mentor_id')
    .select(({ fn }) => ['share.mentor_id as mentorId', fn.countAll<number>().as('unmarked')])
    .execute();
  return new Map(rows.map(({ mentorId, unmarked }) => [mentorId, Number(unmarked)]));
}

/** In the order in which they signed up. */
export function studentsOfBatch(reader: Reader | Writer, batchId: number) {
  return reader
    .selectFrom(accountsAs('student'))
    .where('student.batch_id', '=', batchId)
    .where('student.role', '=', 'student')
    .orderBy('student.id')
    .select(['student.id as accountId', 'student.email', 'student.name']);
}

/** By student; of their own batch alone. */
export async function mentorsOfStudents(
  reader: Reader | Writer,
  accountIds: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  const found = new Map<number, { id: number; name: string }>();
  for (const some of partsOf([...new Set(accountIds)])) {
    const rows = await reader
      .selectFrom('marking_shares as share')
      .innerJoin(accountsAs('student'), (on) =>
        on.onRef('student.id', '=', 'share.account_id').onRef('student.batch_id', '=', 'share.batch_id'),
      )
      .innerJoin(accountsAs('mentor'), 'mentor.id', 'share.mentor_id')
      .where('share.account_id', 'in', some)
      .select(['share.account_id as accountId', 'mentor.id', 'mentor.name'])
      .execute();
    for (const { accountId, ...mentor } of rows) found.set(accountId, mentor);
  }
  return found;
}

/** By batch: how many students a mentor marks, and of how many of their newest versions a mark is missing. */
export async function ownSharesOf(
  reader: Reader,
  mentorId: number,
): Promise<Map<number, { students: number; unmarked: number }>> {
  const rows = await reader
    .selectFrom('marking_shares as share')
    .innerJoin(accountsAs('student'), (on) =>
      on.onRef('student.id', '=', 'share.account_id').onRef('student.batch_id', '=', 'share.batch_id'),
    )
    .leftJoin('task_progress', (on) =>
      on.onRef('task_progress.account_id', '=', 'share.account_id').on('task_progress.is_marked', '=', 0),
    )
    .where('share.mentor_id', '=', mentorId)
    .groupBy('share.batch_id')
    .select(({ fn }) => [
      'share.batch_id as batchId',
      fn.count<number>('share.account_id').distinct().as('students'),
      fn.count<number>('task_progress.account_id').as('unmarked'),
    ])
    .execute();
  return new Map(
    rows.map(({ batchId, students, unmarked }) => [
      batchId,
      { students: Number(students), unmarked: Number(unmarked) },
    ]),
  );
}

/** @param mentorId null leaves them to nobody */
export async function writeShares(
  writer: Writer,
  batchId: number,
  shares: ReadonlyMap<number, number | null>,
): Promise<void> {
  for (const some of partsOf([...shares])) {
    const ids = some.map(([accountId]) => accountId);
    await writer.deleteFrom('marking_shares').where('account_id', 'in', ids).execute();
    const rows = some.flatMap(([account_id, mentor_id]) =>
      mentor_id === null ? [] : [{ account_id, batch_id: batchId, mentor_id }],
    );
    if (rows.length > 0) await writer.insertInto('marking_shares').values(rows).execute();
  }
}
