import { minuteMs } from '#contract/durations';
import * as calls from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { act, type AuditLine } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockQuestion, type PostAddress } from './lock-post.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { anyComment, undeleteComment } from './restore-comment.ts';
import { anyQuestion, undeleteAndNotify } from './restore-question.ts';

/** Milliseconds: the button shows for ten seconds, but networks are slow. */
const undoneWithinMs = minuteMs;

type Deleted = { deletedAt: number | null; deletedBy: number | null };

/** @throws 403 another's deletion; 409 too late */
function requireUndoable({ deletedAt, deletedBy }: Deleted, accountId: number, now: number): void {
  if (deletedBy !== accountId) throw httpErrors.forbidden(messages.forbidden);
  if (now - (deletedAt ?? 0) > undoneWithinMs)
    throw httpErrors.conflict('This was deleted more than a minute ago, so it cannot be undone.');
}

type Undoing = { context: AppContext; resource: DiscussionAccess; now: number };

async function undoQuestionDeletion(
  writer: Writer,
  { context, resource: { viewer, batch }, now }: Undoing,
  { id }: PostAddress,
): Promise<AuditLine[]> {
  const question = await anyQuestion(writer, batch, id);
  if (question.deletedAt === null) return [];
  requireUndoable(question, viewer.accountId, now);
  return undeleteAndNotify(writer, context, { question, viewer }, now);
}

async function undoCommentDeletion(
  writer: Writer,
  { context, resource: access, now }: Undoing,
  { id, comment: named }: { id: string; comment: string },
): Promise<AuditLine[]> {
  const { viewer, batch } = access;
  const question = await lockQuestion(writer, access, id);
  const { deletedAt, ...comment } = await anyComment(writer, question.id, named);
  if (deletedAt === null || batch === null) return [];
  const deleted = { ...comment, deletedAt };
  requireUndoable(deleted, viewer.accountId, now);
  return undeleteComment(writer, context, { question, comment: deleted, viewer, batch }, now);
}

/**
 * With answer mark and notices; no effect if the post is there.
 * @throws 404 unknown, or elsewhere; 403 another's deletion; 409 after a minute, and for a key of another
 * request
 */
export const undoDeletionCalls = (forum: ForumState) => [
  act(calls.undoQuestionDeletion, {
    who: forum.tracked,
    key: { kind: 'post-restoration', content: ({ params }) => [params.id] },
    run: async (writer, request) => ({
      id: request.viewer.accountId,
      audit: await undoQuestionDeletion(writer, request, request.params),
    }),
    answer: answerWithDiscussion(forum),
  }),

  act(calls.undoCommentDeletion, {
    who: forum.tracked,
    key: { kind: 'post-restoration', content: ({ params }) => [params.id, params.comment] },
    run: async (writer, request) => ({
      id: request.viewer.accountId,
      audit: await undoCommentDeletion(writer, request, request.params),
    }),
    answer: answerWithDiscussion(forum),
  }),
];
