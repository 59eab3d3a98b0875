import { expressionBuilder } from 'kysely';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** Presence rows of a batch, to be joined under an alias. */
export const presencesAs = <Alias extends string>(alias: Alias, { batchId }: { batchId: number }) =>
  tables
    .selectFrom('presences')
    .where('presences.batch_id', '=', batchId)
    .select(['presences.account_id', 'presences.online_until'])
    .as(alias);

/** No row before the first question. */
export const versionOfDiscussion = compiledQuery((db, p: { batchId: number }) =>
  db.selectFrom('discussion_versions').where('batch_id', '=', p.batchId).select('version'),
);

/** Questions changed since a version, newest change first. */
export const questionsChangedSince = compiledQuery(
  (db, p: { batchId: number; version: number; limit: number }) =>
    db
      .selectFrom('question_changes')
      .innerJoin('questions', 'questions.id', 'question_changes.question_id')
      .leftJoin('comment_counts', 'comment_counts.question_id', 'question_changes.question_id')
      .where('question_changes.batch_id', '=', p.batchId)
      .where('question_changes.version', '>', p.version)
      .orderBy('question_changes.version', 'desc')
      .limit(p.limit)
      .select([
        'question_changes.question_id as id',
        'question_changes.asked_version as askedVersion',
        'question_changes.version',
        'questions.deleted_at as deletedAt',
        'comment_counts.comments as commentCount',
      ]),
);
export type ChangeRow = Awaited<ReturnType<typeof questionsChangedSince>>[number];
