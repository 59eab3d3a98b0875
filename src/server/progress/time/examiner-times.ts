import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';

export { ownVivasAddress as examinerScreen } from '#contract/examiners/addresses';

/** A viva as its examiner was told. */
export type ExaminerTime = {
  studentId: number;
  examinerId: number;
  startsAt: number;
  minutes: number;
  room: string;
  link: string | null;
};

export const examinerTimesOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_examiner_times')
    .where('batch_id', '=', p.batchId)
    .orderBy('examiner_id')
    .orderBy('student_id')
    .select(['student_id as studentId', 'examiner_id as examinerId', 'starts_at as startsAt'])
    .select(['minutes', 'room', 'link']),
);

/** Without names: a calendar's address may be known to others. */
export const examinerTimesOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('viva_examiner_times as told')
    .innerJoin(batchesAs('batch'), 'batch.id', 'told.batch_id')
    .where('told.examiner_id', '=', p.accountId)
    .orderBy('told.starts_at')
    .orderBy('told.student_id')
    .select(['told.student_id as studentId', 'told.starts_at as startsAt', 'told.minutes'])
    .select(['told.room', 'told.link', 'batch.name as batch']),
);

/** Of all batches, from now on. */
export async function upcomingOfExaminers(
  reader: Reader | Writer,
  examinerIds: readonly number[],
  now: number,
): Promise<Map<number, { vivas: number; first: number }>> {
  const found = new Map<number, { vivas: number; first: number }>();
  for (const some of partsOf(examinerIds)) {
    const rows = await reader
      .selectFrom('viva_examiner_times')
      .where('examiner_id', 'in', some)
      .where('starts_at', '>=', now)
      .groupBy('examiner_id')
      .select('examiner_id as examinerId')
      .select(({ fn }) => [fn.countAll<number>().as('vivas'), fn.min<number>('starts_at').as('first')])
      .execute();
    for (const { examinerId, vivas, first } of rows)
      found.set(examinerId, { vivas: Number(vivas), first: Number(first) });
  }
  return found;
}

export async function storeExaminerTimes(
  writer: Writer,
  batchId: number,
  { gone, current }: { gone: readonly ExaminerTime[]; current: readonly ExaminerTime[] },
): Promise<void> {
  for (const [examinerId, times] of Map.groupBy(gone, (time) => time.examinerId))
    for (const some of partsOf(times))
      await writer
        .deleteFrom('viva_examiner_times')
        .where('batch_id', '=', batchId)
        .where('examiner_id', '=', examinerId)
        .where(
          'student_id',
          'in',
          some.map(({ studentId }) => studentId),
        )
        .execute();
  for (const some of partsOf(current))
    await writer
      .insertInto('viva_examiner_times')
      .values(
        some.map(({ studentId, examinerId, startsAt, ...place }) => ({
          student_id: studentId,
          examiner_id: examinerId,
          batch_id: batchId,
          starts_at: startsAt,
          ...place,
        })),
      )
      .onConflict((on) =>
        on.columns(['student_id', 'examiner_id']).doUpdateSet((row) => ({
          batch_id: row.ref('excluded.batch_id'),
          starts_at: row.ref('excluded.starts_at'),
          minutes: row.ref('excluded.minutes'),
          room: row.ref('excluded.room'),
          link: row.ref('excluded.link'),
        })),
      )
      .execute();
}
