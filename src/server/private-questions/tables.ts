import type { AsStored } from '../platform/database/schema.ts';
import { removedWords, type PersonalTables } from '../platform/database/personal-tables.ts';
import type { Writer } from '../platform/database/database.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    'private-questions': {
      private_questions: {
        /** The author's first post that no mentor has answered; null if none. */
        waiting_since: AsStored;
        /** The mentor who asks its author to open it. */
        open_asked_by: AsStored;
        /** The forum's question it became. */
        opened_as: AsStored;
      };
      /** The first is the question itself. */
      private_posts: {
        format: 'markdown' | null;
      };
      /** Changes that an author may see; those of all the batch's questions under 0. */
      private_versions: AsStored;
      /** Up to which post somebody has read. */
      private_reads: AsStored;
    };
  }
}

/** `erasePrivateQuestions` erases what others wrote to the person. */
export const privatePersonal: PersonalTables = {
  private_questions: { owner: ['author_id', 'taken_by', 'open_asked_by'], erase: 'keep' },
  private_versions: { owner: 'author_id', erase: 'keep' },
  private_posts: { owner: 'author_id', erase: { text: removedWords, html: null } },
  private_reads: { owner: 'account_id', erase: 'delete' },
};

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
