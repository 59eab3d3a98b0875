import { beginningOf } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { moderatePost, type ModerationAction } from '#contract/forum/moderation-calls';
import { questionAddress } from '#contract/forum/question-view';
import { act, type AuditLine, type Done } from '../../accounts/sessions/act.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { lockFor } from '../../platform/database/lock-for.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockOwnPost, lockPost, lockQuestion, requireBatch, nameOfPost } from '../posts/lock-post.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
import { moderator, type DiscussionAccess } from '../policy.ts';
import { currentOf } from '../posts/edit-post.ts';
import { firstWords, type PostText } from '../posts/post-text.ts';
import { removePost } from '../posts/delete-post.ts';
import { anyComment, undeleteComment } from '../posts/restore-comment.ts';
import { anyQuestion, undeleteAndNotify } from '../posts/restore-question.ts';
import { addIntervention, interventionAt, removeIntervention } from './interventions.ts';

const shownLength = 80;

type Change = {
  id: string;
  act: ModerationAction;
  /** Without it, the question itself. */
  comment?: string | undefined;
  reason: string;
};

type Action = {
  writer: Writer;
  context: AppContext;
  access: DiscussionAccess & { batch: Batch };
  change: Change;
  now: number;
};

type Notified = {
  questionId: number;
  commentId: number | null;
  authorId: number;
} & PostText;

const eventOf = (did: 'hidden' | 'locked' | 'shown', interventionId: number) => `${did}:${interventionId}`;

/** Without the reason: the linked page shows it, only to the author if hidden. */
async function notifyAuthor(
  { writer, access: { viewer, batch }, now }: Action,
  { questionId, commentId, authorId, ...text }: Notified,
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

async function hide(action: Action): Promise<Done> {
  const { writer, access, change, now } = action;
  const post = await lockOwnPost(writer, access, change);
  const removal = { viewer: access.viewer, reason: change.reason, now };
  const { hiddenAs, audit } = await removePost(writer, post, removal);
  await notifyAuthor(action, post, eventOf('hidden', hiddenAs ?? 0), 'hidden');
  return { id: post.questionId, audit };
}

/** @throws 409 if deleted by the author */
async function show(action: Action): Promise<Done> {
  const { writer, context, access, change, now } = action;
  const { viewer, batch } = access;
  const { reason } = change;
  const hiddenAs = async (post: { name: string }): Promise<number> => {
    const hidden = await interventionAt(writer, post, 'hidden');
    if (hidden === undefined)
      throw httpErrors.conflict(
        'The author has deleted this. Only posts that a mentor has hidden can be shown again.',
      );
    return hidden.id;
  };
  let post: Notified;
  let hidden: number;
  let audit: AuditLine[];
  if (change.comment === undefined) {
    const question = await anyQuestion(writer, batch, change.id);
    if (question.deletedAt === null) return { id: question.id };
    post = { ...question, questionId: question.id, commentId: null };
    hidden = await hiddenAs({ name: nameOfPost(question.id, null) });
    audit = await undeleteAndNotify(writer, context, { question, viewer, reason }, now);
  } else {
    const question = await lockQuestion(writer, access, change.id);
    const { deletedAt, ...comment } = await anyComment(writer, question.id, change.comment);
    if (deletedAt === null) return { id: question.id };
    post = { ...comment, questionId: question.id, commentId: comment.id };
    hidden = await hiddenAs({ name: nameOfPost(question.id, comment.id) });
    const shown = { ...comment, deletedAt };
    audit = await undeleteComment(writer, context, { question, comment: shown, viewer, reason, batch }, now);
  }
  await withdraw(writer, { kind: 'post-moderated', event: eventOf('hidden', hidden), now });
  await notifyAuthor(action, post, eventOf('shown', hidden), 'shown again');
  return { id: post.questionId, audit };
}

/** @throws 409 at the maximum */
async function requireRoomForPin(writer: Writer, batchId: number): Promise<void> {
  await lockFor(writer, `pin ${batchId}`);
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
      `${limits.pinnedQuestions} questions are pinned already, which is the limit. Unpin one first.`,
    );
}

async function setFlag(action: Action, kind: 'locked' | 'pinned', isSo: boolean): Promise<Done> {
  const { writer, access, change, now } = action;
  const post = await lockPost(writer, access, { id: change.id });
  const { id, batchId, authorId } = post;
  const before = await interventionAt(writer, post, kind);
  if ((before !== undefined) === isSo) return { id };
  if (isSo && kind === 'pinned') await requireRoomForPin(writer, batchId);
  const { reason } = change;
  const made = isSo
    ? await addIntervention(writer, post, { kind, actorId: access.viewer.accountId, reason, now })
    : null;
  if (made === null) await removeIntervention(writer, post, kind);
  announce(writer, `batch:${batchId}`);
  if (kind === 'locked') {
    if (made !== null) await notifyAuthor(action, post, eventOf('locked', made), 'locked');
    if (before !== undefined)
      await withdraw(writer, { kind: 'post-moderated', event: eventOf('locked', before.id), now });
  }
  return {
    id,
    audit: {
      act: `${isSo ? '' : 'un'}${kind === 'locked' ? 'lock' : 'pin'}-question`,
      subject: String(id),
      aboutId: authorId,
      before: { [kind]: before !== undefined },
      after: { [kind]: isSo, reason },
    },
  };
}

const actions: Readonly<Record<ModerationAction, (action: Action) => Promise<Done>>> = {
  hide,
  show,
  lock: (action) => setFlag(action, 'locked', true),
  unlock: (action) => setFlag(action, 'locked', false),
  pin: (action) => setFlag(action, 'pinned', true),
  unpin: (action) => setFlag(action, 'pinned', false),
};

/**
 * With an audited reason; no effect if already so.
 * @throws 403 for students; 404 for an unknown, other batch's or (except `show`) deleted post; 400 to lock or
 * pin a comment; 409 to show what its author deleted, at the maximum of pins, and for a key of another
 * request
 */
export const moderationCall = (forum: ForumState) =>
  act(moderatePost, {
    who: moderator,
    key: {
      kind: 'moderation',
      content: ({ params, body }) => [params.id, body.act, body.comment ?? null, body.reason],
    },
    changes: {
      // Only what is hidden is taken away.
      async stored(writer, { resource, params: { id }, body }) {
        if (body.act !== 'hide' || body.began === undefined) return {};
        const post = await lockOwnPost(writer, resource, { id, comment: body.comment });
        return { text: post.text, post };
      },
      seen: ['text'],
      message: 'This post was edited in the meantime. It is not hidden yet.',
      current: (writer, _, { post }) => (post === undefined ? {} : currentOf(writer, post)),
    },
    async run(writer, { context, resource: { viewer, batch }, params, body, now }) {
      if (body.comment !== undefined && body.act !== 'hide' && body.act !== 'show')
        throw httpErrors.badRequest(
          'A comment can only be hidden and shown again: act must be hide or show.',
        );
      const access = { viewer, batch: requireBatch({ resource: { viewer, batch } }) };
      return actions[body.act]({ writer, context, access, change: { id: params.id, ...body }, now });
    },
    answer: answerWithDiscussion(forum),
  });
