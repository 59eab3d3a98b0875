import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import * as calls from '#contract/progress/student-calls';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { writePage } from '../platform/http/serialized-json.ts';
import { parseId } from '../platform/parse-id.ts';
import { ownStudent, type OwnStudent } from '../accounts/policy.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { presentStaffNote } from './student-presenter.ts';
import { staffNotesBefore } from './progress-queries.ts';
import { minuteMs } from '#contract/durations';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { noticedMs } from './progress-reason.ts';

export const noteCalls = [
  read(calls.listStaffNotes, {
    who: ownStudent,
    async run({ context, resource: { student, viewer }, query: { limit = limits.pageSize, before } }) {
      const beforeId = before === undefined ? Number.MAX_SAFE_INTEGER : parseId(before);
      if (beforeId === null) throw httpErrors.badRequest('before must be the id of a note');
      const { accountId } = student;
      const rows = await staffNotesBefore(context.database.reader, { accountId, beforeId, limit });
      return writePage(rows, (row) => presentStaffNote(row, viewer.accountId));
    },
  }),

  // The audit log does not have the text: a deleted note is gone.
  act(calls.addStaffNote, {
    who: ownStudent,
    key: { kind: 'note', content: ({ resource: { student }, body }) => [student.accountId, body.text] },
    audit: 'add-note',
    async run(writer, { resource: { student, viewer }, body: { text }, now }) {
      const { id } = await writer
        .insertInto('staff_notes')
        .values({ account_id: student.accountId, author_id: viewer.accountId, text, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, audit: { subject: student.email, aboutId: student.accountId, after: { note: id } } };
    },
    async answer(reader, { resource: { student, viewer } }, id) {
      const { accountId } = student;
      const [row] = await staffNotesBefore(reader, { accountId, beforeId: id + 1, limit: 1 });
      if (row?.id !== id) throw httpErrors.notFound('This note was deleted.');
      return presentStaffNote(row, viewer.accountId);
    },
  }),

  act(calls.deleteStaffNote, {
    who: freshly<OwnStudent>(ownStudent),
    key: { kind: 'note-deletion', content: ({ params }) => [params.note] },
    audit: 'delete-note',
    async run(writer, { resource: { student, viewer }, params: { note } }) {
      const row = await writer
        .selectFrom('staff_notes')
        .where('id', '=', parseId(note) ?? 0)
        .where('account_id', '=', student.accountId)
        .select(['id', 'author_id'])
        .executeTakeFirst();
      if (row === undefined) throw httpErrors.notFound('This note does not exist.');
      if (row.author_id !== viewer.accountId) throw httpErrors.forbidden(messages.forbidden);
      await writer.deleteFrom('staff_notes').where('id', '=', row.id).execute();
      const audit = { subject: student.email, aboutId: student.accountId, before: { note: row.id } };
      return { id: viewer.accountId, audit };
    },
  }),
];

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
