import type { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { markSubmission as markCall, StaffSubmission } from '#contract/marking/calls';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { renderRows } from '../platform/markdown/markdown-html.ts';
import { resolveRuledBy, seenRuledBy } from './mark-rubric.ts';
import type { Markable } from './policy.ts';
import { presentReviewedSubmission } from './presenter.ts';
import { queueRow } from './queue/queue-queries.ts';
import { recordMark } from './record-mark.ts';

const marks = { table: 'marks', key: 'submission_id', text: 'comments' };

export const renderMarksJob = periodicJob('render-marks', hourMs, ({ database }, signal) =>
  renderRows(database, marks, signal),
);

export type GivenMark = z.output<typeof markCall.body>;

/** For its Idempotency-Key. */
export const contentOf = ({ marks, comments, released, rubric }: GivenMark) => [
  marks,
  comments,
  released,
  ...(rubric === undefined ? [] : [rubric]),
];

/** `recordMark` of a call. */
export async function recordGivenMark(
  writer: Writer,
  { id, number, accountId, viewer }: Markable,
  { original, rubric, confirm_lower: confirmLower = false, newest, ...mark }: GivenMark,
  at: number,
): Promise<void> {
  const ruledBy = await resolveRuledBy(writer, id, rubric, mark.marks);
  const seen = original && { ...original, ruledBy: seenRuledBy(original.rubric) };
  const by = { actorId: viewer.accountId, at, original: seen, confirmLower, newest };
  await recordMark(writer, { id, number, accountId }, { ...mark, ruledBy }, by);
}

/**
 * @returns the new state
 * @throws 409 with `current` if marked meanwhile, and for a key of another mark; 409 as in `recordMark`
 */
export async function markSubmission(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  of: Markable,
  mark: GivenMark,
  key: string | null = null,
): Promise<StaffSubmission> {
  const { id, number, viewer } = of;
  const { accountId } = viewer;
  const now = clock.now();
  const content = [number, ...contentOf(mark)];
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId, kind: 'mark', key, content, now }, () =>
      recordGivenMark(writer, of, mark, now),
    );
    const [row] = await queueRow(writer, { submissionId: id });
    if (row === undefined) throw new Error(`version ${number} is gone`);
    return presentReviewedSubmission(writer, row, viewer);
  });
}
