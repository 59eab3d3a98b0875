import { isoInstant } from '#contract/dates';
import { deleteComment, deleteQuestion } from '#contract/forum/calls';
import { isStaff } from '../../accounts/policy.ts';
import { act, type AuditLine } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { withdraw } from '../../notices/notify.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { currentOf } from './edit-post.ts';
import { type LockedPost, type Post, lockOwnPost, type PostAddress } from './lock-post.ts';
import { removeAnswerMark, withdrawNoticesOfAnswer } from './mark-answer.ts';
import { withdrawMentions } from '../mentions/mention-notices.ts';
import { addIntervention } from '../moderation/interventions.ts';
import { settleReports, withdrawReports } from '../moderation/report-post.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';

type Removal = {
  viewer: Viewer;
  /** A mentor's, to hide; null to delete. */
  reason: string | null;
  now: number;
};

/**
 * Removed by a mentor, another's post is hidden: it can be shown again, and reports are settled.
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
 * The row stays; notices go.
 * @returns the intervention's id, null if the author deleted it; the audit lines, of staff alone
 */
export async function removePost(
  writer: Writer,
  post: LockedPost,
  removal: Removal,
): Promise<{ hiddenAs: number | null; audit: AuditLine[] }> {
  const { viewer, reason, now } = removal;
  const { id, authorId, text, question, commentId } = post;
  const deleted = { deleted_at: now, deleted_by: viewer.accountId };
  if (commentId === null) {
    await writer.updateTable('questions').set(deleted).where('id', '=', id).execute();
  } else {
    const markedAt = await removeAnswerMark(writer, question, id, now);
    const marked = { ...deleted, deleted_mark_at: markedAt };
    await writer.updateTable('comments').set(marked).where('id', '=', id).execute();
  }
  announce(writer, `batch:${question.batchId}`);
  // Their notices would lead nowhere.
  if (commentId === null) {
    await withdraw(writer, { kind: 'answer', about: `question:${id}`, accounts: [authorId], now });
    await withdrawNoticesOfAnswer(writer, question, now);
    await withdrawMentions(writer, question, now);
  } else {
    await withdraw(writer, { kind: 'answer', event: String(id), now });
    await withdraw(writer, { kind: 'mention', event: post.name, now });
  }
  const hiddenAs = await recordHiding(writer, post, removal);
  const shown = { ...(commentId !== null && { comment: id }), text };
  const line = {
    act: reason !== null ? 'hide-post' : commentId === null ? 'delete-question' : 'delete-comment',
    subject: String(question.id),
    aboutId: authorId,
    before: { ...shown, deletedAt: null },
    after: { ...shown, deletedAt: isoInstant(now), ...(reason !== null && { reason }) },
  } as const;
  return { hiddenAs, audit: isStaff(viewer) ? [line] : [] };
}

/** What was seen of it, and what is stored now. @throws 404 unknown, deleted, or elsewhere; 403 not the viewer's to delete */
const asSeen = (noun: 'question' | 'comment') => ({
  async stored(
    writer: Writer,
    { resource, params }: { resource: DiscussionAccess; params: PostAddress },
  ): Promise<{ text: string; post: LockedPost }> {
    const post = await lockOwnPost(writer, resource, params);
    return { text: post.text, post };
  },
  seen: ['text'],
  message: `This ${noun} was edited in the meantime. It is not deleted yet.`,
  current: (writer: Writer, _: unknown, { post }: { post: LockedPost }) => currentOf(writer, post),
});

async function deletePost(
  writer: Writer,
  { viewer, stored, now }: { viewer: Viewer; stored: { post: LockedPost }; now: number },
) {
  const { audit } = await removePost(writer, stored.post, { viewer, reason: null, now });
  return { id: viewer.accountId, audit };
}

/** Soft, for `undoDeletionCalls` and `restoreQuestion`. */
export const deletionCalls = (forum: ForumState) => [
  act(deleteQuestion, {
    who: forum.tracked,
    key: { kind: 'question-deletion', content: ({ params }) => [params.id] },
    changes: asSeen('question'),
    run: deletePost,
    answer: answerWithDiscussion(forum),
  }),

  act(deleteComment, {
    who: forum.tracked,
    key: { kind: 'comment-deletion', content: ({ params }) => [params.id, params.comment] },
    changes: asSeen('comment'),
    run: deletePost,
    answer: answerWithDiscussion(forum),
  }),
];
