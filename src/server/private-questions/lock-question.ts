import { sql } from 'kysely';
import { privateAddress } from '#contract/forum/question-view';
import { shownName } from '#contract/accounts/person-name';
import { studentMessages } from '#contract/student-messages';
import { activeMentors, activeStaff } from '../accounts/queries.ts';
import type { AuditLine } from '../accounts/sessions/act.ts';
import type { AuditEventName } from '../audit/event-words.ts';
import { mentorAccounts, type Batch } from '../courses/batch-queries.ts';
import { notify, withdraw } from '../notices/notify.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import type { PrivateAccess, PrivateScope } from './policy.ts';
import { eventOf, ofMentors, livePosts, lockPrivateQuestion, type LockedPrivate } from './queries.ts';

/** @throws 409 before placement */
export function requirePlaced({ batch, scope }: PrivateAccess): { batch: Batch; scope: PrivateScope } {
  if (batch === null || scope === null) throw httpErrors.conflict(studentMessages.notPlacedYet);
  return { batch, scope };
}

/** Equal for unknown, deleted and others' ones. @throws 404 */
export async function lockQuestion(writer: Writer, scope: PrivateScope, id: string): Promise<LockedPrivate> {
  const known = parseId(id);
  const question = known === null ? undefined : await lockPrivateQuestion(writer, scope, known);
  if (question === undefined) throw httpErrors.notFound('This question does not exist or was removed.');
  return question;
}

/** @throws 409 once the batch reads it */
export function refuseOpened({ openedAs }: LockedPrivate): void {
  if (openedAs !== null)
    throw httpErrors.conflict('This question is shared with the batch. Continue in the forum.');
}

/** To those who may read it, and to nobody else. */
export async function announceChange(
  writer: Writer,
  { batchId, authorId }: Pick<LockedPrivate, 'batchId' | 'authorId'>,
): Promise<void> {
  // In one order, so that two changes cannot deadlock.
  const rows = [ofMentors, authorId].map((author_id) => ({ batch_id: batchId, author_id, version: 1 }));
  await writer
    .insertInto('private_versions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['batch_id', 'author_id']).doUpdateSet({ version: sql`private_versions.version + 1` }),
    )
    .execute();
  announce(writer, `private-questions-in:${batchId}`);
  announce(writer, `private-questions-of:${authorId}`);
}

/** Since when its author waits for an answer. */
export async function updateWaiting(writer: Writer, question: LockedPrivate): Promise<void> {
  const posts = await livePosts(writer, question);
  const answered = posts.findLastIndex(({ authorId }) => authorId !== question.authorId);
  const waitingSince = question.openedAs === null ? (posts[answered + 1]?.createdAt ?? null) : null;
  await writer
    .updateTable('private_questions')
    .set({ waiting_since: waitingSince })
    .where('id', '=', question.id)
    .execute();
}

const aboutOf = (id: number) => `private:${id}`;

/** The one who took it, all mentors until then and after a suspension; a notice has no words of theirs. */
export async function notifyMentors(
  writer: Writer,
  { viewer }: PrivateAccess,
  {
    question,
    postId,
    isNew,
    batch,
  }: { question: LockedPrivate; postId: number; isNew: boolean; batch: Batch },
  now: number,
): Promise<void> {
  const mentors = await activeMentors(writer, await mentorAccounts(writer, batch.id));
  const office = await activeStaff(writer, 'office');
  const taker = [...mentors, ...office].filter((account) => account === question.takenBy);
  await notify(writer, {
    kind: 'private-question',
    event: eventOf(postId),
    accounts: taker.length > 0 ? taker : mentors,
    about: aboutOf(question.id),
    text: `${shownName(viewer.name)} ${isNew ? 'asks the mentors privately' : 'wrote in a private question'}`,
    href: privateAddress(batch.name, String(question.id)),
    now,
  });
}

export async function notifyAuthor(
  writer: Writer,
  { question, event, batch, text }: { question: LockedPrivate; event: string; batch: Batch; text: string },
  now: number,
): Promise<void> {
  await notify(writer, {
    kind: 'private-answer',
    event,
    accounts: [question.authorId],
    about: aboutOf(question.id),
    text,
    href: privateAddress(batch.name, String(question.id)),
    now,
  });
}

/** From the mentors' lists, and the office's: it is answered, taken or gone. */
export async function withdrawFromMentors(
  writer: Writer,
  { id }: LockedPrivate,
  { batch, but, now }: { batch: Batch; but?: number; now: number },
): Promise<void> {
  const told = [...(await mentorAccounts(writer, batch.id)), ...(await activeStaff(writer, 'office'))];
  const accounts = told.filter((account) => account !== but);
  if (accounts.length === 0) return;
  await withdraw(writer, { kind: 'private-question', about: aboutOf(id), accounts, now });
}

export async function withdrawFromAuthor(writer: Writer, { id, authorId }: LockedPrivate, now: number) {
  await withdraw(writer, { kind: 'private-answer', about: aboutOf(id), accounts: [authorId], now });
}

/** Without words: the log is read by more people than the question. */
export const auditLine = (question: LockedPrivate, act: AuditEventName, after: object = {}): AuditLine => ({
  act,
  subject: String(question.id),
  aboutId: question.authorId,
  after: { private_question: question.id, ...after },
});

/** Up to a post; never back. */
export async function markRead(
  writer: Writer,
  { accountId, questionId, postId }: { accountId: number; questionId: number; postId: number },
): Promise<void> {
  await writer
    .insertInto('private_reads')
    .values({ account_id: accountId, question_id: questionId, post_id: postId })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'question_id'])
        .doUpdateSet({ post_id: postId })
        .where('private_reads.post_id', '<', postId),
    )
    .execute();
}
