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

/** Characters of the post quoted in a notice. */
const shownLength = 80;

type Wish = {
  /** The question's id, as in the request. */
  id: string;
  act: ModerationAct;
  /** The id of the comment to hide or show; without it the question. */
  comment?: string | undefined;
  reason: string;
};

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

const eventOf = (did: 'hidden' | 'locked' | 'shown', interventionId: number) => `${did}:${interventionId}`;

/**
 * Notifies the author, without the reason: the linked page shows that, to the author alone if the post is
 * hidden.
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

/** @returns the question's id, as the others below */
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

/** @throws 409 for a post its author deleted */
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

/** @throws 409 at the maximum of pinned questions */
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
 * Hides, shows, locks, unlocks, pins or unpins a post, with its reason in the audit log. No effect if it is
 * so already.
 * @throws 403 for students; 404 for an unknown, other batch's or (except `show`) deleted post; 400 to lock or
 *   pin a comment; 409 to show what its author deleted, at the maximum of pins, and for a key of another
 *   request
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
