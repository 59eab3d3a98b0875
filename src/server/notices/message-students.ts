import { randomUUID } from 'node:crypto';
import { privateAddress } from '#contract/forum/question-view';
import { normalizeEmail } from '#contract/limits';
import * as calls from '#contract/notices/message-calls';
import { ownBatchOf } from '../accounts/policy.ts';
import { activeStudentsAs, studentsToNotify } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import type { Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { messageText } from './message-text.ts';
import { notify } from './notify.ts';

/** Whom of those named a message reaches: accounts by email; and who is skipped. */
async function recipientsOf(
  database: Reader | Writer,
  batch: Pick<Batch, 'id'>,
  students: readonly string[],
  settings: Pick<Settings, 'requireConfirmedEmail'>,
): Promise<{ found: ReadonlyMap<string, number>; skipped: string[] }> {
  const emails = [...new Set(students.map(normalizeEmail))];
  const reachable = new Set(await studentsToNotify(database, batch.id, settings));
  const found = new Map<string, number>();
  for (const some of partsOf(emails)) {
    const rows = await database
      .selectFrom(activeStudentsAs('student'))
      .where('student.batch_id', '=', batch.id)
      .where('student.email', 'in', some)
      .select(['student.id', 'student.email'])
      .execute();
    for (const { id, email } of rows) if (reachable.has(id)) found.set(email, id);
  }
  return { found, skipped: emails.filter((email) => !found.has(email)) };
}

export const messageStudents = act(calls.messageStudents, {
  who: ownBatchOf,
  audit: 'message-students',
  async run(writer, { context: { settings }, resource: { batch, viewer }, body, now }) {
    const { found, skipped } = await recipientsOf(writer, batch, body.students, settings);
    await notify(writer, {
      kind: 'message',
      event: randomUUID(),
      accounts: [...found.values()],
      about: 'message',
      text: messageText(viewer.name, body.text),
      // Where a student answers without the batch.
      href: privateAddress(batch.name),
      now,
    });
    const shown = { sent: found.size, skipped };
    // The words are about students: only they have them.
    const audit = [...found.keys()].map((subject) => ({ subject, after: { batch: batch.name } }));
    return { id: viewer.accountId, audit, shown };
  },
  // A repetition says who would be reached now.
  async answer(reader, { context: { settings }, resource: { batch }, body, shown }) {
    if (shown !== undefined) return shown;
    const { found, skipped } = await recipientsOf(reader, batch, body.students, settings);
    return { sent: found.size, skipped };
  },
});
