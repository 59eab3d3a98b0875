import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';

/**
 * Not null for a favourite of the reader. A subquery: joined, PostgreSQL would read all favourites of the
 * account.
 */
export const favoriteOf = (of: ExpressionBuilder<Tables, 'questions'>, readerId: number) =>
  of
    .selectFrom('question_favorites')
    .whereRef('question_favorites.question_id', '=', 'questions.id')
    .where('question_favorites.account_id', '=', readerId)
    .select('question_favorites.account_id')
    .as('favoriteOf');
