import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';

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
