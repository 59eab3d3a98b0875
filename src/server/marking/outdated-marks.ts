import type { Task } from '#contract/dates';
import { accountsAs } from '../accounts/queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { rubricLinesAs, rubricPlacesAs } from '../projects/rubrics/queries.ts';

/** `batchIds` is null for all. */
export type OutdatedScope = { projectId: string; task: Task; batchIds: readonly number[] | null };

/** Unreleased marks by rubric lines that have been replaced or removed. */
function outdatedMarks(reader: Reader, { projectId, task, batchIds }: OutdatedScope) {
  return reader
    .selectFrom('mark_rubric_lines')
    .innerJoin(rubricLinesAs('line'), 'line.id', 'mark_rubric_lines.line_id')
    .leftJoin(rubricPlacesAs('place'), 'place.line_id', 'line.id')
    .innerJoin('marks', 'marks.submission_id', 'mark_rubric_lines.submission_id')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
    .where('line.project_id', '=', projectId)
    .where('line.task', '=', task)
    .where('place.line_id', 'is', null)
    .where('marks.released', '=', 0)
    .$if(batchIds !== null, (query) => query.where('student.batch_id', 'in', [...(batchIds ?? []), 0]));
}

export async function countOutdatedMarks(reader: Reader, scope: OutdatedScope): Promise<number> {
  const { marks } = await outdatedMarks(reader, scope)
    .select(({ fn }) => fn.count<number>('submissions.id').distinct().as('marks'))
    .executeTakeFirstOrThrow();
  return Number(marks);
}

export async function firstOutdatedMarks(
  reader: Reader,
  scope: OutdatedScope,
  limit: number,
): Promise<{ id: number; number: string; accountId: number }[]> {
  return outdatedMarks(reader, scope)
    .select(['submissions.id', 'submissions.number', 'submissions.account_id as accountId'])
    .distinct()
    .orderBy('submissions.id')
    .limit(limit)
    .execute();
}
