import { sendPrivate } from '#contract/private-questions/calls';
import { isStaff } from '../accounts/policy.ts';
import { act } from '../accounts/sessions/act.ts';
import { batchById } from '../courses/batch-queries.ts';
import { attachPrivately } from '../forum/attachments/private-attachments.ts';
import { refuseWithinHour } from '../forum/posts/post-limit.ts';
import { formatColumn, keyedContent, writtenColumns } from '../forum/posts/post-text.ts';
import type { AppContext } from '../platform/context.ts';
import { lockFor } from '../platform/database/lock-for.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import {
  announceChange,
  auditLine,
  lockQuestion,
  notifyAuthor,
  notifyMentors,
  refuseOpened,
  requirePlaced,
  updateWaiting,
  withdrawFromMentors,
  markRead,
} from './lock-question.ts';
import { privateAccess, type PrivateAccess } from './policy.ts';
import { batchOfQuestion, eventOf, hasNewerPosts, postedPrivatelyBefore } from './queries.ts';
import { readPrivateQuestions } from './read-questions.ts';

/** `FORUM_POSTS_PER_HOUR`, counted apart from the forum's. @throws 429 with Retry-After */
async function enforceLimit(
  writer: Writer,
  { forumPostsPerHour: limit }: AppContext['settings'],
  { accountId, now }: { accountId: number; now: number },
): Promise<void> {
  if (limit === 0) return;
  await lockFor(writer, `private-post ${accountId}`);
  const [first] = await postedPrivatelyBefore(writer, { accountId, others: limit - 1 });
  await refuseWithinHour(writer, { accountId, now }, first, 'posted too many times');
}

const answeredMeanwhile =
  'Somebody else has written here in the meantime. Read the new text, then send yours. It is not sent yet.';

async function insertQuestion(writer: Writer, { viewer }: PrivateAccess, batchId: number): Promise<string> {
  if (isStaff(viewer)) throw httpErrors.badRequest('Only students can ask the mentors.');
  const { id } = await writer
    .insertInto('private_questions')
    .values({ batch_id: batchId, author_id: viewer.accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/**
 * Asks the mentors, or answers in a private question; a mentor's first answer makes it theirs.
 * @throws 400 a mentor's question, too many attachments; 404 a question that the reader may not read; 409
 * before placement, once it is open, and for a key of another post; 429 after too many posts within the hour
 */
export const sendCall = act(sendPrivate, {
  who: privateAccess,
  key: {
    kind: 'private-post',
    content: ({ resource: { batch }, body: { question, text, format } }) =>
      keyedContent(question ?? `batch ${batch?.id}`, text, format),
    async resourcesBefore(reader, { resource }, id) {
      const { batchId } = (await batchOfQuestion(reader, id)) ?? {};
      if (batchId === undefined) return [];
      const batch = await batchById(reader, batchId);
      return [{ ...resource, batch, scope: { batchId, authorId: resource.viewer.accountId } }];
    },
  },
  async run(writer, { context, resource: access, viewer, body, now }) {
    const { batch, scope } = requirePlaced(access);
    const { accountId } = viewer;
    const { text, format, question: named, newest } = body;
    await enforceLimit(writer, context.settings, { accountId, now });
    const id = named ?? (await insertQuestion(writer, access, batch.id));
    const question = await lockQuestion(writer, scope, id);
    refuseOpened(question);
    const seen = newest === undefined ? null : parseId(newest);
    if (seen !== null && (await hasNewerPosts(writer, question, { readerId: accountId, newest: seen })))
      throw httpErrors.conflict(answeredMeanwhile);
    // Before files and accounts are locked, as in a change.
    await announceChange(writer, question);
    const post = await writer
      .insertInto('private_posts')
      .values({
        question_id: question.id,
        author_id: accountId,
        ...writtenColumns('The text', text, formatColumn(format)),
        created_at: now,
        edited_at: null,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await attachPrivately(writer, { batchId: batch.id, privateTo: question.authorId, accountId, text });
    await updateWaiting(writer, question);
    await markRead(writer, { accountId, questionId: question.id, postId: post.id });
    if (!isStaff(viewer)) {
      const sent = { question, postId: post.id, isNew: named === undefined, batch };
      await notifyMentors(writer, access, sent, now);
      return { id: question.id };
    }
    if (question.takenBy === null)
      await writer
        .updateTable('private_questions')
        .set({ taken_by: accountId, taken_at: now })
        .where('id', '=', question.id)
        .execute();
    await withdrawFromMentors(writer, question, { batch, now });
    const notice = { event: eventOf(post.id), text: 'A mentor answered your private question' };
    await notifyAuthor(writer, { question, batch, ...notice }, now);
    return { id: question.id, audit: auditLine(question, 'answer-private-question') };
  },
  answer: (_, { context, resource }, id) => readPrivateQuestions(context, resource, { only: String(id) }),
});
