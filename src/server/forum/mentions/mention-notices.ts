import { shownName } from '#contract/accounts/person-name';
import { questionAddress } from '#contract/forum/question-view';
import type { Batch } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { nameOfPost } from '../posts/lock-post.ts';
import { quoteOf, type PostText } from '../posts/post-text.ts';
import { mutedBy } from '../unread/reading-state.ts';
import { findMentioned, type Mentioned } from './people-to-mention.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

/** Comments whose mentions go with a deleted question. */
const maxComments = 500;

type Post = {
  question: PostText & { id: number };
  /** Null for the question itself. */
  commentId: number | null;
  /** The author, or the editor. */
  author: { accountId: number; name: string };
  /** Hides the name from mentors, too. */
  isAnonymous: boolean;
  batch: Batch;
};

/**
 * Once per post, whatever its edits; not the author, nor those who muted it.
 * @param mentioned without earlier ones
 * @returns the notified accounts
 */
export async function notifyMentioned(
  writer: Writer,
  { question, commentId, author, isAnonymous, batch }: Post,
  mentioned: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const others = mentioned.filter((account) => account !== author.accountId);
  const muted = await mutedBy(writer, question.id, others);
  const accounts = others.filter((account) => !muted.has(account));
  const who = isAnonymous ? 'Someone in your batch' : shownName(author.name);
  if (accounts.length > 0)
    await notify(writer, {
      kind: 'mention',
      event: nameOfPost(question.id, commentId),
      accounts,
      about: `question:${question.id}`,
      text: `${who} mentions you in “${quoteOf(question)}”`,
      href: questionAddress(batch.name, String(question.id)),
      now,
    });
  return new Set(accounts);
}

export async function notifyNewlyMentioned(
  writer: Writer,
  context: Context,
  post: Post,
  { before, mentioned }: { before: Pick<PostText, 'text' | 'format'>; mentioned: Mentioned },
  now: number,
): Promise<void> {
  if (mentioned.accounts.length === 0) return;
  const { accounts } = await findMentioned(writer, context, post.batch.id, before);
  const added = mentioned.accounts.filter((account) => !accounts.includes(account));
  await notifyMentioned(writer, post, added, now);
}

export async function withdrawMentions(writer: Writer, question: { id: number }, now: number): Promise<void> {
  const comments = await writer
    .selectFrom('comments')
    .where('question_id', '=', question.id)
    .where('mentions', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxComments)
    .select('id')
    .execute();
  for (const commentId of [null, ...comments.map(({ id }) => id)])
    await withdraw(writer, { kind: 'mention', event: nameOfPost(question.id, commentId), now });
}
