import type { PostFormat } from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { indexQuestion } from '../search/index-question.ts';
import { changedMeanwhile, insertFormerText } from './former-text.ts';
import { lockQuestion } from './lock-post.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { notifyNewlyMentioned } from '../mentions/mention-notices.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { enforceEditLimit } from './post-limit.ts';
import { formatColumn, keyedContent, textColumns } from './post-text.ts';
import { canEdit, type DiscussionAccess } from '../policy.ts';

type Edit = {
  /** The question's id, as in the request. */
  id: string;
  questionText: string;
  /** The text the edit began from, if the client sends it. */
  originalText?: string | undefined;
  /** Without one the format stays. */
  format?: PostFormat | undefined;
};

/**
 * Changes a question's text and notifies newly mentioned people. Staff's edits are audited with both texts.
 * @throws 404 unknown, deleted, or another batch's; 403 not the viewer's to edit; 409 with `current` if the
 *   text changed since the edit began, without it if locked or for a key of another edit; 429 after too many
 *   edits within the hour
 */
export async function editQuestion(
  context: AppContext,
  access: DiscussionAccess,
  { id, questionText: text, originalText, format: named }: Edit,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const request = {
    accountId,
    kind: 'question-edit',
    key,
    content: keyedContent(id, text, named),
    now,
  } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, id);
      if (!canEdit(access.viewer, question)) throw httpErrors.forbidden(messages.forbidden);
      const format = named === undefined ? question.format : formatColumn(named);
      await refuseLocked(writer, access.viewer, question);
      // An unchanged text is not marked as edited.
      if (question.text.trim() === text && question.format === format) return question.id;
      if (originalText !== undefined && question.text.trim() !== originalText)
        throw await changedMeanwhile(writer, 'question', question);
      await enforceEditLimit(writer, context.settings, { accountId, now });
      const former = { ...question, questionId: question.id, commentId: null };
      await insertFormerText(writer, former, { now, editorId: accountId });
      const mentioned = await findMentioned(writer, context, question.batchId, { text, format });
      const written = textColumns(text, format);
      await writer
        .updateTable('questions')
        .set({ ...written, mentions: mentioned.column, edited_at: now })
        .where('id', '=', question.id)
        .execute();
      await linkAttachments(writer, {
        questionId: question.id,
        batchId: question.batchId,
        accounts: [question.authorId, accountId],
        text,
        before: question.text,
        now,
      });
      await indexQuestion(writer, context.database.engine, question.id);
      announce(writer, `batch:${question.batchId}`);
      if (isStaff(access.viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'edit-question',
          subject: String(question.id),
          aboutId: question.authorId,
          before: { text: question.text },
          after: { text },
        });
      }
      if (access.batch !== null) {
        const isAnonymous = question.isAnonymous === 1 && question.authorId === accountId;
        const of = { question: { id: question.id, ...written }, commentId: null, batch: access.batch };
        const post = { ...of, author: access.viewer, isAnonymous };
        await notifyNewlyMentioned(writer, context, post, { before: question, mentioned }, now);
      }
      return question.id;
    }),
  );
}
