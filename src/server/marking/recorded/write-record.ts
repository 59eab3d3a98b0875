import { isOpen, isoInstant, type Task } from '#contract/dates';
import type { NewerVersion } from '#contract/marking/calls';
import { marksOfStatus, type RecordStatus } from '#contract/marking/recorded';
import { lockAccounts } from '../../accounts/queries.ts';
import { recordAuditEvents, type AuditEvent } from '../../audit/record-audit-event.ts';
import type { Writer } from '../../platform/database/database.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { htmlColumn } from '../../platform/markdown/markdown-html.ts';
import { selectionOfStudent } from '../../selections/queries.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { notifyCorrected, notifyReleased, withdrawReleased } from '../mark-notices.ts';
import { isSameRuledBy, readRuledBy, rubricColumns, type RuledBy } from '../mark-rubric.ts';
import { isLower, releasedSince, takeBackUntil } from '../mark-rules.ts';
import { releasedForGoodMessage } from '../record-mark.ts';
import { lowerThanReleased } from '../refuse-lower.ts';
import { whyNotChangeReviewed } from '../reviews/review-deciders.ts';
import { recordCounts } from './counted.ts';
import { timesOf } from './present-record.ts';
import { newestOfTask, recordsOfTask, type NewestOfTask, type RecordRow } from './queries.ts';
import { recordReviewsAt } from './record-review-queries.ts';

export type Recordable = { accountId: number; email: string; task: Task };

/** `marks` only of `marked`; `ruledBy`: undefined keeps, null removes. */
export type GivenRecord = {
  status: RecordStatus;
  marks: number | null;
  comments: string;
  released: boolean;
  ruledBy?: RuledBy | null | undefined;
  format?: 'plain' | 'markdown' | undefined;
};

/** `actorId`: null for operators. `newest`: the version that is known, null for none; undefined asks nothing. */
type Recording = {
  actorId: number | null;
  at: number;
  newest?: string | null | undefined;
  confirmLower?: boolean;
  /** A recalculation decides nothing about a version that came later. */
  keepsVersion?: boolean;
  /** The repeat of a viva: a released “Excused” gives way to a mark that is not released yet. */
  replacesExcuse?: boolean;
};

/** What is there, under the account's lock. */
export type Standing = {
  choice: number;
  projectId: string;
  startedAt: number;
  record: RecordRow | null;
  newest: NewestOfTask | null;
};

const noProjectMessage = 'The student has not chosen a project, so nothing can be recorded.';

/** Locks the student until the transaction ends: a submission, a choice and another record wait. @throws 409 without a project */
export async function lockStanding(writer: Writer, { accountId, task }: Recordable): Promise<Standing> {
  await lockAccounts(writer, [accountId]);
  const [choice] = await selectionOfStudent(writer, { accountId });
  if (choice === undefined) throw httpErrors.conflict(noProjectMessage);
  const { projectId, startedAt, chosenAt } = choice;
  const [record] = await recordsOfTask(writer, [accountId], task);
  const [newest] = await newestOfTask(writer, { accountId, task });
  return {
    choice: chosenAt ?? startedAt,
    projectId,
    startedAt,
    record: record ?? null,
    newest: newest ?? null,
  };
}

type State = Required<Pick<GivenRecord, 'status' | 'marks' | 'comments' | 'released'>> & {
  ruledBy: RuledBy | null;
};

export const readRecord = (row: RecordRow): State => ({
  status: row.status,
  marks: row.marks,
  comments: row.comments,
  released: row.released === 1,
  ruledBy: readRuledBy(row),
});

const isSameRecord = (one: State, other: State): boolean =>
  one.status === other.status &&
  one.marks === other.marks &&
  one.comments === other.comments &&
  one.released === other.released &&
  isSameRuledBy(one.ruledBy, other.ruledBy);

/** For the audit log. */
export const loggedRecord = ({ status, marks, comments, released }: State, task: Task) => ({
  task,
  status,
  marks,
  comments,
  released,
});

function refuseNewer({ newest }: Standing, known: string | null | undefined): void {
  if (known === undefined || (newest?.number ?? null) === known || newest === null) return;
  const { number, version, submitted_at } = newest;
  const current = { number, version, submitted_at: isoInstant(submitted_at) } satisfies NewerVersion;
  const message = `Version ${version} came in after you opened this page. Your mark is not saved yet.`;
  throw new HttpError(409, 'newer_version', message, undefined, { current });
}

/** What the student sees as the task's number; null for none. */
export function seenNow({
  record,
  newest,
}: Pick<Standing, 'record' | 'newest'>): { version: number | null; marks: number } | null {
  if (record?.released === 1 && recordCounts(record))
    return record.marks === null ? null : { version: null, marks: record.marks };
  if (newest?.shownVersion == null || newest.shownMarks === null) return null;
  return { version: newest.shownVersion, marks: newest.shownMarks };
}

function refuseLower(standing: Standing, next: State, submissionId: number | null): void {
  const releasedId = standing.newest?.releasedId ?? null;
  const seen = seenNow(standing);
  if (!next.released || seen === null || !recordCounts({ submissionId, releasedId })) return;
  if (!isLower(next.marks, seen.marks)) return;
  throw lowerThanReleased(next.marks === null ? '“Excused” removes it' : `${next.marks} is lower`, seen);
}

async function refuseUnderReview(
  writer: Writer,
  before: RecordRow,
  next: State,
  actorId: number | null,
): Promise<void> {
  if (before.reviewAt === null) return;
  const [request] = await recordReviewsAt(writer, [before.id]);
  if (request === undefined) return;
  const change = { id: before.id, request, from: before.marks, to: next.marks };
  const why = (await whyNotChangeReviewed(writer, [change], actorId)).get(before.id);
  if (why !== undefined) throw httpErrors.forbidden(why);
}

/** A decision about what is there; comments and releases are none. */
function refuseWrongStatus({ newest, startedAt }: Standing, next: State, task: Task, at: number): void {
  if (next.status !== 'not_submitted') return;
  if (newest !== null)
    throw httpErrors.conflict(
      `The student has submitted version ${newest.version}, so “Not submitted” is not possible. Mark the submission, or choose another status.`,
    );
  if (!isOpen(task, startedAt, at))
    throw httpErrors.conflict(`${taskLabel(task)} is not open yet, so “Not submitted” is not possible.`);
}

/** Of a record that was set or changed. */
export type RecordChange = { id: number; before: RecordRow | null; after: State };

/**
 * Records one student's task; call last in the transaction, under `lockStanding`. Audits and notifies; an equal record
 * changes nothing.
 * @throws 400 without marks; 409 `newer_version`, `released_for_good`, `lower_than_released` with `seen`, or a status
 * that contradicts what is there; 403 to decide a review in place of others
 */
export async function writeRecord(
  writer: Writer,
  of: Recordable,
  standing: Standing,
  given: GivenRecord,
  { actorId, at, newest, confirmLower = false, keepsVersion = false, replacesExcuse = false }: Recording,
): Promise<RecordChange | null> {
  const { accountId, task } = of;
  const { record: before } = standing;
  const marks = marksOfStatus(given.status, given.marks);
  if (given.status === 'marked' && marks === null) throw httpErrors.badRequest('Please enter the marks.');
  const kept = before === null ? null : readRecord(before);
  const ruledBy =
    given.status !== 'marked' ? null : given.ruledBy === undefined ? (kept?.ruledBy ?? null) : given.ruledBy;
  const after: State = { ...given, marks, ruledBy };
  if (kept !== null && isSameRecord(kept, after)) return null;
  refuseNewer(standing, newest);
  const isDecided = kept === null || kept.status !== after.status || kept.marks !== after.marks;
  const isReplaced = replacesExcuse && before?.status === 'excused';
  if (before?.released === 1 && !after.released && !isReplaced && at > takeBackUntil(timesOf(before)))
    throw new HttpError(409, 'released_for_good', releasedForGoodMessage);
  if (isDecided) refuseWrongStatus(standing, after, task, at);
  if (isDecided && before !== null) await refuseUnderReview(writer, before, after, actorId);
  const submissionId =
    isDecided && !keepsVersion ? (standing.newest?.id ?? null) : (before?.submissionId ?? null);
  if (!confirmLower) refuseLower(standing, after, submissionId);
  const given_format = given.format === 'markdown' ? given.format : null;
  const format = before !== null && before.comments === after.comments ? before.format : given_format;
  const values = {
    status: after.status,
    marks,
    comments: after.comments,
    format,
    html: htmlColumn(after.comments, format),
    ...rubricColumns(ruledBy),
    released: after.released ? (1 as const) : (0 as const),
    released_at: !after.released ? null : before?.released === 1 ? releasedSince(timesOf(before)) : at,
    // As of marks: what is decided anew may be questioned from then on.
    number_since: !after.released || before?.released !== 1 ? null : isDecided ? at : before.numberSince,
    recorded_by: actorId,
    recorded_at: at,
    submission_id: submissionId,
  };
  const { id } =
    before === null
      ? await writer
          .insertInto('recorded_marks')
          .values({ account_id: accountId, task, choice: standing.choice, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await writer
          .updateTable('recorded_marks')
          .set(values)
          .where('id', '=', before.id)
          .returning('id')
          .executeTakeFirstOrThrow();
  await recordAuditEvents(writer, [auditOf(of, kept, after, { actorId, at })]);
  await notifyStudent(writer, task, { accountId, before, after }, at);
  return { id, before, after };
}

function auditOf(
  { accountId, email, task }: Recordable,
  before: State | null,
  after: State,
  by: { actorId: number | null; at: number },
): AuditEvent {
  return {
    ...by,
    act: 'record-mark',
    subject: email,
    aboutId: accountId,
    before: before && loggedRecord(before, task),
    after: loggedRecord(after, task),
  };
}

/** As for marks: a release, its withdrawal, and a correction of what is released. */
async function notifyStudent(
  writer: Writer,
  task: Task,
  { accountId, before, after }: { accountId: number; before: RecordRow | null; after: State },
  at: number,
): Promise<void> {
  const isExcused = after.status === 'excused';
  const notice = { task, accounts: [accountId], at, isRecord: true, isExcused };
  if (before?.released !== 1) {
    if (after.released) await notifyReleased(writer, notice);
    return;
  }
  const wasExcused = before.status === 'excused';
  const since = { ...notice, wasExcused, releasedAt: releasedSince(timesOf(before)) };
  await (after.released ? notifyCorrected(writer, since) : withdrawReleased(writer, since));
}

/** Of many students who have neither a record nor a version: `not_submitted`. Call last in the transaction. */
export async function insertNotSubmitted(
  writer: Writer,
  task: Task,
  students: readonly { accountId: number; email: string; choice: number }[],
  { comments, released, actorId, at }: { comments: string; released: boolean; actorId: number; at: number },
): Promise<void> {
  if (students.length === 0) return;
  const after: State = { status: 'not_submitted', marks: 0, comments, released, ruledBy: null };
  await writer
    .insertInto('recorded_marks')
    .values(
      students.map(({ accountId, choice }) => ({
        account_id: accountId,
        task,
        choice,
        status: after.status,
        marks: 0,
        comments,
        format: null,
        released: released ? (1 as const) : (0 as const),
        released_at: released ? at : null,
        recorded_by: actorId,
        recorded_at: at,
      })),
    )
    .execute();
  await recordAuditEvents(
    writer,
    students.map(({ accountId, email }) => auditOf({ accountId, email, task }, null, after, { actorId, at })),
  );
  const accounts = students.map(({ accountId }) => accountId);
  if (released) await notifyReleased(writer, { task, accounts, at, isRecord: true });
}

/** @throws 409 once it was released or reviewed */
export async function removeRecord(
  writer: Writer,
  { accountId, email, task }: Recordable,
  { record }: Standing,
): Promise<Omit<AuditEvent, 'at' | 'actorId' | 'act'> | null> {
  if (record === null) return null;
  if (record.released === 1)
    throw httpErrors.conflict('This is released. Withdraw it first, within ten minutes, or correct it.');
  if (record.reviewAt !== null)
    throw httpErrors.conflict('The student has requested a review of this, so it cannot be removed.');
  await writer.deleteFrom('recorded_marks').where('id', '=', record.id).execute();
  return { subject: email, aboutId: accountId, before: loggedRecord(readRecord(record), task), after: null };
}
