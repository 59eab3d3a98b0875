import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { StaffNote } from '#contract/progress/student-calls';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce, once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { type SerializedJson, writePage } from '../platform/http/serialized-json.ts';
import { parseId } from '../platform/parse-id.ts';
import type { Page } from '../submissions/list-submissions.ts';
import type { OwnStudent } from '../accounts/policy.ts';
import { presentStaffNote } from './student-presenter.ts';
import { staffNotesBefore } from './progress-queries.ts';
import { minuteMs } from '#contract/durations';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { noticedMs } from './progress-reason.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Newest first. @throws 400 for an invalid `before` */
export async function listStaffNotes(
  { database }: Context,
  { student, viewer }: OwnStudent,
  { limit = limits.pageSize, before }: Page,
): Promise<SerializedJson<StaffNote[]>> {
  const beforeId = before === undefined ? Number.MAX_SAFE_INTEGER : parseId(before);
  if (beforeId === null) throw httpErrors.badRequest('before must be the id of a note');
  const rows = await staffNotesBefore(database.reader, { accountId: student.accountId, beforeId, limit });
  return writePage(rows, (row) => presentStaffNote(row, viewer.accountId));
}

/**
 * The audit log does not have the text: a deleted note is gone.
 * @throws 404 where the note was deleted since, 409 when the key belongs to another note
 */
export async function addStaffNote(
  { database, clock }: Context,
  { student, viewer }: OwnStudent,
  text: string,
  key: string | null,
): Promise<StaffNote> {
  const { accountId } = viewer;
  const now = clock.now();
  const request = { accountId, kind: 'note', key, content: [student.accountId, text], now } as const;
  return database.transaction(async (writer) => {
    const id = await makeOnce(writer, request, async () => {
      const row = await writer
        .insertInto('staff_notes')
        .values({ account_id: student.accountId, author_id: accountId, text, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'add-note',
        subject: student.email,
        aboutId: student.accountId,
        after: { note: row.id },
      });
      return row.id;
    });
    const [row] = await staffNotesBefore(writer, {
      accountId: student.accountId,
      beforeId: id + 1,
      limit: 1,
    });
    if (row?.id !== id) throw httpErrors.notFound('This note was deleted.');
    return presentStaffNote(row, accountId);
  });
}

/**
 * @throws 404; 403 for another's note; 409 when the key belongs to another note
 */
export async function deleteStaffNote(
  context: Context,
  { student, viewer }: OwnStudent,
  note: string,
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const request = { accountId, kind: 'note-deletion', key, content: [note] } as const;
  await once(context, request, async (writer, now) => {
    const row = await writer
      .selectFrom('staff_notes')
      .where('id', '=', parseId(note) ?? 0)
      .where('account_id', '=', student.accountId)
      .select(['id', 'author_id'])
      .executeTakeFirst();
    if (row === undefined) throw httpErrors.notFound('This note does not exist.');
    if (row.author_id !== accountId) throw httpErrors.forbidden(messages.forbidden);
    await writer.deleteFrom('staff_notes').where('id', '=', row.id).execute();
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'delete-note',
      subject: student.email,
      aboutId: student.accountId,
      before: { note: row.id },
    });
  });
}

/** Marks students not seen for seven days, for the indexes of each order. The database clears the mark. */
export async function noteSilentStudents(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const since = clock.now() - noticedMs;
  while (!signal.aborted) {
    const rows = await database.reader
      .selectFrom('student_progress')
      // A literal, as in the partial index.
      .where(({ eb, lit }) => eb('is_silent', '=', lit(0)))
      .where('seen_at', '<=', since)
      .orderBy('seen_at')
      .limit(rowsAtOnce)
      .select('account_id')
      .execute();
    if (rows.length === 0) return;
    // A fixed lock order.
    const ids = rows.map(({ account_id }) => account_id).toSorted((a, b) => a - b);
    await database.nonDurableTransaction((writer) =>
      writer
        .updateTable('student_progress')
        .set({ is_silent: 1 })
        .where('account_id', 'in', ids)
        .where('seen_at', '<=', since)
        .execute(),
    );
  }
}

export const noteSilentStudentsJob = periodicJob('note-silent-students', 5 * minuteMs, noteSilentStudents);
