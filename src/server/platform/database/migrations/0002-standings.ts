import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/**
 * Where each student stands in each task: the newest version and the newest released mark, beside the batch. It costs
 * the same to read for a student of a hundred versions and for a batch among thousands. The database keeps it up by
 * itself, whoever writes hand-ins, marks and placements.
 */
export function createStandings(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;

      await schema
        .createTable('standings')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull())
        .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id').unique())
        .addColumn('is_marked', 'integer', (c) => c.notNull().check(sql`is_marked in (0, 1)`))
        .addColumn('released_id', ddl.number, (c) => c.references('submissions.id'))
        .addPrimaryKeyConstraint('standings_key', ['account_id', 'task'])
        .execute();
      await schema
        .createIndex('standings_of_batch')
        .on('standings')
        .columns(['batch_id', 'submission_id', 'is_marked'])
        .execute();

      const newestReleased = `select m.submission_id from submissions s join marks m on m.submission_id = s.id
        where s.account_id = standings.account_id and s.task = standings.task and m.released = 1
        order by s.version desc limit 1`;

      await sql
        .raw(
          `insert into standings (account_id, task, batch_id, submission_id, is_marked)
           select s.account_id, s.task, a.batch_id, s.id,
             case when exists (select 1 from marks m where m.submission_id = s.id) then 1 else 0 end
           from submissions s join accounts a on a.id = s.account_id
           where s.version = (select max(n.version) from submissions n where n.account_id = s.account_id and n.task = s.task)`,
        )
        .execute(db);
      await sql.raw(`update standings set released_id = (${newestReleased})`).execute(db);

      const marked = `update standings set is_marked = 1 where submission_id = new.submission_id;
        update standings set released_id = (${newestReleased})
        where (account_id, task) = (select account_id, task from submissions where id = new.submission_id)`;
      for (const trigger of [
        // The account is locked, so that a placement meanwhile cannot leave the standing in the former batch.
        ...ddl.after(
          'submissions',
          'insert',
          `insert into standings (account_id, task, batch_id, submission_id, is_marked)
           values (new.account_id, new.task, (select batch_id from accounts where id = new.account_id${ddl.forShare}), new.id, 0)
           on conflict (account_id, task) do update set submission_id = excluded.submission_id, is_marked = 0`,
        ),
        ...ddl.after(
          'accounts',
          'update of batch_id',
          'update standings set batch_id = new.batch_id where account_id = new.id',
        ),
        ...ddl.after('marks', 'insert', marked),
        ...ddl.after('marks', 'update', marked),
      ]) {
        await trigger.execute(db);
      }
    },
  };
}
