import type { PostFormat } from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { questionAddress } from '#contract/forum/question-view';
import { isStaff } from '../../accounts/policy.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { lockQuestion, type LockedQuestion } from './lock-post.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { enforceHourlyLimit } from './post-limit.ts';
import { formatColumn, keyedContent, writtenColumns, quoteOf } from './post-text.ts';
import type { DiscussionAccess } from '../policy.ts';
import { notifyMentioned } from '../mentions/mention-notices.ts';
import { notify } from '../../notices/notify.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Writer } from '../../platform/database/database.ts';
import { mutedBy } from '../unread/reading-state.ts';

type Posted = {
  question: LockedQuestion;
  commentId: number;
  author: { accountId: number; name: string };
  isOfStaff: boolean;
  isAnonymous: boolean;
  batch: Batch;
};

/** Mentioned people, and the asker unless muted: one notice each. */
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

/**
 * @throws 400 too many attachments; 404 unknown, deleted or other batch's question; 409 before placement, in
 * a locked question, and for a key of another comment; 429 after too many posts within the hour
 */
export async function answerQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  { text, format }: { text: string; format?: PostFormat | undefined },
  key: string | null = null,
): Promise<void> {
  const { batch } = access;
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  const { accountId } = access.viewer;
  const request = { accountId, kind: 'comment', key, content: keyedContent(id, text, format) } as const;
  await once(context, request, async (writer, now) => {
    await enforceHourlyLimit(writer, context.settings, 'post', { accountId, now });
    const question = await lockQuestion(writer, access, id);
    await refuseLocked(writer, access.viewer, question);
    const mentioned = await findMentioned(writer, context, batch.id, {
      text,
      format: formatColumn(format),
    });
    // The anonymous asker's comments, too.
    const isAnonymous = question.authorId === accountId && question.isAnonymous === 1;
    const comment = await writer
      .insertInto('comments')
      .values({
        question_id: question.id,
        author_id: accountId,
        ...writtenColumns('The comment', text, formatColumn(format)),
        mentions: mentioned.column,
        created_at: now,
        is_anonymous: isAnonymous ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await linkAttachments(writer, {
      questionId: question.id,
      commentId: comment.id,
      batchId: batch.id,
      accounts: [accountId],
      text,
      now,
    });
    announce(writer, `batch:${batch.id}`);
    if (isStaff(access.viewer)) {
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'post-comment',
        subject: String(question.id),
        after: { comment: comment.id },
        aboutId: question.authorId,
      });
    }
    const author = access.viewer;
    const posted = {
      question,
      commentId: comment.id,
      author,
      isOfStaff: isStaff(author),
      isAnonymous,
      batch,
    };
    await notifyOfComment(writer, posted, mentioned.accounts, now);
  });
}
