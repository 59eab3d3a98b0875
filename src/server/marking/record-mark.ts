import { sql, type Selectable } from 'kysely';
import { isoInstant } from '#contract/dates';
import type {
  CurrentMark,
  markSubmission as markCall,
  NewerVersion,
  StaffSubmission,
} from '#contract/marking/calls';
import { accountName, lockAccount, lockAccounts } from '../accounts/queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { htmlColumn, renderRows } from '../platform/markdown/markdown-html.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import {
  isSameRuledBy,
  presentRuledBy,
  readRuledBy,
  resolveRuledBy,
  rubricColumns,
  type RuledBy,
  seenRuledBy,
} from './mark-rubric.ts';
import {
  releasedSince,
  replacedMark,
  takeBackUntil,
  type VersionMark,
} from '../submissions/marks/mark-rules.ts';
import { undoneBetween } from '../selections/queries.ts';
import { newestVersionOf, queueRow } from './queue/queue-queries.ts';
import { whyNotChange } from '../submissions/marks/review-deciders.ts';
import { commentsHtml } from '../submissions/presenter.ts';
import { notifyCorrected, notifyReleased, withdrawReleased } from '../submissions/marks/mark-notices.ts';
import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import type { Markable } from './policy.ts';
import { presentReviewedSubmission } from './presenter.ts';

type Given = { marks: number; comments: string; released: boolean };

/** `ruledBy`: undefined keeps, null removes. */
export type Mark = Given & {
  ruledBy?: RuledBy | null | undefined;
  /** Of changed comments, by default plain; unchanged ones keep theirs. */
  format?: 'plain' | 'markdown' | undefined;
};

/** Lines are compared if they were sent. */
type SeenMark = Given & { ruledBy?: Parameters<typeof isSameRuledBy>[0] | undefined };

/**
 * `actorId`: null for operators. `original`: as the client saw it (null for none); it also guards against
 * lowering a released mark, unless `confirmLower`. `newest`: the version the client knows.
 */
type Marking = {
  actorId: number | null;
  at: number;
  original?: SeenMark | null | undefined;
  confirmLower?: boolean;
  newest?: string | undefined;
};

type MarkedRow = Omit<Selectable<Tables['marks']>, 'submission_id' | 'read_at' | 'html'>;
type MarkRow = Pick<MarkedRow, 'marks' | 'comments' | 'released' | 'rubric' | 'overrule_reason'>;

export const readMark = (row: MarkRow) => ({
  marks: row.marks,
  comments: row.comments,
  released: row.released === 1,
  ruledBy: readRuledBy(row),
});

const present = ({ marks, comments, released, ruledBy }: Given & { ruledBy: RuledBy | null }) => ({
  marks,
  comments,
  released,
  ...(ruledBy !== null && { rubric: presentRuledBy(ruledBy) }),
});

/** For the audit log and for conflicts. */
export const presentMark = (row: MarkRow) => present(readMark(row));

const isSame = (one: ReturnType<typeof readMark>, other: SeenMark) =>
  one.marks === other.marks &&
  one.comments === other.comments &&
  one.released === other.released &&
  (other.ruledBy === undefined || isSameRuledBy(one.ruledBy, other.ruledBy));

const trimmed = <M extends Given>(mark: M): M => ({ ...mark, comments: mark.comments.trim() });

async function markedMeanwhile(writer: Writer, row: MarkedRow) {
  return httpErrors.changedMeanwhile(
    'This submission was marked in the meantime. Your mark is not saved yet.',
    {
      ...presentMark(row),
      ...commentsHtml(row.format, row.comments, null),
      marked_by: row.marked_by === null ? null : await accountName(writer, row.marked_by),
      marked_at: isoInstant(row.marked_at),
    } satisfies CurrentMark,
  );
}

export const releasedForGoodMessage =
  'These marks were released more than ten minutes ago, so they can no longer be withdrawn. You can still correct them.';

const lowerThanReleased = (marks: number, seen: VersionMark) =>
  new HttpError(
    409,
    'lower_than_released',
    `The student sees ${seen.marks} out of 100 for version ${seen.version}. ${marks} is lower and is not saved yet.`,
    undefined,
    { seen },
  );

/** @throws 409 `newer_version` */
async function refuseNewer(writer: Writer, submissionId: number, known: string): Promise<void> {
  const [newest] = await newestVersionOf(writer, { submissionId });
  if (newest === undefined || newest.number === known) return;
  throw new HttpError(
    409,
    'newer_version',
    `Version ${newest.version} came in after you opened this submission. Your mark is not saved yet.`,
    undefined,
    {
      current: {
        number: newest.number,
        version: newest.version,
        submitted_at: isoInstant(newest.submitted_at),
      } satisfies NewerVersion,
    },
  );
}

/** With the newest released mark of other versions for the same choice. */
async function shownBeside(writer: Writer, submissionId: number) {
  const { version, account_id, task, submitted_at } = await writer
    .selectFrom('submissions')
    .where('id', '=', submissionId)
    .select(['version', 'account_id', 'task', 'submitted_at'])
    .executeTakeFirstOrThrow();
  const other = await writer
    .selectFrom('submissions')
    .innerJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('submissions.account_id', '=', account_id)
    .where('submissions.task', '=', task)
    .where('submissions.id', '!=', submissionId)
    .where('marks.released', '=', 1)
    .where(({ not, exists, val }) =>
      not(
        exists(
          undoneBetween(
            sql.ref('submissions.account_id'),
            sql.ref('submissions.submitted_at'),
            val(submitted_at),
          ),
        ),
      ),
    )
    .orderBy('submissions.version', 'desc')
    .limit(1)
    .select(['submissions.version', 'marks.marks'])
    .executeTakeFirst();
  return { version, other: other ?? null };
}

async function notifyStudent(
  writer: Writer,
  submissionId: number,
  { before, mark, at }: { before: MarkedRow | null; mark: Mark; at: number },
): Promise<void> {
  const wasReleased = before?.released === 1;
  if (!wasReleased && !mark.released) return;
  const { account_id, task } = await writer
    .selectFrom('submissions')
    .where('id', '=', submissionId)
    .select(['account_id', 'task'])
    .executeTakeFirstOrThrow();
  const notice = { task, accounts: [account_id], at };
  if (!wasReleased) return notifyReleased(writer, notice);
  const since = { ...notice, releasedAt: releasedSince(before) };
  await (mark.released ? notifyCorrected(writer, since) : withdrawReleased(writer, since));
}

/** Locks by an update without effect. */
export async function lockMark(writer: Writer, submissionId: number): Promise<MarkedRow> {
  return writer
    .updateTable('marks')
    .set((old) => ({ marked_at: old.ref('marked_at') }))
    .where('submission_id', '=', submissionId)
    .returning(['marks', 'comments', 'released', 'format', 'rubric', 'overrule_reason'])
    .returning(['marked_by', 'marked_at', 'released_at', 'second_look_at'])
    .executeTakeFirstOrThrow();
}

async function writeLines(writer: Writer, submissionId: number, ruledBy: RuledBy | null): Promise<void> {
  await writer.deleteFrom('mark_rubric_lines').where('submission_id', '=', submissionId).execute();
  if (ruledBy === null) return;
  const rows = ruledBy.lines.map(({ id }) => ({ line_id: id, submission_id: submissionId }));
  await writer.insertInto('mark_rubric_lines').values(rows).execute();
}

/** Otherwise nobody is notified, and logins need not wait for a long import. */
const notifies = (mark: Mark, original: Marking['original']): boolean =>
  mark.released || original === undefined || original?.released === true;

type MarkedSubmission = { id: number; number: string; accountId: number };

/** `recordMark` of many, in one order: two imports in different orders would wait for each other. */
export async function recordMarks<Write extends { newest: MarkedSubmission; mark: Mark }>(
  writer: Writer,
  writes: readonly Write[],
  by: (write: Write) => Marking,
): Promise<void> {
  const notified = writes.filter((write) => notifies(write.mark, by(write).original));
  // First, since another mark of the student may notify nobody.
  await lockAccounts(
    writer,
    notified.map(({ newest }) => newest.accountId),
  );
  for (const write of writes.toSorted((one, other) => one.newest.accountId - other.newest.accountId))
    await recordMark(writer, write.newest, write.mark, by(write));
}

/**
 * Audits and notifies; an equal mark has no effect. Call last in the transaction.
 * @throws 409 with `current` if the mark is neither the one seen nor the new one; 409 `released_for_good` to
 * withdraw after ten minutes; 409 `lower_than_released` with `seen`; 409 `newer_version` if `newest` is
 * outdated; 403 to decide a review in place of others, or to lower its mark
 */
export async function recordMark(
  writer: Writer,
  submission: MarkedSubmission,
  mark: Mark,
  { actorId, at, original, confirmLower = false, newest }: Marking,
): Promise<void> {
  const values = { marks: mark.marks, comments: mark.comments, released: mark.released ? 1 : 0 } as const;
  const releasedNow = mark.released ? at : null;
  const newFormat = mark.format === 'markdown' ? mark.format : null;
  let ruledBy = mark.ruledBy ?? null;
  if (notifies(mark, original)) await lockAccount(writer, submission.accountId);
  const inserted = await writer
    .insertInto('marks')
    .values({
      submission_id: submission.id,
      ...values,
      ...rubricColumns(ruledBy),
      format: newFormat,
      html: htmlColumn(mark.comments, newFormat),
      marked_by: actorId,
      marked_at: at,
      released_at: releasedNow,
    })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  let before: MarkedRow | null = null;
  if (inserted === undefined) {
    // Or two mentors could replace one mark.
    before = await lockMark(writer, submission.id);
    const there = readMark(before);
    if (isSame(there, mark)) return;
    if (original !== undefined && (original === null || !isSame(trimmed(there), trimmed(original))))
      throw await markedMeanwhile(writer, before);
    if (there.released && !mark.released && at > takeBackUntil(before))
      throw new HttpError(409, 'released_for_good', releasedForGoodMessage);
    if (before.second_look_at !== null) {
      const why = await whyNotChange(writer, {
        id: submission.id,
        actorId,
        from: there.marks,
        to: mark.marks,
      });
      if (why !== null) throw httpErrors.forbidden(why);
    }
    if (mark.ruledBy === undefined) ruledBy = there.ruledBy;
  }
  if (newest !== undefined) await refuseNewer(writer, submission.id, newest);
  if (original !== undefined && mark.released && !confirmLower) {
    const { version, other } = await shownBeside(writer, submission.id);
    const seen = replacedMark(version, before?.released === 1 ? before : null, other);
    if (seen !== null && mark.marks < seen.marks) throw lowerThanReleased(mark.marks, seen);
  }
  if (before !== null) {
    const format = before.comments === mark.comments ? before.format : newFormat;
    await writer
      .updateTable('marks')
      .set({
        ...values,
        ...rubricColumns(ruledBy),
        format,
        html: htmlColumn(mark.comments, format),
        marked_by: actorId,
        marked_at: at,
        released_at: mark.released && before.released === 1 ? releasedSince(before) : releasedNow,
      })
      .where('submission_id', '=', submission.id)
      .execute();
  }
  if (mark.ruledBy != null || (mark.ruledBy === null && before !== null))
    await writeLines(writer, submission.id, ruledBy);
  await recordAuditEvent(writer, {
    at,
    actorId,
    act: 'mark-submission',
    subject: submission.number,
    aboutId: submission.accountId,
    before: before && presentMark(before),
    after: present({ ...mark, ruledBy }),
  });
  await notifyStudent(writer, submission.id, { before, mark, at });
}

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
