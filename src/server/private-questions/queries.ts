import { sql } from 'kysely';
import { shownName } from '#contract/accounts/person-name';
import { instantOrNull } from '#contract/dates';
import type { PrivateQuestion } from '#contract/private-questions/calls';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { presencesAs } from '../forum/queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { PrivateScope } from './policy.ts';

/** Every statement about private questions begins here, with what its reader may read. */
const readableQuestions = (reader: Reader | Writer, { batchId, authorId }: PrivateScope) =>
  reader
    .selectFrom('private_questions')
    .where('private_questions.batch_id', '=', batchId)
    .$if(authorId !== null, (own) => own.where('private_questions.author_id', '=', authorId as number))
    .where('private_questions.deleted_at', 'is', null);

const listed = (reader: Reader, scope: PrivateScope, readerId: number) =>
  readableQuestions(reader, scope)
    .leftJoin(accountsAs('taker'), 'taker.id', 'private_questions.taken_by')
    .leftJoin(accountsAs('opener'), 'opener.id', 'private_questions.open_asked_by')
    .select((of) => [
      'private_questions.id',
      'private_questions.author_id as authorId',
      'private_questions.waiting_since as waitingSince',
      'private_questions.taken_by as takenBy',
      'private_questions.taken_at as takenAt',
      'private_questions.opened_as as openedAs',
      'taker.name as takerName',
      'opener.name as openerName',
      of
        .selectFrom('private_posts')
        .whereRef('private_posts.question_id', '=', 'private_questions.id')
        .where('private_posts.deleted_at', 'is', null)
        .where('private_posts.author_id', '<>', readerId)
        .where('private_posts.id', '>', (since) =>
          since.fn.coalesce(
            since
              .selectFrom('private_reads')
              .whereRef('private_reads.question_id', '=', 'private_questions.id')
              .where('private_reads.account_id', '=', readerId)
              .select('private_reads.post_id'),
            sql<number>`0`,
          ),
        )
        .select(({ fn }) => fn.countAll<number>().as('posts'))
        .as('unread'),
    ]);

/** Newest first; `isWaiting`: only those with or without an answer. */
export async function questionsBefore(
  reader: Reader,
  scope: PrivateScope,
  page: { readerId: number; before: number; limit: number; isWaiting?: false },
) {
  return listed(reader, scope, page.readerId)
    .where('private_questions.id', '<', page.before)
    .$if(page.isWaiting === false, (of) => of.where('private_questions.waiting_since', 'is', null))
    .orderBy('private_questions.id', 'desc')
    .limit(page.limit)
    .execute();
}

export function presentTaker(
  { takenBy, takenAt, takerName }: Pick<PrivateQuestionRow, 'takenBy' | 'takenAt' | 'takerName'>,
  readerId: number,
): PrivateQuestion['taken_by'] {
  if (takenBy === null || takerName === null) return null;
  return { name: shownName(takerName), is_you: takenBy === readerId, since: instantOrNull(takenAt) };
}
export type PrivateQuestionRow = Awaited<ReturnType<typeof questionsBefore>>[number];

/** The one that has waited longest first. @param page.after the last one of the page before */
export async function waitingQuestions(
  reader: Reader,
  scope: PrivateScope,
  { readerId, limit, after }: { readerId: number; limit: number; after?: PrivateQuestionRow | undefined },
): Promise<PrivateQuestionRow[]> {
  return listed(reader, scope, readerId)
    .where('private_questions.waiting_since', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where((of) => {
        const { id, waitingSince } = after as PrivateQuestionRow;
        const isSameInstant = of('private_questions.waiting_since', '=', waitingSince);
        return of('private_questions.waiting_since', '>', waitingSince).or(
          isSameInstant.and('private_questions.id', '>', id),
        );
      }),
    )
    .orderBy('private_questions.waiting_since')
    .orderBy('private_questions.id')
    .limit(limit)
    .execute();
}

export async function questionWithId(
  reader: Reader,
  scope: PrivateScope,
  { readerId, id }: { readerId: number; id: number },
): Promise<PrivateQuestionRow[]> {
  return listed(reader, scope, readerId).where('private_questions.id', '=', id).execute();
}

/** The row of `private_versions` that counts the changes of all the batch's questions. */
export const ofMentors = 0;

/** Higher after each change. */
export async function versionOf(reader: Reader, { batchId, authorId }: PrivateScope): Promise<number> {
  const row = await reader
    .selectFrom('private_versions')
    .where('batch_id', '=', batchId)
    .where('author_id', '=', authorId ?? ofMentors)
    .select('version')
    .executeTakeFirst();
  return row?.version ?? 0;
}

/**
 * The first and the newest posts of readable questions, oldest first.
 * @param ids of `readableQuestions`
 * @param newest how many of each
 */
export async function postsOf(
  reader: Reader,
  { batchId }: PrivateScope,
  ids: readonly number[],
  newest: number,
) {
  if (ids.length === 0) return [];
  return reader
    .selectFrom((from) =>
      from
        .selectFrom('private_posts')
        .where('question_id', 'in', [...ids])
        .where('deleted_at', 'is', null)
        .select([
          'id',
          'question_id as questionId',
          sql<number>`row_number() over (partition by question_id order by id)`.as('place'),
          sql<number>`count(*) over (partition by question_id)`.as('total'),
        ])
        .as('numbered'),
    )
    .innerJoin('private_posts', 'private_posts.id', 'numbered.id')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'private_posts.author_id')
    .leftJoin(presencesAs('presence', { batchId }), 'presence.account_id', 'private_posts.author_id')
    .where((of) =>
      of.or([of('numbered.place', '=', 1), sql<boolean>`numbered.place > numbered.total - ${newest}`]),
    )
    .orderBy('private_posts.id')
    .select([
      'private_posts.id',
      'numbered.questionId',
      'numbered.total',
      'private_posts.author_id as authorId',
      'private_posts.text',
      'private_posts.format',
      'private_posts.html',
      'private_posts.created_at as createdAt',
      'private_posts.edited_at as editedAt',
      'accounts.name as authorName',
      'accounts.role as authorRole',
      'presence.online_until as authorOnlineUntil',
    ])
    .execute();
}
export type PrivatePostRow = Awaited<ReturnType<typeof postsOf>>[number];

/** Locks it until the transaction ends; undefined if it is not readable. */
export async function lockPrivateQuestion(writer: Writer, scope: PrivateScope, id: number) {
  return (
    writer
      .updateTable('private_questions')
      // An update without effect: SQLite has no `for update`.
      .set({ deleted_at: sql`deleted_at` })
      .where('id', '=', id)
      .where('id', 'in', readableQuestions(writer, scope).select('private_questions.id'))
      .returning([
        'id',
        'batch_id as batchId',
        'author_id as authorId',
        'taken_by as takenBy',
        'taken_at as takenAt',
        'open_asked_by as openAskedBy',
        'opened_as as openedAs',
      ])
      .executeTakeFirst()
  );
}
export type LockedPrivate = NonNullable<Awaited<ReturnType<typeof lockPrivateQuestion>>>;

/** Waiting ones that a mentor has taken. */
export async function countTakenBy(
  reader: Reader | Writer,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<number> {
  const { count } = await readableQuestions(reader, { batchId, authorId: null })
    .where('taken_by', '=', accountId)
    .where('waiting_since', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whatever its state. */
export async function batchOfQuestion(reader: Reader, id: number) {
  return reader
    .selectFrom('private_questions')
    .where('id', '=', id)
    .select('batch_id as batchId')
    .executeTakeFirst();
}

/** Oldest first, without deleted ones. */
export async function livePosts(writer: Writer, { id }: Pick<LockedPrivate, 'id'>) {
  return writer
    .selectFrom('private_posts')
    .where('question_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select([
      'id',
      'author_id as authorId',
      'text',
      'format',
      'html',
      'created_at as createdAt',
      'edited_at as editedAt',
    ])
    .execute();
}

/** Of live posts that may show files, in all the student's questions of a batch. */
export async function textsWithFiles(writer: Writer, scope: PrivateScope): Promise<string[]> {
  const rows = await readableQuestions(writer, scope)
    .innerJoin('private_posts', 'private_posts.question_id', 'private_questions.id')
    .where('private_posts.deleted_at', 'is', null)
    .where('private_posts.text', 'like', '%](attachment:%')
    .select('private_posts.text')
    .execute();
  return rows.map(({ text }) => text);
}

/** Also a deleted one. */
export async function isPostOf(
  reader: Reader,
  { questionId, postId }: { questionId: number; postId: number },
): Promise<boolean> {
  const post = reader
    .selectFrom('private_posts')
    .where('id', '=', postId)
    .where('question_id', '=', questionId)
    .select('id');
  return (await post.executeTakeFirst()) !== undefined;
}

/** Of a live question, by others than the reader. */
export async function hasNewerPosts(
  writer: Writer,
  { id }: Pick<LockedPrivate, 'id'>,
  { readerId, newest }: { readerId: number; newest: number },
): Promise<boolean> {
  const post = writer
    .selectFrom('private_posts')
    .where('question_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('author_id', '<>', readerId)
    .where('id', '>', newest)
    .select('id');
  return (await post.executeTakeFirst()) !== undefined;
}

/** The mentor who has it, as a reader sees it. */
export async function takerOf(writer: Writer, { takenBy, takenAt }: LockedPrivate, readerId: number) {
  const taker =
    takenBy === null
      ? undefined
      : await writer
          .selectFrom(accountsAs('taker'))
          .where('taker.id', '=', takenBy)
          .select('taker.name')
          .executeTakeFirst();
  return presentTaker({ takenBy, takenAt, takerName: taker?.name ?? null }, readerId);
}

/** In any batch, skipping the newest `others`. */
export async function postedPrivatelyBefore(
  reader: Reader | Writer,
  { accountId, others }: { accountId: number; others: number },
) {
  return reader
    .selectFrom('private_posts')
    .where('author_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(others)
    .select('created_at as at')
    .execute();
}

type PostPage = { accountId: number; afterId: number; limit: number };

const postsAfter = (reader: Reader, { afterId, limit }: PostPage) =>
  reader
    .selectFrom('private_posts')
    .innerJoin('private_questions', 'private_questions.id', 'private_posts.question_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'private_questions.batch_id')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'private_posts.author_id')
    .where('private_posts.id', '>', afterId)
    .orderBy('private_posts.id')
    .limit(limit)
    .select([
      'private_posts.id',
      'private_posts.question_id as questionId',
      'batch.name as batch',
      'accounts.name as author',
      'private_posts.text',
      'private_posts.format',
      'private_posts.created_at as createdAt',
      'private_posts.edited_at as editedAt',
      'private_posts.deleted_at as deletedAt',
    ]);

/** A person's posts, and the answers to the person's questions; for the record. */
export async function privatePostsAfter(reader: Reader, page: PostPage) {
  const { accountId } = page;
  return postsAfter(reader, page)
    .where((of) =>
      of.or([
        of('private_posts.author_id', '=', accountId),
        of(
          'private_posts.question_id',
          'in',
          of.selectFrom('private_questions as own').where('own.author_id', '=', accountId).select('own.id'),
        ),
      ]),
    )
    .where('private_posts.deleted_at', 'is', null)
    .execute();
}

/** For staff; deleting a question deletes its posts. */
export async function deletedPrivatePostsAfter(reader: Reader, page: PostPage) {
  return postsAfter(reader, page)
    .where('private_posts.author_id', '=', page.accountId)
    .where('private_posts.deleted_at', 'is not', null)
    .execute();
}

/** Events of notices to mentors, which name the student. */
export async function privateEventsOf(reader: Reader | Writer, accountId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('private_posts')
    .where('author_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => eventOf(id));
}

export const eventOf = (postId: number) => `private:${postId}`;
