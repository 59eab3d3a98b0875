import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts a change of a question's discussion and notes it, where it is seen on the question itself. */
const noteChange = (row: 'new' | 'old'): string =>
  `insert into discussion_versions (batch_id, version)
     select ${row}.batch_id, 1 where ${row}.kind <> 'hidden'
     on conflict (batch_id) do update set version = discussion_versions.version + 1;
   insert into question_changes (question_id, batch_id, asked_version, version)
     select ${row}.question_id, ${row}.batch_id, 0, version from discussion_versions
     where batch_id = ${row}.batch_id and ${row}.kind <> 'hidden'
     on conflict (question_id) do update set version = excluded.version`;

/** What mentors have hidden, locked and pinned in a discussion, and why: a row as long as it is so. */
export function createPostInterventions(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_interventions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('hidden', 'locked', 'pinned')`))
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('comment_id', ddl.number, (c) => c.references('comments.id'))
        .addColumn('post', 'text', (c) => c.notNull())
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('actor_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('reason', 'text')
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('post_interventions_once', ['post', 'kind'])
        .execute();
      for (const index of [
        'post_interventions_of_batch on post_interventions (batch_id, kind, id)',
        'post_interventions_of_question on post_interventions (question_id, kind)',
        'post_interventions_of_author on post_interventions (author_id, batch_id, kind, id)',
        'post_interventions_of_actor on post_interventions (actor_id)',
      ])
        await sql.raw(`create index ${index}`).execute(db);
      for (const statement of [
        ...ddl.after('post_interventions', 'insert', noteChange('new')),
        ...ddl.after('post_interventions', 'delete', noteChange('old')),
      ])
        await statement.execute(db);
    },
  };
}
