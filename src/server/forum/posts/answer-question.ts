import type { PostFormat } from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { lockQuestion } from './lock-post.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { enforcePostLimit } from './post-limit.ts';
import { formatColumn, keyedContent, textColumns } from './post-text.ts';
import type { DiscussionAccess } from '../policy.ts';
import { notifyOfComment } from './comment-notices.ts';

/**
 * Comments on a question and notifies its author.
 * @throws 400 too many attachments; 404 unknown, deleted or other batch's question; 409 before placement, in
 *   a locked question, and for a key of another comment; 429 after too many posts within the hour
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
      // The asker of an anonymous question stays anonymous in comments.
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
        await recordAuditEvent(writer, {
          at: now,
          actorId: accountId,
          act: 'post-comment',
          subject: String(question.id),
          before: null,
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
      return comment.id;
    }),
  );
}
