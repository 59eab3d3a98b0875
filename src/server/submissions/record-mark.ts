import { recordAct } from '../audit/record-act.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Flag } from '../platform/database/schema.ts';

export type Mark = { marks: number; comments: string; released: boolean };

/** Who marks and when; `actorId` is null for the operator's commands. */
type Marking = { actorId: number | null; at: number };

type MarkRow = { marks: number; comments: string; released: Flag };

const presentMark = (row: MarkRow): Mark => ({
  marks: row.marks,
  comments: row.comments,
  released: row.released === 1,
});

/**
 * Sets the mark of a version within a change, and tells the audit log what it was before. A mark that is there already
 * changes nothing and is not logged again.
 * @param submission its id and its receipt's number
 */
export async function recordMark(
  writer: Writer,
  submission: { id: number; number: string },
  mark: Mark,
  { actorId, at }: Marking,
): Promise<void> {
  const values = { marks: mark.marks, comments: mark.comments, released: mark.released ? 1 : 0 } as const;
  const inserted = await writer
    .insertInto('marks')
    .values({ submission_id: submission.id, ...values, marked_by: actorId, marked_at: at })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  let before: MarkRow | null = null;
  if (inserted === undefined) {
    // Writing the mark as it is locks it: two mentors at once must not both tell of the same "before".
    before = await writer
      .updateTable('marks')
      .set((old) => ({ marked_at: old.ref('marked_at') }))
      .where('submission_id', '=', submission.id)
      .returning(['marks', 'comments', 'released'])
      .executeTakeFirstOrThrow();
    const isSame =
      before.marks === values.marks &&
      before.comments === values.comments &&
      before.released === values.released;
    if (isSame) return;
    await writer
      .updateTable('marks')
      .set({ ...values, marked_by: actorId, marked_at: at })
      .where('submission_id', '=', submission.id)
      .execute();
  }
  await recordAct(writer, {
    at,
    actorId,
    act: 'mark-submission',
    subject: submission.number,
    before: before && presentMark(before),
    after: mark,
  });
}
