import { tasks } from '#contract/dates';
import * as calls from '#contract/marking/calls';
import type { MarkDistribution, TaskMarks } from '#contract/marking/calls';
import { marksForMedian } from '#contract/marking/staff-view';
import { shownName } from '#contract/accounts/person-name';
import { ownBatchOf } from '../accounts/policy.ts';
import { accountsAs } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/act.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import { recordsGivenIn, standsFor } from './recorded/queries.ts';

/** How often each mentor gave each mark to a newest version that no record stands for. */
export const marksGivenIn = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('task_progress')
    .innerJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .where('task_progress.batch_id', '=', p.batchId)
    .where(({ not }) =>
      not(standsFor('task_progress.account_id', 'task_progress.task', 'task_progress.submission_id')),
    )
    .groupBy(['task_progress.task', 'marks.marks', 'marker.id', 'marker.name'])
    .orderBy('marks.marks')
    .select(['task_progress.task', 'marks.marks', 'marker.id as markerId', 'marker.name'])
    .select(({ fn }) => fn.countAll<number>().as('times')),
);
type Given = Awaited<ReturnType<typeof marksGivenIn>>[number];

/** With what was recorded without a file, in ascending order; excused tasks have no mark. */
async function everyMarkGiven(reader: Reader, batchId: number): Promise<Given[]> {
  const recorded = await recordsGivenIn(reader, { batchId });
  const marks = recorded.flatMap(({ marks, ...row }) => (marks === null ? [] : [{ ...row, marks }]));
  return [...(await marksGivenIn(reader, { batchId })), ...marks].toSorted(
    (one, other) => one.marks - other.marks,
  );
}

const countOf = (given: readonly Given[]) => given.reduce((sum, { times }) => sum + Number(times), 0);

/** Of marks in ascending order; null for too few. */
function medianOf(given: readonly Given[]): number | null {
  const count = countOf(given);
  if (count < marksForMedian) return null;
  const markAt = (place: number) => {
    let before = 0;
    return given.find(({ times }) => (before += Number(times)) > place)?.marks ?? 0;
  };
  const middle = (markAt(Math.floor((count - 1) / 2)) + markAt(Math.floor(count / 2))) / 2;
  return Math.round(middle * 100) / 100;
}

function tensOf(given: readonly Given[]): number[] {
  const tens = Array.from({ length: 10 }, () => 0);
  for (const { marks, times } of given) {
    const ten = Math.min(9, Math.floor(marks / 10));
    tens[ten] = (tens[ten] ?? 0) + Number(times);
  }
  return tens;
}

function mentorsOf(given: readonly Given[]): TaskMarks['mentors'] {
  return [...Map.groupBy(given, ({ markerId }) => markerId)]
    .map(([id, own]) => ({
      name: shownName(own[0]?.name ?? ''),
      count: countOf(own),
      median: medianOf(own),
      others: medianOf(given.filter(({ markerId }) => markerId !== id)),
    }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}

async function readMarkDistribution(reader: Reader, batch: Batch): Promise<MarkDistribution> {
  const byTask = Map.groupBy(await everyMarkGiven(reader, batch.id), ({ task }) => task);
  return {
    batch: batch.name,
    tasks: tasks.flatMap((task) => {
      const given = byTask.get(task);
      if (given === undefined) return [];
      const median = medianOf(given);
      const tens = median === null ? null : tensOf(given);
      return [{ task, count: countOf(given), median, tens, mentors: mentorsOf(given) }];
    }),
  };
}

export const distributionCalls = [
  read(calls.readMarkDistribution, {
    who: ownBatchOf,
    run: ({ context, resource: { batch } }) => readMarkDistribution(context.database.reader, batch),
  }),
];
