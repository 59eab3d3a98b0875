import type { Writer } from '../../platform/database/database.ts';
import { insertFormerText } from './edit-post.ts';
import { textColumns, type PostText } from './post-text.ts';

/** Ids, and milliseconds since 1970. */
type PastQuestion = {
  batchId: number;
  authorId: number;
  text: string;
  format: PostText['format'];
  createdAt: number;
  isAnonymous: boolean;
  comments: readonly ({ authorId: number; createdAt: number } & Omit<PostText, 'html'>)[];
  /** Index in `comments`, from 0; null for none. */
  solution: number | null;
  /** The author's edit and former text; null for none. */
  edited: { at: number; before: string } | null;
  favoriteOf: readonly number[];
  viewedBy: readonly number[];
  /** By the whole batch, with all before; else by `viewedBy`. */
  isRead: boolean;
};

/** With given instants, such as the demo's. */
export async function insertPastQuestion(writer: Writer, question: PastQuestion): Promise<void> {
  const { id: question_id } = await writer
    .insertInto('questions')
    .values({
      batch_id: question.batchId,
      author_id: question.authorId,
      ...textColumns(question.text, question.format),
      created_at: question.createdAt,
      edited_at: question.edited?.at ?? null,
      deleted_at: null,
      view_count: question.viewedBy.length,
      is_anonymous: question.isAnonymous ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { authorId, format, createdAt, edited } = question;
  if (edited !== null) {
    const former = { questionId: question_id, commentId: null, authorId, createdAt, editedAt: null };
    const text = textColumns(edited.before, format);
    await insertFormerText(writer, { ...former, ...text }, { now: edited.at, editorId: authorId });
  }
  for (const [at, { authorId, text, format, createdAt }] of question.comments.entries()) {
    const { id: comment_id } = await writer
      .insertInto('comments')
      .values({
        question_id,
        author_id: authorId,
        ...textColumns(text, format),
        created_at: createdAt,
        is_anonymous: question.isAnonymous && authorId === question.authorId ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (at !== question.solution) continue;
    await writer
      .insertInto('question_solutions')
      .values({ question_id, batch_id: question.batchId, comment_id, marked_at: createdAt })
      .execute();
  }
  for (const account_id of question.favoriteOf) {
    await writer.insertInto('question_favorites').values({ question_id, account_id }).execute();
  }
  for (const account_id of question.viewedBy) {
    await writer.insertInto('question_views').values({ question_id, account_id }).execute();
  }
  const { version } = await writer
    .selectFrom('discussion_versions')
    .where('batch_id', '=', question.batchId)
    .select('version')
    .executeTakeFirstOrThrow();
  if (question.isRead) {
    await writer
      .updateTable('discussion_reads')
      .set({ version })
      .where('batch_id', '=', question.batchId)
      .execute();
    return;
  }
  const read = { question_id, batch_id: question.batchId, version, is_unread: 0, is_muted: 0 } as const;
  for (const account_id of question.viewedBy) {
    await writer
      .insertInto('question_reads')
      .values({ ...read, account_id })
      .execute();
  }
}
