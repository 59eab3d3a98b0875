import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

const isOpenLook = `exists (select 1 from second_looks l where l.account_id = task_progress.account_id and l.task = task_progress.task
  and not exists (select 1 from second_look_answers a where a.submission_id = l.submission_id))`;

/**
 * What belongs to a mark's release: since when it is released, when its student has read it, a second look that was asked for
 * and its answer, which both stay as they were written; and who has a hand-in open.
 */
export function createReleases(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      // Null in each is what the version before writes.
      for (const column of ['released_at', 'read_at', 'second_look_at'])
        await schema.alterTable('marks').addColumn(column, ddl.number).execute();
      await schema.alterTable('batches').addColumn('comment_first', 'integer').execute();
      await schema.alterTable('task_progress').addColumn('has_open_look', 'integer').execute();

      await schema
        .createTable('second_looks')
        .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('marks.submission_id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull())
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('asked_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema
        .createIndex('second_looks_of_task')
        .on('second_looks')
        .columns(['account_id', 'task', 'submission_id'])
        .execute();
      await schema
        .createTable('second_look_answers')
        .addColumn('submission_id', ddl.number, (c) =>
          c.primaryKey().references('second_looks.submission_id'),
        )
        .addColumn('answer', 'text', (c) => c.notNull())
        .addColumn('answered_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('answered_at', ddl.number, (c) => c.notNull())
        .execute();
      for (const trigger of [
        ...ddl.forbid('second_looks', ['update', 'delete']),
        ...ddl.forbid('second_look_answers', ['update', 'delete']),
        ...ddl.after(
          'second_looks',
          'insert',
          `update task_progress set has_open_look = 1 where account_id = new.account_id and task = new.task`,
        ),
        ...ddl.after(
          'second_look_answers',
          'insert',
          `update task_progress set has_open_look = case when ${isOpenLook} then 1 else 0 end
           where (account_id, task) = (select account_id, task from second_looks where submission_id = new.submission_id)`,
        ),
      ]) {
        await trigger.execute(db);
      }

      await schema
        .createTable('open_submissions')
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('opened_at', ddl.number, (c) => c.notNull())
        .addColumn('seen_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('open_submissions_key', ['submission_id', 'account_id'])
        .execute();
      await sql`create index open_submissions_by_time on open_submissions (seen_at)`.execute(db);
    },
  };
}
