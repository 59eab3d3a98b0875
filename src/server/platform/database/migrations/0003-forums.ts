import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/**
 * Each batch's forum has a version that counts its changes. Whoever keeps a forum in memory asks for the version
 * instead of the rows. The database keeps it up by itself, whoever writes questions and comments.
 */
export function createForums(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;

      await schema
        .createTable('forums')
        .addColumn('batch_id', ddl.number, (c) => c.primaryKey().references('batches.id'))
        .addColumn('version', ddl.number, (c) => c.notNull())
        .execute();
      await sql`insert into forums (batch_id, version) select distinct batch_id, 1 from questions`.execute(
        db,
      );

      // A reader's favourites are looked up without their questions.
      await schema
        .createIndex('question_favorites_of_account')
        .on('question_favorites')
        .columns(['account_id', 'question_id'])
        .execute();

      const count = (batches: string): string =>
        `insert into forums (batch_id, version) ${batches}
         on conflict (batch_id) do update set version = forums.version + 1`;
      const ofQuestion = count('select batch_id, 1 from questions where id = new.question_id');
      for (const trigger of [
        ...ddl.after('questions', 'insert', count('values (new.batch_id, 1)')),
        // A row that is only held (see lockQuestion) has not changed.
        ...ddl.after(
          'questions',
          'update',
          count(`select new.batch_id, 1 where new.text <> old.text or new.view_count <> old.view_count
           or new.edited_at is distinct from old.edited_at or new.deleted_at is distinct from old.deleted_at`),
        ),
        ...ddl.after('comments', 'insert', ofQuestion),
        ...ddl.after('comments', 'update', ofQuestion),
      ]) {
        await trigger.execute(db);
      }
    },
  };
}
