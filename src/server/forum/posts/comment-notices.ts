import { questionAddress } from '#contract/forum/question-view';
import { notifyMentioned } from '../mentions/mention-notices.ts';
import { notify } from '../../notices/notify.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { LockedQuestion } from './lock-post.ts';
import { quoteOf } from './post-text.ts';
import { mutedBy } from '../unread/reading-state.ts';

type Posted = {
  question: LockedQuestion;
  commentId: number;
  author: { accountId: number; name: string };
  isOfStaff: boolean;
  isAnonymous: boolean;
  batch: Batch;
};

/** Notifies mentioned people, and the asker unless muted, of a comment: one notice per person. */
export async function notifyOfComment(
  writer: Writer,
  { isOfStaff, ...post }: Posted,
  mentioned: readonly number[],
  now: number,
): Promise<void> {
  const { question, commentId, author, batch } = post;
  const reached = await notifyMentioned(writer, post, mentioned, now);
  if (reached.has(question.authorId) || question.authorId === author.accountId) return;
  if ((await mutedBy(writer, question.id, [question.authorId])).size > 0) return;
  const who = isOfStaff ? 'A mentor' : 'Someone in your batch';
  await notify(writer, {
    kind: 'answer',
    event: String(commentId),
    accounts: [question.authorId],
    about: `question:${question.id}`,
    text: `${who} answered your question “${quoteOf(question)}”`,
    href: questionAddress(batch.name, String(question.id)),
    now,
  });
}
