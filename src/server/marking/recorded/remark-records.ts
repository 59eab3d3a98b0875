import { sql } from 'kysely';
import { frozenAmong, frozenAs } from '../../accounts/frozen-students.ts';
import { accountsAs, lockAccounts } from '../../accounts/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { RubricLineRow } from '../../projects/rubrics/queries.ts';
import { chosenAtOf, selectionsAs } from '../../selections/queries.ts';
import { followRubric, readRuledBy, type OutdatedScope } from '../mark-rubric.ts';
import { lockStanding, readRecord, writeRecord } from './write-record.ts';

/**
 * Marks without a file by replaced or removed lines, as for marks of submissions: unreleased, of the current choice, of no
 * frozen result and not under review. Few have a rubric, so their lines are compared here.
 */
export async function outdatedRecords(
  reader: Reader,
  { projectId, task, batchIds }: OutdatedScope,
  standing: readonly RubricLineRow[],
): Promise<{ accountId: number; email: string }[]> {
  const rows = await reader
    .selectFrom(selectionsAs('choice'))
    .innerJoin('recorded_marks as record', (on) =>
      on
        .onRef('record.account_id', '=', 'choice.account_id')
        .on('record.task', '=', task)
        .on(sql.ref('record.choice'), '=', chosenAtOf('choice')),
    )
    .innerJoin(accountsAs('student'), 'student.id', 'record.account_id')
    .leftJoin(frozenAs('frozen'), 'frozen.account_id', 'record.account_id')
    .where('frozen.account_id', 'is', null)
    .where('choice.project_id', '=', projectId)
    .where('record.released', '=', 0)
    .where('record.second_look_at', 'is', null)
    .where('record.rubric', 'is not', null)
    .$if(batchIds !== null, (query) => query.where('student.batch_id', 'in', [...(batchIds ?? []), 0]))
    .orderBy('record.id')
    .select(['record.account_id as accountId', 'student.email'])
    .select(['record.rubric', 'record.overrule_reason'])
    .execute();
  const current = new Set(standing.map(({ id }) => id));
  return rows.filter((row) => readRuledBy(row)?.lines.some(({ id }) => !current.has(id)));
}

/** @returns how many changed, at most `limit` */
export async function remarkRecords(
  writer: Writer,
  scope: OutdatedScope,
  standing: readonly RubricLineRow[],
  { limit, ...by }: { actorId: number; at: number; limit: number },
): Promise<number> {
  const students = (await outdatedRecords(writer, scope, standing)).slice(0, limit);
  const ids = students.map(({ accountId }) => accountId);
  await lockAccounts(writer, ids);
  const frozen = await frozenAmong(writer, ids);
  let changed = 0;
  for (const { accountId, email } of students) {
    const of = { accountId, email, task: scope.task };
    const stands = await lockStanding(writer, of);
    const record = stands.record === null ? null : readRecord(stands.record);
    // Released, removed or frozen meanwhile: what a student sees stays.
    if (record?.ruledBy == null || record.marks === null || record.released || frozen.has(accountId))
      continue;
    const { marks, ruledBy } = followRubric({ marks: record.marks, ruledBy: record.ruledBy }, standing);
    const change = await writeRecord(
      writer,
      of,
      stands,
      { ...record, marks, ruledBy },
      { ...by, keepsVersion: true },
    );
    if (change !== null) changed += 1;
  }
  return changed;
}
