import { setTimeout as sleep } from 'node:timers/promises';
import { isLate, type Task } from '#contract/dates';
import type { AiUse } from '#contract/submissions/declaration';
import { lockAccount } from '../accounts/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { enqueueMail, mayMailToday } from '../platform/mail/enqueue-mail.ts';
import { notBefore } from '../selections/choice-times.ts';
import { dueAt, dueFrom } from './due-dates.ts';
import { noProject, requireOpenTask, taskLabel } from './open-task.ts';
import { deleteIdempotencyLock } from './idempotency-lock.ts';
import { notifyMentors } from './mentor-notices.ts';
import { receiptColumns, scheduleOf, submissionByKey, type ReceiptRow } from './queries.ts';
import { receiptMail } from './receipts/receipt-mail.ts';
import { enforceSubmissionQuota } from './submission-quota.ts';
import { makeFileId, makeReceiptNumber } from './receipt-number.ts';

/** As columns; nulls without a declaration. */
export type Declared = { declared: string | null; ai_use: AiUse | null; ai_text: string | null };

export type SubmissionScope = { accountId: number; task: Task; key: string | null };

/** The file's bytes are stored already. */
export type NewSubmission = SubmissionScope & {
  links: string;
  comments: string;
  file: { name: string; bytes: number; sha256: string } | null;
  declared: Declared;
  upload: string | null;
};

const maxAttempts = 50;
/** Commands give none, and note none. */
const mostGiven = 1_000;

function noteGiven({ givenReceipts }: Pick<AppContext, 'givenReceipts'>, number: string): void {
  if (givenReceipts.length === mostGiven) givenReceipts.shift();
  givenReceipts.push(number);
}

/** The newest version is marked, or an earlier one's mark released; not of an earlier project. */
async function hasMark(
  writer: Writer,
  { accountId, task }: Pick<NewSubmission, 'accountId' | 'task'>,
): Promise<boolean> {
  const progress = await writer
    .selectFrom('task_progress')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('is_current', '=', 1)
    .select(['is_marked', 'released_id'])
    .executeTakeFirst();
  return progress !== undefined && (progress.is_marked === 1 || progress.released_id !== null);
}

async function insertVersion(
  context: AppContext,
  writer: Writer,
  submission: NewSubmission,
): Promise<ReceiptRow> {
  const { accountId, task, file, key } = submission;
  // Or the office could correct the start, or undo the choice, between the check and the row.
  await lockAccount(writer, accountId);
  await enforceSubmissionQuota(context, { accountId, bytes: file?.bytes ?? 0 }, writer);
  // Uploads may take hours: the present project and its dates decide.
  const [schedule] = await scheduleOf(writer, { accountId });
  if (schedule?.startedAt == null) throw noProject();
  const now = notBefore(context.clock.now(), schedule.chosenAt ?? schedule.startedAt);
  requireOpenTask(context, task, schedule.startedAt);
  const due = dueAt(task, dueFrom(schedule, schedule.startedAt, context.settings.academyZone));
  const newest = await writer
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .select((of) => of.fn.max('version').as('version'))
    .executeTakeFirst();
  const wasMarked = newest?.version != null && (await hasMark(writer, submission));
  const row = await writer
    .insertInto('submissions')
    .values({
      account_id: accountId,
      task,
      version: (newest?.version ?? 0) + 1,
      number: makeReceiptNumber(),
      submitted_at: now,
      late: isLate(now, due) ? 1 : 0,
      due_at: due,
      links: submission.links,
      comments: submission.comments,
      file_id: file === null ? null : makeFileId(),
      file_name: file?.name ?? null,
      file_bytes: file?.bytes ?? null,
      file_sha256: file?.sha256 ?? null,
      idempotency_key: key,
      upload_id: submission.upload,
      ...submission.declared,
      // Asked for, and none given.
      ...(submission.declared.declared === null && schedule.declarationId !== null && { declared: '' }),
    })
    .returning(receiptColumns)
    .executeTakeFirstOrThrow();
  const mail = receiptMail(context.settings, schedule, row);
  // The screen and the record have it.
  if (await mayMailToday(writer, { to: mail.to, mailsADay: context.settings.mailsADay, now }))
    await enqueueMail(writer, mail, now);
  if (key !== null) await deleteIdempotencyLock(writer, { accountId, task, key });
  announce(writer, 'submissions');
  if (wasMarked) {
    const { name, batchId, batch } = schedule;
    const of = batchId === null || batch === null ? null : { id: batchId, name: batch };
    const what = `has submitted ${taskLabel(task)} again after it was marked`;
    await notifyMentors(writer, 'new-version', { name, batch: of }, { what, number: row.number, at: now });
  }
  return row;
}

/**
 * @returns the earlier version
 * @throws 409 if its content differs
 */
export function requireSameContent(row: ReceiptRow, submission: NewSubmission): ReceiptRow {
  const isSame =
    row.links === submission.links &&
    row.comments === submission.comments &&
    (row.declared || null) === submission.declared.declared &&
    row.ai_use === submission.declared.ai_use &&
    row.ai_text === submission.declared.ai_text &&
    row.file_name === (submission.file?.name ?? null) &&
    row.file_sha256 === (submission.file?.sha256 ?? null);
  if (!isSame) throw httpErrors.conflict('This Idempotency-Key belongs to another submission.');
  return row;
}

/**
 * Unique keys decide races: one key shares a row, others get a version each.
 * @throws 409 key of other content
 */
export async function recordSubmission(context: AppContext, submission: NewSubmission): Promise<ReceiptRow> {
  const { database } = context;
  const { accountId, task, key } = submission;
  for (let attempt = 1; ; attempt++) {
    try {
      const row = await database.groupCommitTransaction((writer) =>
        insertVersion(context, writer, submission),
      );
      noteGiven(context, row.number);
      return row;
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
    }
    const earlier =
      key === null ? undefined : await submissionByKey(database.reader, { accountId, task, key });
    if (earlier !== undefined) return requireSameContent(earlier, submission);
    await sleep(Math.random() * 10 * Math.min(attempt, 10));
  }
}
