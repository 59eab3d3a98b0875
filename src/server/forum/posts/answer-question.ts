import type { PostFormat } from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { lockQuestion } from '../moderation/lock-question.ts';
import { findMentioned, tellMentioned } from '../mentions/tell-mentioned.ts';
import { refuseLocked } from '../moderation/refuse-locked.ts';
import { enforcePostLimit } from './post-limit.ts';
import { formatColumn, keyedContent, textColumns } from './post-text.ts';
import type { DiscussionAccess } from '../policy.ts';
import { tellOfComment } from './tell-of-comment.ts';

/**
 * Comments on a question, and tells its author.
 * @param key the request's Idempotency-Key: a repetition adds nothing
 * @throws a 400 error for too many attachments; 429 where the account has posted very much within the hour; 409 while the student waits
 *   for placement, where a mentor has locked the question, and when the key belongs to another comment; 404 for a question that is
 *   unknown, deleted, or another batch's
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
  const now = context.clock.now();
  const request = { accountId, kind: 'comment', key, content: keyedContent(id, text, format), now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      await enforcePostLimit(writer, context.settings, { accountId, now });
      const question = await lockQuestion(writer, access, id);
      await refuseLocked(writer, access.viewer, question);
      const mentioned = await findMentioned(writer, context, batch.id, {
        text,
        format: formatColumn(format),
      });
      // Or the comment would say who asked.
      const isAnonymous = question.authorId === accountId && question.isAnonymous === 1;
      const comment = await writer
        .insertInto('comments')
        .values({
          question_id: question.id,
          author_id: accountId,
          ...textColumns(text, formatColumn(format)),
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
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'post-comment',
          subject: String(question.id),
          before: null,
          after: { comment: comment.id },
          aboutId: question.authorId,
        });
      }
      const told = { id: comment.id, authorId: accountId, isOfStaff: isStaff(access.viewer) };
      const mentionedIn = { question, commentId: comment.id, author: access.viewer, isAnonymous, batch };
      const reached = await tellMentioned(writer, mentionedIn, mentioned.accounts, now);
      // One thing that happened is told once.
      if (!reached.has(question.authorId))
        await tellOfComment(writer, { question, batch: batch.name, comment: told }, now);
      return comment.id;
    }),
  );
}
