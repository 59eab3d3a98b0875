import { textColumns } from '../forum/posts/post-text.ts';
import type { Writer } from '../platform/database/database.ts';
import { markRead } from './lock-question.ts';

/** With given instants (ms since 1970), such as the demo's; nobody is notified. The first is the question. */
type PastPost = { authorId: number; text: string; createdAt: number };

/** @returns the ids of the question and of its first post */
export async function insertPastPrivateQuestion(
  writer: Writer,
  { batchId, posts }: { batchId: number; posts: readonly [PastPost, ...PastPost[]] },
): Promise<{ id: number; post: number }> {
  const [first] = posts;
  const mentor = posts.find(({ authorId }) => authorId !== first.authorId);
  const answered = posts.findLastIndex(({ authorId }) => authorId !== first.authorId);
  const { id } = await writer
    .insertInto('private_questions')
    .values({
      batch_id: batchId,
      author_id: first.authorId,
      waiting_since: posts[answered + 1]?.createdAt ?? null,
      taken_by: mentor?.authorId ?? null,
      taken_at: mentor?.createdAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = posts.map(({ authorId, text, createdAt }) => ({
    question_id: id,
    author_id: authorId,
    ...textColumns(text, 'markdown'),
    created_at: createdAt,
  }));
  const ids = await writer.insertInto('private_posts').values(rows).returning('id').execute();
  const inOrder = ids.map((row) => row.id).toSorted((a, b) => a - b);
  const read = inOrder[answered];
  for (const accountId of read === undefined ? [] : new Set(posts.map(({ authorId }) => authorId)))
    await markRead(writer, { accountId, questionId: id, postId: read as number });
  return { id, post: inOrder[0] as number };
}
