import type { Reader, Writer } from '../platform/database/database.ts';
import { recordEvent } from './reviews/review-deciders.ts';
import { removedWords } from '../platform/database/personal-tables.ts';

export async function countMarks(database: Reader, accountId: number): Promise<number> {
  const { count } = await database
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .where('submissions.account_id', '=', accountId)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const records = await database
    .selectFrom('recorded_marks')
    .where('account_id', '=', accountId)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) + Number(records.count);
}

/** Of notices to staff about review requests. */
export async function recordEventsOf(database: Reader | Writer, accountId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('recorded_marks')
    .where('account_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => recordEvent(id));
}

/** Words of comments and answers; marks and times stay. */
export async function eraseMarks(writer: Writer, accountId: number): Promise<void> {
  const versions = writer.selectFrom('submissions').where('account_id', '=', accountId).select('id');
  await writer
    .updateTable('marks')
    .set({ comments: '', format: null, html: null, overrule_reason: null })
    .where('submission_id', 'in', versions)
    .execute();
  await writer
    .updateTable('recorded_marks')
    .set({ comments: '', format: null, html: null, overrule_reason: null })
    .where('account_id', '=', accountId)
    .execute();
  await writer
    .updateTable('second_look_answers')
    .set({ answer: removedWords })
    .where('submission_id', 'in', versions)
    .execute();
}
