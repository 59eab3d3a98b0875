import { answerQuestion } from '#contract/forum/calls';
import { studentMessages } from '#contract/student-messages';
import { questionAddress } from '#contract/forum/question-view';
import { isStaff } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { lockQuestion, type LockedQuestion } from './lock-post.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { enforceHourlyLimit } from './post-limit.ts';
import { formatColumn, keyedContent, writtenColumns, quoteOf } from './post-text.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
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
export const answerCall = (forum: ForumState) =>
  act(answerQuestion, {
    who: forum.tracked,
    key: {
      kind: 'comment',
      content: ({ params, body: { answer, format } }) => keyedContent(params.id, answer, format),
    },
    audit: 'post-comment',
    async run(writer, { context, resource: access, viewer, params, body, now }) {
      const { batch } = access;
      if (batch === null) throw httpErrors.conflict(studentMessages.notPlacedYet);
      const { accountId } = viewer;
      const { answer: text } = body;
      const format = formatColumn(body.format);
      await enforceHourlyLimit(writer, context.settings, 'post', { accountId, now });
      const question = await lockQuestion(writer, access, params.id);
      await refuseLocked(writer, viewer, question);
      const mentioned = await findMentioned(writer, context, batch.id, { text, format });
      // The anonymous asker's comments, too.
      const isAnonymous = question.authorId === accountId && question.isAnonymous === 1;
      const { id: commentId } = await writer
        .insertInto('comments')
        .values({
          question_id: question.id,
          author_id: accountId,
          ...writtenColumns('The comment', text, format),
          mentions: mentioned.column,
          created_at: now,
          is_anonymous: isAnonymous ? 1 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await linkAttachments(writer, {
        questionId: question.id,
        commentId,
        batchId: batch.id,
        accounts: [accountId],
        text,
        now,
      });
      announce(writer, `batch:${batch.id}`);
      const isOfStaff = isStaff(viewer);
      const posted = { question, commentId, author: viewer, isOfStaff, isAnonymous, batch };
      await notifyOfComment(writer, posted, mentioned.accounts, now);
      const line = {
        subject: String(question.id),
        after: { comment: commentId },
        aboutId: question.authorId,
      };
      return { id: accountId, audit: isOfStaff ? line : [] };
    },
    answer: answerWithDiscussion(forum),
  });
