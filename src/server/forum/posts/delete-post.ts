import { isoInstant } from '#contract/dates';
import { isStaff } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAct } from '../../audit/record-act.ts';
import { withdraw } from '../../notices/notify.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import {
  type LockedComment,
  type LockedQuestion,
  nameOfPost,
  type Post,
  lockQuestion,
  lockComment,
  type CommentAddress,
} from './lock-post.ts';
import { removeAnswerMark, withdrawNoticesOfAnswer } from './mark-answer.ts';
import { withdrawMentions, withdrawCommentMentions } from '../mentions/mention-notices.ts';
import { addIntervention } from '../moderation/interventions.ts';
import { settleReports, withdrawReports } from '../moderation/report-notices.ts';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { canDelete, type DiscussionAccess } from '../policy.ts';

type Removal = {
  viewer: Viewer;
  /** A mentor's reason to hide it; null for a deletion. */
  reason: string | null;
  now: number;
};

/**
 * Posts that mentors remove from others are hidden: they can be shown again, and their reports are settled.
 * @returns the intervention's id; null if the author deleted it
 */
async function recordHiding(
  writer: Writer,
  post: Post,
  { viewer, reason, now }: Removal,
): Promise<number | null> {
  if (!isStaff(viewer) || (post.authorId === viewer.accountId && reason === null)) {
    await withdrawReports(writer, post, now);
    return null;
  }
  await settleReports(writer, post, now);
  return addIntervention(writer, post, { kind: 'hidden', actorId: viewer.accountId, reason, now });
}

/**
 * Removes a question and withdraws its notices; its row stays. Staff's removals are audited.
 * @returns the intervention's id; null if the author deleted it
 */
export async function removeQuestion(
  writer: Writer,
  question: LockedQuestion,
  removal: Removal,
): Promise<number | null> {
  const { viewer, reason, now } = removal;
  const { id, batchId, authorId, text } = question;
  await writer
    .updateTable('questions')
    .set({ deleted_at: now, deleted_by: viewer.accountId })
    .where('id', '=', id)
    .execute();
  announce(writer, `batch:${batchId}`);
  if (isStaff(viewer)) {
    await recordAct(writer, {
      at: now,
      actorId: viewer.accountId,
      act: reason === null ? 'delete-question' : 'hide-post',
      subject: String(id),
      aboutId: authorId,
      before: { text, deletedAt: null },
      after: { text, deletedAt: isoInstant(now), ...(reason !== null && { reason }) },
    });
  }
  // The notice would lead nowhere.
  await withdraw(writer, { kind: 'answer', about: `question:${id}`, accounts: [authorId], now });
  await withdrawNoticesOfAnswer(writer, question, now);
  await withdrawMentions(writer, question, now);
  const post = { name: nameOfPost(id, null), questionId: id, commentId: null, batchId, authorId };
  return recordHiding(writer, post, removal);
}

/** As `removeQuestion`, for a comment, with its answer mark. */
export async function removeComment(
  writer: Writer,
  comment: LockedComment,
  removal: Removal,
): Promise<number | null> {
  const { viewer, reason, now } = removal;
  const { question, id, authorId, text } = comment;
  const markedAt = await removeAnswerMark(writer, question, id, now);
  await writer
    .updateTable('comments')
    .set({ deleted_at: now, deleted_by: viewer.accountId, deleted_mark_at: markedAt })
    .where('id', '=', id)
    .execute();
  announce(writer, `batch:${question.batchId}`);
  if (isStaff(viewer)) {
    await recordAct(writer, {
      at: now,
      actorId: viewer.accountId,
      act: reason === null ? 'delete-comment' : 'hide-post',
      subject: String(question.id),
      aboutId: authorId,
      before: { comment: id, text, deletedAt: null },
      after: { comment: id, text, deletedAt: isoInstant(now), ...(reason !== null && { reason }) },
    });
  }
  // The notice would lead nowhere.
  await withdraw(writer, { kind: 'answer', event: String(id), now });
  await withdrawCommentMentions(writer, id, now);
  const name = nameOfPost(question.id, id);
  const post = { name, questionId: question.id, commentId: id, batchId: question.batchId, authorId };
  return recordHiding(writer, post, removal);
}

/**
 * Soft delete: the row stays, and `restoreQuestion` undoes it. Staff's deletions are audited.
 * @throws 404 unknown, deleted, or another batch's; 403 not the viewer's to delete; 409 key of another
 *   request
 */
export async function deleteQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'question-deletion', key, content: [id], now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, id);
      if (!canDelete(access.viewer, question)) throw httpErrors.forbidden(messages.forbidden);
      await removeQuestion(writer, question, { viewer: access.viewer, reason: null, now });
      return question.id;
    }),
  );
}

/**
 * Soft delete: the row stays. Withdraws its answer mark and notices; staff's deletions are audited.
 * @throws 404 unknown, deleted, or another question's; 403 not the viewer's to delete; 409 key of another
 *   request
 */
export async function deleteComment(
  context: AppContext,
  access: DiscussionAccess,
  address: CommentAddress,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const content = [address.id, address.comment];
  const request = { accountId, kind: 'comment-deletion', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const comment = await lockComment(writer, access, address);
      await removeComment(writer, comment, { viewer: access.viewer, reason: null, now });
      return comment.id;
    }),
  );
}
