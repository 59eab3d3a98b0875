import { isoInstant } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import { isStaff } from '../accounts/policy.ts';
import { accountName, accountsAs } from '../accounts/queries.ts';
import { recordAct } from '../audit/record-act.ts';
import type { Batch } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Flag } from '../platform/database/schema.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { commentNotFound, type CommentAddress } from './lock-comment.ts';
import { lockQuestion, questionNotFound } from './lock-question.ts';
import { tellOfAnswer } from './mark-answer.ts';
import { findMentioned, tellMentioned } from './mentions/tell-mentioned.ts';
import type { DiscussionAccess } from './policy.ts';
import type { PostText } from './post-text.ts';
import { showAgain } from './restore-question.ts';
import { tellOfComment } from './tell-of-comment.ts';

/** So long whoever deleted something may undo it, in milliseconds: the button is there for ten seconds, and networks are slow. */
const undoneWithinMs = minuteMs;

type Restored = { id: number; batchId: number; authorId: number; isAnonymous: Flag } & PostText;

/** Tells those whom a question mentions of it once more; those whom its comments mention find it in the forum. */
async function tellAgain(
  writer: Writer,
  context: AppContext,
  { batch, question }: { batch: Batch; question: Restored },
  now: number,
): Promise<void> {
  const { accounts } = await findMentioned(writer, context, question.batchId, question.text);
  if (accounts.length === 0) return;
  const author = { accountId: question.authorId, name: await accountName(writer, question.authorId) };
  const post = { question, commentId: null, author, isAnonymous: question.isAnonymous === 1, batch };
  await tellMentioned(writer, post, accounts, now);
}

type Deleted = { deletedAt: number | null; deletedBy: number | null };

/** @throws 403 for somebody else's deletion, 409 for one of longer ago */
function requireUndoable({ deletedAt, deletedBy }: Deleted, accountId: number, now: number): void {
  if (deletedBy !== accountId) throw httpErrors.forbidden(messages.forbidden);
  if (now - (deletedAt ?? 0) > undoneWithinMs)
    throw httpErrors.conflict('This was deleted more than a minute ago, and cannot be undone any more.');
}

/**
 * Undoes the deletion of a question by whoever deleted it, within a minute. One that is there stays as it is.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when it was deleted again since
 * @throws a 404 error for a question that is unknown, or another batch's; 403 for one that somebody else deleted; 409 after a
 *   minute, and when the key belongs to another request
 */
export async function undoQuestionDeletion(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  id: string,
  key: string | null = null,
): Promise<void> {
  const { accountId } = viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'post-restoration', key, content: [id], now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const questionId = parseId(id);
      const question =
        batch === null || questionId === null
          ? undefined
          : await writer
              .selectFrom('questions')
              .where('id', '=', questionId)
              .where('batch_id', '=', batch.id)
              .select([
                'id',
                'batch_id as batchId',
                'author_id as authorId',
                'text',
                'format',
                'is_anonymous as isAnonymous',
                'deleted_at as deletedAt',
                'deleted_by as deletedBy',
              ])
              .executeTakeFirst();
      if (question === undefined || batch === null) throw questionNotFound();
      if (question.deletedAt === null) return question.id;
      requireUndoable(question, accountId, now);
      await showAgain(writer, context.database.engine, question, {
        now,
        actorId: isStaff(viewer) ? accountId : undefined,
      });
      await tellAgain(writer, context, { batch, question }, now);
      return question.id;
    }),
  );
}

async function deletedComment(writer: Writer, questionId: number, named: string) {
  const id = parseId(named);
  const comment =
    id === null
      ? undefined
      : await writer
          .selectFrom('comments')
          .innerJoin(accountsAs('accounts'), 'accounts.id', 'comments.author_id')
          .where('comments.id', '=', id)
          .where('comments.question_id', '=', questionId)
          .select([
            'comments.id',
            'comments.author_id as authorId',
            'comments.deleted_at as deletedAt',
            'comments.deleted_by as deletedBy',
            'comments.deleted_mark_at as deletedMarkAt',
            'comments.text',
            'comments.is_anonymous as isAnonymous',
            'accounts.name as authorName',
            'accounts.role as authorRole',
          ])
          .executeTakeFirst();
  if (comment === undefined) throw commentNotFound();
  return comment;
}

/**
 * Undoes the deletion of a comment by whoever deleted it, within a minute: it is the answer again where it was, and no other was
 * marked since, and the question's author and whom it mentions are told of it again. One that is there stays as it is.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when it was deleted again since
 * @throws a 404 error for a comment that is unknown, or another question's, and where its question is deleted; 403 for one that
 *   somebody else deleted; 409 after a minute, and when the key belongs to another request
 */
export async function undoCommentDeletion(
  context: AppContext,
  access: DiscussionAccess,
  address: CommentAddress,
  key: string | null = null,
): Promise<void> {
  const { viewer, batch } = access;
  const { accountId } = viewer;
  const now = context.clock.now();
  const content = [address.id, address.comment];
  const request = { accountId, kind: 'post-restoration', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, address.id);
      const comment = await deletedComment(writer, question.id, address.comment);
      if (comment.deletedAt === null || batch === null) return comment.id;
      requireUndoable(comment, accountId, now);
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
      if (isStaff(viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'restore-comment',
          subject: String(question.id),
          aboutId: comment.authorId,
          before: { comment: comment.id, deletedAt: isoInstant(comment.deletedAt) },
          after: { comment: comment.id, deletedAt: null },
        });
      }
      const { id, authorId } = comment;
      const told = { id, authorId, isOfStaff: comment.authorRole !== 'student' };
      const mentioned = await findMentioned(writer, context, question.batchId, comment.text);
      const author = { accountId: authorId, name: comment.authorName };
      const mentionedIn = { question, commentId: id, author, isAnonymous: comment.isAnonymous === 1, batch };
      const reached = await tellMentioned(writer, mentionedIn, mentioned.accounts, now);
      if (!reached.has(question.authorId))
        await tellOfComment(writer, { question, batch: batch.name, comment: told }, now);
      if (marked !== undefined)
        await tellOfAnswer(writer, { question, batch, markedBy: accountId }, comment, now);
      return comment.id;
    }),
  );
}
