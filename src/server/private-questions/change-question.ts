import type { z } from 'zod';
import { isSame } from '#contract/began';
import { instantOrNull } from '#contract/dates';
import { messages } from '#contract/messages';
import { changePrivate } from '#contract/private-questions/calls';
import { settle } from '#contract/settle';
import { isStaff } from '../accounts/policy.ts';
import { act, type AuditLine } from '../accounts/sessions/act.ts';
import { attachPrivately, releasePrivate } from '../forum/attachments/private-attachments.ts';
import { insertOpenedQuestion } from '../forum/posts/insert-opened.ts';
import { formatColumn, presentFormat, writtenColumns } from '../forum/posts/post-text.ts';
import { withdraw } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import {
  announceChange,
  auditLine,
  lockQuestion,
  notifyAuthor,
  refuseOpened,
  requirePlaced,
  updateWaiting,
  withdrawFromAuthor,
  withdrawFromMentors,
  markRead,
} from './lock-question.ts';
import { privateAccess, type PrivateAccess } from './policy.ts';
import {
  eventOf,
  isPostOf,
  livePosts,
  questionWithId,
  takerOf,
  textsWithFiles,
  type LockedPrivate,
} from './queries.ts';
import { readPrivateQuestions } from './read-questions.ts';

type Change = z.output<(typeof changePrivate)['body']>;
type Changing = { access: PrivateAccess; question: LockedPrivate; now: number };
type Audit = AuditLine | [];
type Posts = Awaited<ReturnType<typeof livePosts>>;

const noSuchPost = () => httpErrors.notFound('This post does not exist or was removed.');

/** @throws 400 without one; 404 unknown or deleted; 403 somebody else's */
function requireOwnPost(posts: Posts, { viewer }: PrivateAccess, { post: named }: Change): Posts[number] {
  if (named === undefined)
    throw httpErrors.badRequest('post, the id of a post of this question, is required.');
  const post = posts.find(({ id }) => id === parseId(named));
  if (post === undefined) throw noSuchPost();
  if (post.authorId !== viewer.accountId) throw httpErrors.forbidden(messages.forbidden);
  return post;
}

const shelfOf = ({ batchId, authorId }: LockedPrivate) => ({ batchId, privateTo: authorId });

/** After posts changed: their files, which other private questions of the student may show, too. */
async function releaseFiles(
  writer: Writer,
  { question, now }: Changing,
  gone: readonly { text: string }[],
): Promise<void> {
  const texts = gone.map(({ text }) => text);
  const readLeft = () => textsWithFiles(writer, question);
  await releasePrivate(writer, { ...shelfOf(question), texts, readLeft, now });
}

async function editPost(writer: Writer, changing: Changing, change: Change): Promise<Audit> {
  const { access, question, now } = changing;
  const { text, format: given } = change;
  if (text === undefined) throw httpErrors.badRequest('The text is required');
  refuseOpened(question);
  const posts = await livePosts(writer, question);
  const post = requireOwnPost(posts, access, change);
  const format = given === undefined ? post.format : formatColumn(given);
  if (post.text === text && post.format === format) return [];
  const { conflicts } = settle({ text }, change.began ?? { text: post.text }, { text: post.text });
  if (conflicts.length > 0)
    throw httpErrors.changedMeanwhile('This post was changed in the meantime. Your edit is not saved yet.', {
      text: post.text,
      editedAt: instantOrNull(post.editedAt),
      author: access.viewer.name,
      ...presentFormat(post),
    });
  const edited = { ...writtenColumns('The text', text, format), edited_at: now };
  await writer.updateTable('private_posts').set(edited).where('id', '=', post.id).execute();
  const { accountId } = access.viewer;
  await attachPrivately(writer, { ...shelfOf(question), accountId, text });
  await releaseFiles(writer, changing, [post]);
  return [];
}

/** @throws 409 where the text was edited, or an answer that would also go was written, since it was shown */
function refuseUnseen({ began = {} }: Change, current: { text: string; newest?: string }): void {
  const shown = began as Record<string, unknown>;
  const isNewer = Object.entries(current).some(([name, now]) => name in shown && !isSame(shown[name], now));
  if (isNewer)
    throw httpErrors.changedMeanwhile(
      'Somebody has written here in the meantime. Nothing is deleted yet.',
      current,
    );
}

/** The question's own post takes all with it. */
async function deletePost(writer: Writer, changing: Changing, change: Change): Promise<Audit> {
  const { access, question, now } = changing;
  const { batch } = requirePlaced(access);
  const posts = await livePosts(writer, question);
  const post = requireOwnPost(posts, access, change);
  const isQuestion = post.id === posts[0]?.id && post.authorId === question.authorId;
  refuseUnseen(change, { text: post.text, ...(isQuestion && { newest: String(posts.at(-1)?.id) }) });
  const gone = isQuestion ? posts : [post];
  const goneIds = gone.map(({ id }) => id);
  const deleted = { deleted_at: now };
  await writer.updateTable('private_posts').set(deleted).where('id', 'in', goneIds).execute();
  await releaseFiles(writer, changing, gone);
  if (isQuestion) {
    await writer.updateTable('private_questions').set(deleted).where('id', '=', question.id).execute();
    await withdrawFromMentors(writer, question, { batch, now });
    await withdrawFromAuthor(writer, question, now);
  } else {
    await updateWaiting(writer, question);
    for (const kind of ['private-question', 'private-answer'] as const)
      await withdraw(writer, { kind, event: eventOf(post.id), now });
  }
  const after = { post: post.id, deleted: true };
  return isStaff(access.viewer) ? auditLine(question, 'delete-private-answer', after) : [];
}

/** @throws 409 with who has it now, where the page has shown somebody else or nobody */
async function refuseTaken(writer: Writer, { access, question }: Changing, { began }: Change): Promise<void> {
  if (began === undefined || !('taken_by' in began)) return;
  const taken_by = await takerOf(writer, question, access.viewer.accountId);
  if (isSame(began.taken_by, taken_by)) return;
  const message =
    taken_by === null
      ? 'Nobody has this question any more. Nothing is changed yet.'
      : `${taken_by.name} has taken this question in the meantime. Nothing is changed yet.`;
  throw httpErrors.changedMeanwhile(message, { taken_by });
}

async function takeQuestion(writer: Writer, changing: Changing, change: Change): Promise<Audit> {
  const { access, question, now } = changing;
  const { batch } = requirePlaced(access);
  const { accountId } = access.viewer;
  refuseOpened(question);
  if (question.takenBy === accountId) return [];
  await refuseTaken(writer, changing, change);
  await writer
    .updateTable('private_questions')
    .set({ taken_by: accountId, taken_at: now })
    .where('id', '=', question.id)
    .execute();
  await withdrawFromMentors(writer, question, { batch, but: accountId, now });
  return auditLine(question, 'take-private-question', { taken_before: question.takenBy !== null });
}

async function askToOpen(writer: Writer, { access, question, now }: Changing): Promise<Audit> {
  const { batch } = requirePlaced(access);
  refuseOpened(question);
  if (question.openAskedBy !== null) return [];
  await writer
    .updateTable('private_questions')
    .set({ open_asked_by: access.viewer.accountId })
    .where('id', '=', question.id)
    .execute();
  const event = `private-open:${question.id}`;
  const text = 'A mentor asks you to share your private question with your batch';
  await notifyAuthor(writer, { question, event, batch, text }, now);
  return auditLine(question, 'ask-to-open-private-question');
}

/** All its posts become the batch's; it goes on in the forum. */
async function openQuestion(
  context: AppContext,
  writer: Writer,
  { access, question, now }: Changing,
  { anonymous: isAnonymous = false }: Change,
): Promise<Audit> {
  const { batch } = requirePlaced(access);
  refuseOpened(question);
  const [first, ...answers] = await livePosts(writer, question);
  if (first === undefined) throw new Error(`the private question ${question.id} has no posts`);
  const opened = { batchId: batch.id, isAnonymous, posts: [first, ...answers] as const };
  const openedAs = await insertOpenedQuestion(writer, context, opened, now);
  await writer
    .updateTable('private_questions')
    .set({ opened_as: openedAs, waiting_since: null })
    .where('id', '=', question.id)
    .execute();
  await withdrawFromMentors(writer, question, { batch, now });
  return auditLine(question, 'open-private-question', { question: openedAs });
}

/** @throws 404, also for a post of another question; 400 for a `post` that is no id */
async function findRead(
  reader: Reader,
  access: PrivateAccess,
  { id, post = '' }: { id: string; post: string | undefined },
): Promise<{ questionId: number; postId: number }> {
  const { scope } = requirePlaced(access);
  const { accountId } = access.viewer;
  const postId = parseId(post);
  if (postId === null) throw httpErrors.badRequest('post must be the id of a post of this question');
  const known = parseId(id);
  const [question] =
    known === null ? [] : await questionWithId(reader, scope, { readerId: accountId, id: known });
  if (question === undefined) throw httpErrors.notFound('This question does not exist or was removed.');
  // Reading never goes back, so a later post's number would hide new answers.
  if (!(await isPostOf(reader, { questionId: question.id, postId }))) throw noSuchPost();
  return { questionId: question.id, postId };
}

const staffActions: readonly Change['act'][] = ['take', 'ask-to-open'];

async function changeQuestion(
  writer: Writer,
  { context, access, id, now }: { context: AppContext; access: PrivateAccess; id: string; now: number },
  change: Change,
): Promise<Audit> {
  const question = await lockQuestion(writer, requirePlaced(access).scope, id);
  const changing = { access, question, now };
  const isForOthers = isStaff(access.viewer) ? change.act === 'open' : staffActions.includes(change.act);
  if (isForOthers) throw httpErrors.forbidden(messages.forbidden);
  // Before accounts are locked by notices, as where somebody asks.
  await announceChange(writer, question);
  if (change.act === 'edit') return editPost(writer, changing, change);
  if (change.act === 'delete') return deletePost(writer, changing, change);
  if (change.act === 'take') return takeQuestion(writer, changing, change);
  if (change.act === 'ask-to-open') return askToOpen(writer, changing);
  return openQuestion(context, writer, changing, change);
}

/**
 * @throws 403 somebody else's post, or an act of the other side; 404 a question or post that the reader may not
 * read; 409 before placement, for changes once it is open, and for a key of another change
 */
export const changeCall = act(changePrivate, {
  who: privateAccess,
  /** What the reader has read; null for a change. */
  prepare: ({ context, resource, params: { id }, body }) =>
    body.act === 'read' ? findRead(context.database.reader, resource, { id, post: body.post }) : null,
  // Reading again changes nothing.
  key: {
    kind: 'private-change',
    content({ params, body }) {
      const { began: _, ...change } = body;
      return change.act === 'read' ? null : [params.id, change];
    },
  },
  commit: ({ body }) => (body.act === 'read' ? 'not durable' : undefined),
  async run(writer, { context, resource: access, viewer: { accountId }, prepared, params, body, now }) {
    if (prepared === null) {
      requirePlaced(access);
      const audit = await changeQuestion(writer, { context, access, id: params.id, now }, body);
      return { id: accountId, audit };
    }
    await markRead(writer, { accountId, ...prepared });
    return { id: accountId };
  },
  answer: (_, { context, resource, params }) => readPrivateQuestions(context, resource, { only: params.id }),
});
