import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';

/**
 * The reader's id where a question of the query is a favorite of theirs, else null. Looked up for each row: joined, PostgreSQL would
 * take the index of accounts, and read all favorites of somebody who has very many.
 */
export const favoriteOf = (of: ExpressionBuilder<Tables, 'questions'>, readerId: number) =>
  of
    .selectFrom('question_favorites')
    .whereRef('question_favorites.question_id', '=', 'questions.id')
    .where('question_favorites.account_id', '=', readerId)
    .select('question_favorites.account_id')
    .as('favoriteOf');
