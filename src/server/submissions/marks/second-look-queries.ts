import { accountsAs } from '../../accounts/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';

export async function secondLooksAt(database: Reader | Writer, submissionIds: readonly number[]) {
  if (submissionIds.length === 0) return [];
  return database
    .selectFrom('second_looks')
    .leftJoin('second_look_answers as given', 'given.submission_id', 'second_looks.submission_id')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'given.answered_by')
    .where('second_looks.submission_id', 'in', submissionIds)
    .select([
      'second_looks.submission_id as submissionId',
      'second_looks.reason',
      'second_looks.asked_at as askedAt',
      'given.answer',
      'given.answered_at as answeredAt',
      'answerer.name as answeredBy',
    ])
    .execute();
}
export type SecondLookRow = Awaited<ReturnType<typeof secondLooksAt>>[number];

/** Only for rows with a review request. */
export async function secondLooksOf(
  database: Reader,
  rows: readonly { lookAt: number | null; id: number | null }[],
): Promise<SecondLookRow[]> {
  return secondLooksAt(
    database,
    rows.flatMap(({ lookAt, id }) => (lookAt === null || id === null ? [] : [id])),
  );
}

/** @returns whether it is the first */
export async function insertAnswer(
  writer: Writer,
  {
    submissionId,
    answer,
    accountId,
    at,
  }: { submissionId: number; answer: string; accountId: number; at: number },
): Promise<boolean> {
  const inserted = await writer
    .insertInto('second_look_answers')
    .values({ submission_id: submissionId, answer, answered_by: accountId, answered_at: at })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
