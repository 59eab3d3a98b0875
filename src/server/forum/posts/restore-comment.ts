import { isoInstant } from '#contract/dates';
import { isStaff } from '../../accounts/policy.ts';
import { accountsAs } from '../../accounts/queries.ts';
import type { AuditLine } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { parseId } from '../../platform/parse-id.ts';
import { commentNotFound, type LockedQuestion, nameOfPost } from './lock-post.ts';
import { notifyOfAnswer } from './mark-answer.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { removeIntervention } from '../moderation/interventions.ts';
import { notifyOfReports } from '../moderation/report-post.ts';
import { notifyOfComment } from './answer-question.ts';

/** Also deleted ones. @throws 404 unknown, or another question's */
export async function anyComment(writer: Writer, questionId: number, named: string) {
  const comment = await writer
    .selectFrom('comments')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
    .where('comments.id', '=', parseId(named) ?? 0)
    .where('comments.question_id', '=', questionId)
    .select([
      'comments.id',
      'comments.author_id as authorId',
      'comments.deleted_at as deletedAt',
      'comments.deleted_by as deletedBy',
      'comments.deleted_mark_at as deletedMarkAt',
      'comments.text',
      'comments.format',
      'comments.html',
      'comments.is_anonymous as isAnonymous',
      'accounts.name as authorName',
      'accounts.role as authorRole',
    ])
    .executeTakeFirst();
  if (comment === undefined) throw commentNotFound();
  return comment;
}

type Shown = {
  question: LockedQuestion;
  comment: Awaited<ReturnType<typeof anyComment>> & { deletedAt: number };
  /** `reason` is a mentor's. */
  viewer: Viewer;
  reason?: string;
  batch: Batch;
};

/** With its notices, and its answer mark if no other was set. @returns the audit lines, of staff alone */
export async function undeleteComment(
  writer: Writer,
  context: AppContext,
  { question, comment, viewer, reason, batch }: Shown,
  now: number,
): Promise<AuditLine[]> {
  await writer
    .updateTable('comments')
    .set({ deleted_at: null, deleted_by: null, deleted_mark_at: null })
    .where('id', '=', comment.id)
    .execute();
  const marked =
    comment.deletedMarkAt === null
      ? undefined
      : await writer
          .insertInto('question_solutions')
          .values({
            question_id: question.id,
            batch_id: question.batchId,
            comment_id: comment.id,
            marked_at: comment.deletedMarkAt,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('comment_id')
          .executeTakeFirst();
  announce(writer, `batch:${question.batchId}`);
  const { id, authorId } = comment;
  const post = { name: nameOfPost(question.id, id), questionId: question.id, commentId: id, authorId };
  await removeIntervention(writer, post, 'hidden');
  await notifyOfReports(writer, { ...post, batchId: question.batchId }, now);
  const mentioned = await findMentioned(writer, context, question.batchId, comment);
  const posted = {
    question,
    commentId: id,
    author: { accountId: authorId, name: comment.authorName },
    isOfStaff: comment.authorRole !== 'student',
    isAnonymous: comment.isAnonymous === 1,
    batch,
  };
  await notifyOfComment(writer, posted, mentioned.accounts, now);
  if (marked !== undefined)
    await notifyOfAnswer(writer, { question, batch, markedBy: viewer.accountId }, comment, now);
  const line = {
    act: reason === undefined ? 'restore-comment' : 'show-post',
    subject: String(question.id),
    aboutId: authorId,
    before: { comment: id, deletedAt: isoInstant(comment.deletedAt) },
    after: { comment: id, deletedAt: null, ...(reason !== undefined && { reason }) },
  } as const;
  return isStaff(viewer) ? [line] : [];
}
