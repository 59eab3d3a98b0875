import { isoInstant } from '#contract/dates';
import type { CurrentMark } from '#contract/staff';
import { accountName } from '../accounts/queries.ts';
import { recordAct } from '../audit/record-act.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Flag } from '../platform/database/schema.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

export type Mark = { marks: number; comments: string; released: boolean };

/**
 * Who marks and when; `actorId` is null for the operator's commands. `original` is the mark that whoever marks has seen (null
 * for none), where that is told.
 */
type Marking = { actorId: number | null; at: number; original?: Mark | null | undefined };

type MarkRow = { marks: number; comments: string; released: Flag };
type MarkedRow = MarkRow & { marked_by: number | null; marked_at: number };

const presentMark = (row: MarkRow): Mark => ({
  marks: row.marks,
  comments: row.comments,
  released: row.released === 1,
});

const isSame = (one: Mark, other: Mark) =>
  one.marks === other.marks && one.comments === other.comments && one.released === other.released;

const trimmed = (mark: Mark): Mark => ({ ...mark, comments: mark.comments.trim() });

async function markedMeanwhile(writer: Writer, row: MarkedRow) {
  return httpErrors.changedMeanwhile('This hand-in was marked in the meantime. Your mark is not saved yet.', {
    ...presentMark(row),
    marked_by: row.marked_by === null ? null : await accountName(writer, row.marked_by),
    marked_at: isoInstant(row.marked_at),
  } satisfies CurrentMark);
}

/**
 * Sets the mark of a version within a change, and tells the audit log what it was before. A mark that is there already
 * changes nothing and is not logged again.
 * @param submission its id and its receipt's number
 * @throws 409 with `current` where the mark is neither the one that was seen nor the one to be set
 */
export async function recordMark(
  writer: Writer,
  submission: { id: number; number: string },
  mark: Mark,
  { actorId, at, original }: Marking,
): Promise<void> {
  const values = { marks: mark.marks, comments: mark.comments, released: mark.released ? 1 : 0 } as const;
  const inserted = await writer
    .insertInto('marks')
    .values({ submission_id: submission.id, ...values, marked_by: actorId, marked_at: at })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .returning('submission_id')
    .executeTakeFirst();
  let before: MarkedRow | null = null;
  if (inserted === undefined) {
    // Writing the mark as it is locks it: two mentors at once must not both tell of the same "before".
    before = await writer
      .updateTable('marks')
      .set((old) => ({ marked_at: old.ref('marked_at') }))
      .where('submission_id', '=', submission.id)
      .returning(['marks', 'comments', 'released', 'marked_by', 'marked_at'])
      .executeTakeFirstOrThrow();
    const present = presentMark(before);
    if (isSame(present, mark)) return;
    if (original !== undefined && (original === null || !isSame(trimmed(present), trimmed(original))))
      throw await markedMeanwhile(writer, before);
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
