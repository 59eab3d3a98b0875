import { isoInstant } from '#contract/dates';
import { isStaff } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAct } from '../../audit/record-act.ts';
import { withdraw } from '../../notices/notify.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { LockedComment } from '../moderation/lock-comment.ts';
import type { LockedQuestion } from '../moderation/lock-question.ts';
import { takeMark, withdrawSolution } from './mark-answer.ts';
import { withdrawMentions, withdrawMentionsOf } from '../mentions/tell-mentioned.ts';
import { addIntervention } from '../moderation/interventions.ts';
import { nameOfPost, type Post } from '../moderation/lock-post.ts';
import { settleReports, withdrawReports } from '../moderation/settle-reports.ts';

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
async function noteHidden(
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
  await withdrawSolution(writer, question, now);
  await withdrawMentions(writer, question, now);
  const post = { name: nameOfPost(id, null), questionId: id, commentId: null, batchId, authorId };
  return noteHidden(writer, post, removal);
}

/** As `removeQuestion`, for a comment, with its answer mark. */
export async function removeComment(
  writer: Writer,
  comment: LockedComment,
  removal: Removal,
): Promise<number | null> {
  const { viewer, reason, now } = removal;
  const { question, id, authorId, text } = comment;
  const markedAt = await takeMark(writer, question, id, now);
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
  await withdrawMentionsOf(writer, id, now);
  const name = nameOfPost(question.id, id);
  const post = { name, questionId: question.id, commentId: id, batchId: question.batchId, authorId };
  return noteHidden(writer, post, removal);
}
