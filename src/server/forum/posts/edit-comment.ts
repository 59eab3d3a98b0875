import type { PostFormat } from '#contract/forum/calls';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { changedMeanwhile, insertFormerText } from './former-text.ts';
import { lockComment, type CommentAddress } from './lock-post.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { notifyNewlyMentioned } from '../mentions/mention-notices.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { enforceEditLimit } from './post-limit.ts';
import { formatColumn, keyedContent, textColumns } from './post-text.ts';
import type { DiscussionAccess } from '../policy.ts';

type Edit = CommentAddress & {
  answer: string;
  /** The text the edit began from, if the client sends it. */
  originalText?: string | undefined;
  /** Without one the format stays. */
  format?: PostFormat | undefined;
};

/**
 * Changes a comment's text by the rules of `editQuestion`.
 * @throws as `editQuestion`
 */
export async function editComment(
  context: AppContext,
  access: DiscussionAccess,
  { answer: text, originalText, format: named, ...address }: Edit,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const content = [address.id, ...keyedContent(address.comment, text, named)];
  const request = { accountId, kind: 'comment-edit', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const comment = await lockComment(writer, access, address);
      const { question } = comment;
      const format = named === undefined ? comment.format : formatColumn(named);
      await refuseLocked(writer, access.viewer, question);
      // An unchanged text is not marked as edited.
      if (comment.text.trim() === text && comment.format === format) return comment.id;
      if (originalText !== undefined && comment.text.trim() !== originalText)
        throw await changedMeanwhile(writer, 'comment', comment);
      await enforceEditLimit(writer, context.settings, { accountId, now });
      const former = { ...comment, questionId: question.id, commentId: comment.id };
      await insertFormerText(writer, former, { now, editorId: accountId });
      const mentioned = await findMentioned(writer, context, question.batchId, { text, format });
      await writer
        .updateTable('comments')
        .set({ ...textColumns(text, format), mentions: mentioned.column, edited_at: now })
        .where('id', '=', comment.id)
        .execute();
      await linkAttachments(writer, {
        questionId: question.id,
        commentId: comment.id,
        batchId: question.batchId,
        accounts: [comment.authorId, accountId],
        text,
        before: comment.text,
        now,
      });
      announce(writer, `batch:${question.batchId}`);
      if (isStaff(access.viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'edit-comment',
          subject: String(question.id),
          aboutId: comment.authorId,
          before: { comment: comment.id, text: comment.text },
          after: { comment: comment.id, text },
        });
      }
      if (access.batch !== null) {
        const isAnonymous = comment.isAnonymous === 1 && comment.authorId === accountId;
        const of = { question, commentId: comment.id, batch: access.batch };
        const post = { ...of, author: access.viewer, isAnonymous };
        await notifyNewlyMentioned(writer, context, post, { before: comment, mentioned }, now);
      }
      return comment.id;
    }),
  );
}
