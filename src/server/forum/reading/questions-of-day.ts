import { dayMs } from '#contract/durations';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { quoteOf } from '../posts/post-text.ts';

/** Questions read, and questions ranked, of a batch. */
const maxLookedAt = 500;
const maxCompared = 50;
const maxTold = 3;

export type QuestionOfDay = { id: number; authorId: number; beginning: string; comments: number };

/** Last 24 hours, by comments, favourites, views, then newest. */
export async function questionsOfDay(
  reader: Reader,
  { batchId, now }: { batchId: number; now: number },
): Promise<QuestionOfDay[]> {
  const rows = await reader
    .selectFrom((from) =>
      from
        .selectFrom('questions')
        .where('batch_id', '=', batchId)
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(maxLookedAt)
        .select(['id', 'author_id', 'text', 'format', 'html', 'view_count', 'created_at'])
        .as('newest'),
    )
    .leftJoin('comment_counts', 'comment_counts.question_id', 'newest.id')
    .where('newest.created_at', '>', now - dayMs)
    .select((on) => [
      'newest.id',
      'newest.author_id as authorId',
      'newest.text',
      'newest.format',
      'newest.html',
      'newest.view_count as views',
      on.fn.coalesce('comment_counts.comments', on.lit(0)).as('comments'),
      on
        .selectFrom('question_favorites')
        .whereRef('question_favorites.question_id', '=', 'newest.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('favorites'),
    ])
    .orderBy('comments', 'desc')
    .orderBy('favorites', 'desc')
    .orderBy('views', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(maxCompared)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    authorId: row.authorId,
    beginning: quoteOf(row),
    comments: Number(row.comments),
  }));
}

/** Three the reader neither asked nor muted. */
export async function bestForReader(
  database: Reader | Writer,
  accountId: number,
  questions: readonly QuestionOfDay[],
): Promise<QuestionOfDay[]> {
  const others = questions.filter(({ authorId }) => authorId !== accountId);
  if (others.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const rows = await database
    .selectFrom('question_reads')
    .where('account_id', '=', accountId)
    .where('is_muted', '=', 1)
    .where('question_id', 'in', ids)
    .select('question_id as id')
    .execute();
  const muted = new Set(rows.map(({ id }) => id));
  return others.filter(({ id }) => !muted.has(id)).slice(0, maxTold);
}
