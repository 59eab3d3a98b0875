import { questionAddress } from '#contract/forum/question-view';
import { notify } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { LockedQuestion } from './lock-post.ts';
import { quoteOf } from './post-text.ts';
import { mutedBy } from '../unread/reading-state.ts';

type Notice = {
  question: LockedQuestion;
  batch: string;
  comment: { id: number; authorId: number; isOfStaff: boolean };
};

/** Notifies the asker, unless muted, of somebody else's comment, once each. */
export async function notifyOfComment(
  writer: Writer,
  { question, batch, comment }: Notice,
  now: number,
): Promise<void> {
  if (question.authorId === comment.authorId) return;
  if ((await mutedBy(writer, question.id, [question.authorId])).size > 0) return;
  const who = comment.isOfStaff ? 'A mentor' : 'Someone in your batch';
  await notify(writer, {
    kind: 'answer',
    event: String(comment.id),
    accounts: [question.authorId],
    about: `question:${question.id}`,
    text: `${who} answered your question “${quoteOf(question)}”`,
    href: questionAddress(batch, String(question.id)),
    now,
  });
}
