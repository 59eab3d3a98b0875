import { sql } from 'kysely';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Flag } from '../../platform/database/schema.ts';
import type { DiscussionAccess } from '../policy.ts';
import { parseId } from '../../platform/parse-id.ts';

/** A question whose row is locked until the transaction ends. */
export type LockedQuestion = {
  id: number;
  batchId: number;
  authorId: number;
  text: string;
  format: 'markdown' | null;
  html: string | null;
  mentions: string | null;
  createdAt: number;
  editedAt: number | null;
  isAnonymous: Flag;
};

/** The same for an unknown, deleted or other batch's question. */
export const questionNotFound = () => httpErrors.notFound('This question is not there any more.');

/**
 * Reads a question and locks its row until the transaction ends.
 * @param id as in the request
 * @throws 404 unknown, deleted, or another batch's
 */
export async function lockQuestion(
  writer: Writer,
  { batch }: DiscussionAccess,
  id: string,
): Promise<LockedQuestion> {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const question = await writer
    .updateTable('questions')
    // SQLite has no `for update`: an update without effect locks the row on both engines.
    .set({ deleted_at: sql`deleted_at` })
    .where('id', '=', questionId)
    .where('batch_id', '=', batch.id)
    .where('deleted_at', 'is', null)
    .returning([
      'id',
      'batch_id as batchId',
      'author_id as authorId',
      'text',
      'format',
      'html',
      'mentions',
      'created_at as createdAt',
      'edited_at as editedAt',
      'is_anonymous as isAnonymous',
    ])
    .executeTakeFirst();
  if (question === undefined) throw questionNotFound();
  return question;
}
