import type { Writer } from '../platform/database/database.ts';
import { removedWords } from '../platform/database/personal-tables.ts';

/** All that was written in a person's private questions, also by mentors: it is about the person. */
export async function erasePrivateQuestions(writer: Writer, accountId: number, now: number): Promise<void> {
  const own = writer.selectFrom('private_questions').where('author_id', '=', accountId).select('id');
  await writer
    .updateTable('private_posts')
    .set({ text: removedWords, html: null })
    .where('question_id', 'in', own)
    .where('text', '<>', removedWords)
    .execute();
  await writer
    .updateTable('private_questions')
    .set({ deleted_at: now, waiting_since: null })
    .where('author_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}
