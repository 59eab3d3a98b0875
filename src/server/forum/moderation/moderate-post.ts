import { beginningOf } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { ModerationAct } from '#contract/forum/moderation-calls';
import { questionAddress } from '#contract/forum/question-view';
import { isStaff } from '../../accounts/policy.ts';
import { recordAct } from '../../audit/record-act.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockComment } from './lock-comment.ts';
import { lockQuestion, questionNotFound } from './lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';
import { firstWords, type PostText } from '../posts/post-text.ts';
import { removeComment, removeQuestion } from '../posts/remove-post.ts';
import { deletedComment, showCommentAgain } from './show-comment-again.ts';
import { deletedQuestion, showQuestionAgain } from './show-question-again.ts';
import { addIntervention, interventionAt, removeIntervention } from './interventions.ts';
import { nameOfPost } from './lock-post.ts';

/** So much of a post stands in what its author is told, in characters. */
const shownLength = 80;

type Wish = {
  /** The question's id as it stands in the address. */
  id: string;
  act: ModerationAct;
  /** The id of the comment that is hidden or shown; without it the question is. */
  comment?: string | undefined;
  reason: string;
};

/** What a mentor does, to a post of whose question it is. */
type Doing = {
  writer: Writer;
  context: AppContext;
  access: DiscussionAccess & { batch: Batch };
  wish: Wish;
  now: number;
};

type Told = {
  questionId: number;
  commentId: number | null;
  authorId: number;
} & PostText;

/** The event by which the author of a post is told of what a row says. */
const eventOf = (did: 'hidden' | 'locked' | 'shown', interventionId: number) => `${did}:${interventionId}`;

/**
 * Tells the author of a post what a mentor has done to it. Not why: that stands where the notice leads, for the author alone where it
 * is hidden.
 */
async function tellAuthor(
  { writer, access: { viewer, batch }, now }: Doing,
  { questionId, commentId, authorId, ...text }: Told,
  event: string,
  did: string,
): Promise<void> {
  if (authorId === viewer.accountId) return;
  const noun = commentId === null ? 'question' : 'comment';
  const hidden = event.startsWith('hidden:') ? `?hidden=${commentId ?? 'question'}` : '';
  await notify(writer, {
    kind: 'post-moderated',
    event,
    accounts: [authorId],
    about: `question:${questionId}`,
    text: `A mentor has ${did} your ${noun} “${beginningOf(firstWords(text), shownLength)}”`,
    href: questionAddress(batch.name, String(questionId)) + hidden,
    now,
  });
}

/** @returns the id of the question that it was about, as all that follow */
async function hide(doing: Doing): Promise<number> {
  const { writer, access, wish, now } = doing;
  const removal = { viewer: access.viewer, reason: wish.reason, now };
  let post: Told;
  let hidden: number | null;
  if (wish.comment === undefined) {
    const question = await lockQuestion(writer, access, wish.id);
    post = { ...question, questionId: question.id, commentId: null };
    hidden = await removeQuestion(writer, question, removal);
  } else {
    const comment = await lockComment(writer, access, { id: wish.id, comment: wish.comment });
    post = { ...comment, questionId: comment.question.id, commentId: comment.id };
    hidden = await removeComment(writer, comment, removal);
  }
  await tellAuthor(doing, post, eventOf('hidden', hidden ?? 0), 'hidden');
  return post.questionId;
}

/** @throws a 409 error for a post that its author has deleted */
async function show(doing: Doing): Promise<number> {
  const { writer, context, access, wish, now } = doing;
  const { viewer, batch } = access;
  const { reason } = wish;
  const hiddenAs = async (post: { name: string }): Promise<number> => {
    const hidden = await interventionAt(writer, post, 'hidden');
    if (hidden === undefined)
      throw httpErrors.conflict(
        'Its author has deleted it: only what a mentor has hidden can be shown again.',
      );
    return hidden.id;
  };
  let post: Told;
  let hidden: number;
  if (wish.comment === undefined) {
    const question = await deletedQuestion(writer, batch, wish.id);
    if (question.deletedAt === null) return question.id;
    post = { ...question, questionId: question.id, commentId: null };
    hidden = await hiddenAs({ name: nameOfPost(question.id, null) });
    await showQuestionAgain(writer, context, { question, viewer, reason }, now);
  } else {
    const question = await lockQuestion(writer, access, wish.id);
    const { deletedAt, ...comment } = await deletedComment(writer, question.id, wish.comment);
    if (deletedAt === null) return question.id;
    post = { ...comment, questionId: question.id, commentId: comment.id };
    hidden = await hiddenAs({ name: nameOfPost(question.id, comment.id) });
    const shown = { ...comment, deletedAt };
    await showCommentAgain(writer, context, { question, comment: shown, viewer, reason, batch }, now);
  }
  await withdraw(writer, { kind: 'post-moderated', event: eventOf('hidden', hidden), now });
  await tellAuthor(doing, post, eventOf('shown', hidden), 'shown again');
  return post.questionId;
}

/** @throws a 409 error where as many are pinned as can be */
async function requireRoomForPin(writer: Writer, batchId: number): Promise<void> {
  const pinned = await writer
    .selectFrom('post_interventions')
    .innerJoin('questions', 'questions.id', 'post_interventions.question_id')
    .where('post_interventions.batch_id', '=', batchId)
    .where('post_interventions.kind', '=', 'pinned')
    .where('questions.deleted_at', 'is', null)
    .limit(limits.pinnedQuestions)
    .select('post_interventions.id')
    .execute();
  if (pinned.length >= limits.pinnedQuestions)
    throw httpErrors.conflict(
      `${limits.pinnedQuestions} questions are pinned already, which is as many as there can be. Unpin one of them first.`,
    );
}

/** Locks, unlocks, pins or unpins a question. */
async function setStanding(doing: Doing, kind: 'locked' | 'pinned', isSo: boolean): Promise<number> {
  const { writer, access, wish, now } = doing;
  const { accountId } = access.viewer;
  const question = await lockQuestion(writer, access, wish.id);
  const { id, batchId, authorId } = question;
  const post = { name: nameOfPost(id, null), questionId: id, commentId: null, batchId, authorId };
  const before = await interventionAt(writer, post, kind);
  if ((before !== undefined) === isSo) return id;
  if (isSo && kind === 'pinned') await requireRoomForPin(writer, batchId);
  const made = isSo
    ? await addIntervention(writer, post, { kind, actorId: accountId, reason: wish.reason, now })
    : null;
  if (made === null) await removeIntervention(writer, post, kind);
  announce(writer, `batch:${batchId}`);
  const act = `${isSo ? '' : 'un'}${kind === 'locked' ? 'lock' : 'pin'}-question` as const;
  await recordAct(writer, {
    at: now,
    actorId: accountId,
    act,
    subject: String(id),
    aboutId: authorId,
    before: { [kind]: before !== undefined },
    after: { [kind]: isSo, reason: wish.reason },
  });
  if (kind === 'pinned') return id;
  if (made !== null) await tellAuthor(doing, { ...question, ...post }, eventOf('locked', made), 'locked');
  if (before !== undefined)
    await withdraw(writer, { kind: 'post-moderated', event: eventOf('locked', before.id), now });
  return id;
}

const doings: Readonly<Record<ModerationAct, (doing: Doing) => Promise<number>>> = {
  hide,
  show,
  lock: (doing) => setStanding(doing, 'locked', true),
  unlock: (doing) => setStanding(doing, 'locked', false),
  pin: (doing) => setStanding(doing, 'pinned', true),
  unpin: (doing) => setStanding(doing, 'pinned', false),
};

/**
 * Hides a post from the discussion or shows it again, locks a question or pins it, or takes that back; in the audit log with the
 * reason. What is so already stays as it is; what is hidden cannot be hidden again.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when it was taken back since
 * @throws a 403 error for students; 404 for a post that is unknown, another batch's or, but to show it again, not there; 400 for a
 *   comment that is to be locked or pinned; 409 to show what its author has deleted, for a pin too many, and when the key belongs to
 *   another wish
 */
export async function moderatePost(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  wish: Wish,
  key: string | null = null,
): Promise<void> {
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  if (batch === null) throw questionNotFound();
  if (wish.comment !== undefined && wish.act !== 'hide' && wish.act !== 'show')
    throw httpErrors.badRequest('A comment can be hidden and shown again: act must be hide or show.');
  const now = context.clock.now();
  const content = [wish.id, wish.act, wish.comment ?? null, wish.reason];
  const request = { accountId: viewer.accountId, kind: 'moderation', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, () =>
      doings[wish.act]({ writer, context, access: { viewer, batch }, wish, now }),
    ),
  );
}
