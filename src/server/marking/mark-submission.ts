import type { z } from 'zod';
import { hourMs } from '#contract/durations';
import * as calls from '#contract/marking/calls';
import { lockAccount } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import type { Writer } from '../platform/database/database.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { renderRows } from '../platform/markdown/markdown-html.ts';
import { asToggled, resolveRuledBy, rubricOfSubmission, seenRuledBy } from './mark-rubric.ts';
import { notifyReplaced } from './mark-notices.ts';
import { ownSubmission, type Markable } from './policy.ts';
import { presentReviewedSubmission } from './presenter.ts';
import { queueRow } from './queue/queue-queries.ts';
import {
  isAsSeen,
  lockMarks,
  markedMeanwhile,
  markedMeanwhileMessage,
  presentCurrentMark,
  readMark,
  recordMark,
  type Mark,
  type MarkedRow,
} from './record-mark.ts';

const marks = { table: 'marks', key: 'submission_id', text: 'comments' };
const records = { table: 'recorded_marks', key: 'id', text: 'comments' };

export const renderMarksJob = periodicJob('render-marks', hourMs, async ({ database }, signal) => {
  await renderRows(database, marks, signal);
  await renderRows(database, records, signal);
});

export type GivenMark = z.output<typeof calls.givenMark>;

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
  { id, number, accountId, task, viewer }: Markable,
  { original, rubric, confirm_lower: confirmLower = false, newest, ...mark }: GivenMark,
  at: number,
): Promise<void> {
  const ruledBy = await resolveRuledBy(writer, () => rubricOfSubmission(writer, id), rubric, mark.marks);
  const seen = original && { ...original, ruledBy: seenRuledBy(original.rubric) };
  const by = { actorId: viewer.accountId, at, original: seen, confirmLower, newest };
  const [change] = await recordMark(writer, { id, number, accountId }, { ...mark, ruledBy }, by);
  if (change?.before != null && isAnother(change.before, change.mark))
    await notifyReplaced(writer, { number, task, accountId }, { before: change.before, by: viewer, at });
}

/** Released or withdrawn, it is the same. */
const isAnother = (before: MarkedRow, mark: Mark): boolean =>
  !isAsSeen(before, { ...mark, released: before.released === 1 });

type StoredMark = Partial<Pick<GivenMark, 'marks' | 'comments' | 'released' | 'rubric'>> & {
  /** The mark, to be compared with nothing more; undefined for a body without `began`. */
  row?: MarkedRow | null;
};

/** As the body has it. */
function asGiven(row: MarkedRow, typed: GivenMark) {
  const { ruledBy, ...mark } = readMark(row);
  return { ...mark, rubric: asToggled(ruledBy, typed.rubric) };
}

/** A release shows the student all of it: `original`, if sent, has what else the mentor saw. */
function releasesUnseen(row: MarkedRow, { original, ...mark }: GivenMark): boolean {
  if (!mark.released || row.released === 1 || original == null) return false;
  const seen = { ...original, ruledBy: seenRuledBy(original.rubric) };
  return (
    !isAsSeen(row, seen) && !isAsSeen(row, { ...mark, released: false, ruledBy: seenRuledBy(mark.rubric) })
  );
}

export const markCalls = [
  act(calls.markSubmission, {
    who: ownSubmission,
    key: { kind: 'mark', content: ({ resource: { number }, body }) => [number, ...contentOf(body)] },
    changes: {
      async stored(writer, { resource: { id, accountId }, body }): Promise<StoredMark> {
        if (body.began === undefined) return {};
        await lockAccount(writer, accountId);
        const row = (await lockMarks(writer, [id])).get(id) ?? null;
        if (row === null) return { row };
        if (releasesUnseen(row, body)) throw await markedMeanwhile(writer, row);
        return { ...asGiven(row, body), row };
      },
      message: markedMeanwhileMessage,
      current: (writer, _, { row }) => presentCurrentMark(writer, row as MarkedRow),
    },
    async run(writer, { resource, body, stored: { row }, now }) {
      // Without `began`, `recordMark` compares with what the page showed.
      const original = row === undefined ? body.original : row && asGiven(row, body);
      await recordGivenMark(writer, resource, { ...body, original }, now);
      return { id: resource.viewer.accountId };
    },
    async answer(reader, { resource: { id, number, viewer } }) {
      const [row] = await queueRow(reader, { submissionId: id });
      if (row === undefined) throw new Error(`version ${number} is gone`);
      return presentReviewedSubmission(reader, row, viewer);
    },
  }),
];
