import type { Task } from '#contract/dates';
import { frozenAs } from '../accounts/frozen-students.ts';
import { accountsAs } from '../accounts/queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { rubricLinesAs, rubricPlacesAs, standingLines } from '../projects/rubrics/queries.ts';
import type { OwnProject } from '../projects/policy.ts';
import { earlierProject } from '../submissions/queries.ts';
import { followRubric, type OutdatedScope } from './mark-rubric.ts';
import { outdatedRecords, remarkRecords } from './recorded/remark-records.ts';
import { failedItem, lockMarks, readMark, recordMarks } from './record-mark.ts';

/** Unreleased, for the current choice, by replaced or removed lines, of no frozen result; a mark under review is its decider's. */
function outdatedMarks(reader: Reader, { projectId, task, batchIds }: OutdatedScope) {
  return reader
    .selectFrom('mark_rubric_lines')
    .innerJoin(rubricLinesAs('line'), 'line.id', 'mark_rubric_lines.line_id')
    .leftJoin(rubricPlacesAs('place'), 'place.line_id', 'line.id')
    .innerJoin('marks', 'marks.submission_id', 'mark_rubric_lines.submission_id')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
    .leftJoin(frozenAs('frozen'), 'frozen.account_id', 'submissions.account_id')
    .where('frozen.account_id', 'is', null)
    .where('line.project_id', '=', projectId)
    .where('line.task', '=', task)
    .where('place.line_id', 'is', null)
    .where('marks.released', '=', 0)
    .where('marks.second_look_at', 'is', null)
    .where(earlierProject.expression, 'is', null)
    .$if(batchIds !== null, (query) => query.where('student.batch_id', 'in', [...(batchIds ?? []), 0]));
}

/** With and without a file. */
export async function countOutdatedMarks(reader: Reader, scope: OutdatedScope): Promise<number> {
  const standing = await standingLines(reader, { projectId: scope.projectId, task: scope.task });
  const records = await outdatedRecords(reader, scope, standing);
  const { marks } = await outdatedMarks(reader, scope)
    .select(({ fn }) => fn.count<number>('submissions.id').distinct().as('marks'))
    .executeTakeFirstOrThrow();
  return Number(marks) + records.length;
}

async function firstOutdatedMarks(
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

const atOnce = 200;

/** Only the viewer's own students. */
export function outdatedScope({ project, viewer }: OwnProject, task: Task): OutdatedScope {
  const batchIds = viewer.role === 'administrator' ? null : viewer.batches.map(({ id }) => id);
  return { projectId: project.id, task, batchIds };
}

/** At most 200. @returns how many changed */
export async function remarkFirst(
  writer: Writer,
  scope: OutdatedScope,
  by: { actorId: number; at: number },
): Promise<number> {
  const standing = await standingLines(writer, { projectId: scope.projectId, task: scope.task });
  // Before marks are locked: a freeze locks accounts first, too.
  const records = await remarkRecords(writer, scope, standing, { ...by, limit: atOnce });
  const submissions = await firstOutdatedMarks(writer, scope, atOnce - records);
  const locked = await lockMarks(
    writer,
    submissions.map(({ id }) => id),
  );
  const writes = submissions.flatMap((newest) => {
    const row = locked.get(newest.id);
    if (row === undefined) return [];
    const original = readMark(row);
    const { marks, ruledBy, comments, released } = original;
    // Released meanwhile: what a student sees stays.
    if (released || ruledBy === null) return [];
    return { newest, original, mark: { comments, released, ...followRubric({ marks, ruledBy }, standing) } };
  });
  await recordMarks(writer, writes, {
    by: ({ original }) => ({ ...by, original }),
    named: ({ newest }, failure) => failedItem(`Submission ${newest.number}`, failure),
  });
  return records + writes.length;
}
