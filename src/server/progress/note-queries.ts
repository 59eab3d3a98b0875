import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';

/** Newest first. */
export const staffNotesBefore = compiledQuery(
  (db, p: { accountId: number; beforeId: number; limit: number }) =>
    db
      .selectFrom('staff_notes')
      .innerJoin(accountsAs('author'), 'author.id', 'staff_notes.author_id')
      .where('staff_notes.account_id', '=', p.accountId)
      .where('staff_notes.id', '<', p.beforeId)
      .orderBy('staff_notes.id', 'desc')
      .limit(p.limit)
      .select([
        'staff_notes.id',
        'staff_notes.text',
        'staff_notes.created_at as createdAt',
        'staff_notes.author_id as authorId',
        'author.name as authorName',
        'author.role as authorRole',
      ]),
);
export type StaffNoteRow = Awaited<ReturnType<typeof staffNotesBefore>>[number];

export async function countNotes(database: Reader, accountId: number): Promise<number> {
  const notes = database
    .selectFrom('staff_notes')
    .where('account_id', '=', accountId)
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await notes.executeTakeFirstOrThrow()).count);
}

export async function eraseNotes(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('staff_notes').where('account_id', '=', accountId).execute();
}
