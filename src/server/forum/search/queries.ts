import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { QuestionFilter } from '#contract/forum/question-view';
import { accountsAs } from '../../accounts/queries.ts';
import { favoriteOf, presencesAs } from '../queries.ts';
import { moderationColumns } from '../moderation/interventions.ts';
import { fitsUnread, newestUnreadIds, oldestUnreadIds, unreadColumns } from '../unread/queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { EngineName, TextIndex } from '../../platform/database/engine.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { afterAllIds } from '../../platform/parse-id.ts';
import { rowsOfTerms } from '../../platform/database/text-index.ts';

export const questionWordIndex: TextIndex = {
  name: 'question_word_index',
  table: 'question_words',
  key: 'question_id',
  column: 'words',
};

export async function commonTerms(
  reader: Reader,
  batchId: number,
  terms: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('common_words')
    .where('batch_id', '=', batchId)
    .where('word', 'in', [...terms])
    .select('word')
    .execute();
  return rows.map(({ word }) => word);
}

export type Asked = { batchId: number; readerId: number; filter: QuestionFilter | null };

function fits(
  reader: Reader,
  { batchId, readerId, filter }: Asked,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (filter === 'mine')
    return sql`exists (select 1 from questions mine where mine.id = ${id} and mine.author_id = ${readerId})`;
  if (filter === 'favorites')
    return sql`exists (select 1 from question_favorites kept
      where kept.question_id = ${id} and kept.account_id = ${readerId})`;
  if (filter === 'unanswered')
    return sql`exists (select 1 from question_words open where open.question_id = ${id} and open.is_answered = 0)`;
  if (filter === 'solved')
    return sql`exists (select 1 from question_solutions solved where solved.question_id = ${id})`;
  if (filter === 'unread') return fitsUnread(reader, { batchId, readerId }, id);
  if (filter === 'pinned')
    return sql`exists (select 1 from post_interventions pinned
      where pinned.question_id = ${id} and pinned.kind = 'pinned')`;
  return sql`true`;
}

const rarity = sql`case when count(*) < 2 then 10 when count(*) < 4 then 9 when count(*) < 8 then 8
  when count(*) < 16 then 7 when count(*) < 32 then 6 when count(*) < 64 then 5 when count(*) < 128 then 4
  else 3 end`;

/**
 * Best first.
 * @param terms indexed and weighted; at least one
 * @param ofTerm the most questions read per term
 */
export async function bestQuestions(
  reader: Reader,
  engine: EngineName,
  asked: Asked,
  { terms, ofTerm, limit }: { terms: ReadonlyMap<string, number>; ofTerm: number; limit: number },
): Promise<{ id: number; score: number }[]> {
  const held = rowsOfTerms(engine, questionWordIndex, [...terms.keys()], ofTerm);
  const weights = sql.raw(
    `case held.term ${[...terms.values()].map((weight, at) => `when ${at} then ${weight}`).join(' ')} end`,
  );
  const { rows } = await sql<{ id: number; score: number }>`
    with held as materialized (${held}),
      telling as (select term, ${weights} * (${rarity}) as weight from held group by term)
    select held.id as id, cast(sum(telling.weight) as integer) as score
    from held join telling on telling.term = held.term
    where ${fits(reader, asked, sql.ref('held.id'))}
    group by held.id order by score desc, held.id desc limit ${sql.lit(limit)}`.execute(reader);
  return rows;
}

export type Place = { after: number | null; order: 'newest' | 'oldest' };

/** Each filter has an index. */
export async function questionIds(
  reader: Reader,
  { batchId, readerId, filter }: Asked,
  { after, order }: Place,
  limit: number,
): Promise<number[]> {
  const direction = order === 'newest' ? 'desc' : 'asc';
  const past = order === 'newest' ? '<' : '>';
  const idsOf = async <Table extends keyof Tables>(
    questions: SelectQueryBuilder<Tables, Table, object>,
    column: string,
  ): Promise<number[]> => {
    const id = sql.ref<number>(column);
    const page = after === null ? questions : questions.where(id, past, after);
    const rows = await page.orderBy(id, direction).limit(limit).select(id.as('id')).execute();
    return rows.map((row) => row.id);
  };
  if (filter === 'mine') {
    let mine = reader
      .selectFrom('questions')
      .where('author_id', '=', readerId)
      .where('batch_id', '=', batchId)
      .where('deleted_at', 'is', null);
    if (after !== null) mine = mine.where('id', past, after);
    return (await mine.orderBy('id', direction).limit(limit).select('id').execute()).map(({ id }) => id);
  }
  if (filter === 'favorites') {
    const kept = reader
      .selectFrom('question_favorites')
      .innerJoin('question_words', 'question_words.question_id', 'question_favorites.question_id')
      .where('question_favorites.account_id', '=', readerId)
      .where('question_words.batch_id', '=', batchId);
    return idsOf(kept, 'question_favorites.question_id');
  }
  if (filter === 'solved') {
    const solved = reader
      .selectFrom('question_solutions')
      .innerJoin('question_words', 'question_words.question_id', 'question_solutions.question_id')
      .where('question_solutions.batch_id', '=', batchId);
    return idsOf(solved, 'question_solutions.question_id');
  }
  if (filter === 'pinned') {
    const pinned = reader
      .selectFrom('post_interventions')
      .innerJoin('question_words', 'question_words.question_id', 'post_interventions.question_id')
      .where('post_interventions.batch_id', '=', batchId)
      .where('post_interventions.kind', '=', 'pinned');
    return idsOf(pinned, 'post_interventions.question_id');
  }
  if (filter === 'unread') {
    const place = after ?? (order === 'newest' ? afterAllIds : 0);
    const unreadIds = order === 'newest' ? newestUnreadIds : oldestUnreadIds;
    const rows = await unreadIds(reader, { batchId, readerId, after: place, limit });
    return rows.map(({ id }) => id);
  }
  const all = reader.selectFrom('question_words').where('batch_id', '=', batchId);
  const open = filter === 'unanswered' ? all.where('is_answered', '=', sql.lit(0 as const)) : all;
  return idsOf(open, 'question_id');
}

export async function wordsOfQuestions(
  reader: Reader,
  batchId: number,
  ids: readonly number[],
): Promise<{ id: number; words: string | null }[]> {
  return reader
    .selectFrom('question_words')
    .where('question_id', 'in', [...ids])
    .where('batch_id', '=', batchId)
    .select(['question_id as id', 'words'])
    .execute();
}

/** Only visible ones of the batch. */
export async function listedQuestions(
  reader: Reader,
  { batchId, readerId }: Omit<Asked, 'filter'>,
  ids: readonly number[],
) {
  return reader
    .selectFrom('questions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'questions.author_id')
    .leftJoin(presencesAs('presence', { batchId }), 'presence.account_id', 'questions.author_id')
    .leftJoin('comment_counts', 'comment_counts.question_id', 'questions.id')
    .leftJoin('question_solutions', 'question_solutions.question_id', 'questions.id')
    .where('questions.id', 'in', [...ids])
    .where('questions.batch_id', '=', batchId)
    .where('questions.deleted_at', 'is', null)
    .select((on) => [
      'questions.id',
      'questions.text',
      'questions.format',
      'questions.html',
      'questions.created_at as createdAt',
      'questions.author_id as authorId',
      'questions.is_anonymous as isAnonymous',
      favoriteOf(on, readerId),
      ...unreadColumns(on, { batchId, readerId }),
      ...moderationColumns(on),
      'comment_counts.comments as commentCount',
      'question_solutions.comment_id as solutionId',
      'accounts.name as authorName',
      'accounts.role as authorRole',
      'presence.online_until as authorOnlineUntil',
    ])
    .execute();
}
export type ListedRow = Awaited<ReturnType<typeof listedQuestions>>[number];
