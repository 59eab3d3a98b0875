import type { z } from 'zod';
import { messages } from '#contract/messages';
import type { changePrivate } from '#contract/private-questions/calls';
import { isStaff } from '../accounts/policy.ts';
import { attachPrivately, releasePrivate } from '../forum/attachments/private-attachments.ts';
import { insertOpenedQuestion } from '../forum/posts/insert-opened.ts';
import { formatColumn, writtenColumns } from '../forum/posts/post-text.ts';
import { withdraw } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import {
  announceChange,
  auditPrivate,
  lockQuestion,
  notifyAuthor,
  refuseOpened,
  requirePlaced,
  updateWaiting,
  withdrawFromAuthor,
  withdrawFromMentors,
  markRead,
} from './lock-question.ts';
import type { PrivateAccess } from './policy.ts';
import {
  eventOf,
  isPostOf,
  livePosts,
  questionWithId,
  textsWithFiles,
  type LockedPrivate,
} from './queries.ts';

type Change = z.output<(typeof changePrivate)['body']>;
type Changing = { access: PrivateAccess; question: LockedPrivate; now: number };
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

async function editPost(writer: Writer, changing: Changing, change: Change): Promise<void> {
  const { access, question, now } = changing;
  const { text, format: given } = change;
  if (text === undefined) throw httpErrors.badRequest('The text is required');
  refuseOpened(question);
  const posts = await livePosts(writer, question);
  const post = requireOwnPost(posts, access, change);
  const format = given === undefined ? post.format : formatColumn(given);
  if (post.text === text && post.format === format) return;
  const edited = { ...writtenColumns('The text', text, format), edited_at: now };
  await writer.updateTable('private_posts').set(edited).where('id', '=', post.id).execute();
  const { accountId } = access.viewer;
  await attachPrivately(writer, { ...shelfOf(question), accountId, text });
  await releaseFiles(writer, changing, [post]);
}

/** The question's own post takes all with it. */
async function deletePost(writer: Writer, changing: Changing, change: Change): Promise<void> {
  const { access, question, now } = changing;
  const { batch } = requirePlaced(access);
  const posts = await livePosts(writer, question);
  const post = requireOwnPost(posts, access, change);
  const isQuestion = post.id === posts[0]?.id && post.authorId === question.authorId;
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
  await auditPrivate(writer, access, { act: 'delete-private-answer', question, after }, now);
}

async function takeQuestion(writer: Writer, { access, question, now }: Changing): Promise<void> {
  const { batch } = requirePlaced(access);
  const { accountId } = access.viewer;
  refuseOpened(question);
  if (question.takenBy === accountId) return;
  await writer
    .updateTable('private_questions')
    .set({ taken_by: accountId })
    .where('id', '=', question.id)
    .execute();
  const after = { taken_before: question.takenBy !== null };
  await auditPrivate(writer, access, { act: 'take-private-question', question, after }, now);
  await withdrawFromMentors(writer, question, { batch, but: accountId, now });
}

async function askToOpen(writer: Writer, { access, question, now }: Changing): Promise<void> {
  const { batch } = requirePlaced(access);
  refuseOpened(question);
  if (question.openAskedBy !== null) return;
  await writer
    .updateTable('private_questions')
    .set({ open_asked_by: access.viewer.accountId })
    .where('id', '=', question.id)
    .execute();
  await auditPrivate(writer, access, { act: 'ask-to-open-private-question', question }, now);
  const event = `private-open:${question.id}`;
  const text = 'A mentor asks you to share your private question with your batch';
  await notifyAuthor(writer, { question, event, batch, text }, now);
}

/** All its posts become the batch's; it goes on in the forum. */
async function openQuestion(
  context: AppContext,
  writer: Writer,
  { access, question, now }: Changing,
  { anonymous: isAnonymous = false }: Change,
): Promise<void> {
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
  const after = { question: openedAs };
  await auditPrivate(writer, access, { act: 'open-private-question', question, after }, now);
  await withdrawFromMentors(writer, question, { batch, now });
}

/**
 * Without a key: repeating it changes nothing.
 * @throws 404, also for a post of another question; 400 for a `post` that is no id
 */
async function readUpTo(
  { database }: AppContext,
  access: PrivateAccess,
  { id, post = '' }: { id: string; post: string | undefined },
): Promise<void> {
  const { scope } = requirePlaced(access);
  const { accountId } = access.viewer;
  const postId = parseId(post);
  if (postId === null) throw httpErrors.badRequest('post must be the id of a post of this question');
  const known = parseId(id);
  const [question] =
    known === null ? [] : await questionWithId(database.reader, scope, { readerId: accountId, id: known });
  if (question === undefined) throw httpErrors.notFound('This question does not exist or was removed.');
  // Reading never goes back, so a later post's number would hide new answers.
  if (!(await isPostOf(database.reader, { questionId: question.id, postId }))) throw noSuchPost();
  await database.nonDurableTransaction((writer) =>
    markRead(writer, { accountId, questionId: question.id, postId }),
  );
}

const staffActs: readonly Change['act'][] = ['take', 'ask-to-open'];

/**
 * @throws 403 somebody else's post, or an act of the other side; 404 a question or post that the reader may not
 * read; 409 before placement, for changes once it is open, and for a key of another change
 */
export async function changePrivateQuestion(
  context: AppContext,
  access: PrivateAccess,
  { id, change }: { id: string; change: Change },
  key: string | null,
): Promise<void> {
  const { viewer } = access;
  const { accountId } = viewer;
  if (change.act === 'read') return readUpTo(context, access, { id, post: change.post });
  const { scope } = requirePlaced(access);
  const request = { accountId, kind: 'private-change', key, content: [id, change] } as const;
  await once(context, request, async (writer, now) => {
    const question = await lockQuestion(writer, scope, id);
    const changing = { access, question, now };
    const isForOthers = isStaff(viewer) ? change.act === 'open' : staffActs.includes(change.act);
    if (isForOthers) throw httpErrors.forbidden(messages.forbidden);
    // Before accounts are locked by notices, as where somebody asks.
    await announceChange(writer, question);
    if (change.act === 'edit') await editPost(writer, changing, change);
    else if (change.act === 'delete') await deletePost(writer, changing, change);
    else if (change.act === 'take') await takeQuestion(writer, changing);
    else if (change.act === 'ask-to-open') await askToOpen(writer, changing);
    else if (change.act === 'open') await openQuestion(context, writer, changing, change);
  });
}
