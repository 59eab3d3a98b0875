import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

const newestReleased = `select m.submission_id from submissions s join marks m on m.submission_id = s.id
  where s.account_id = task_progress.account_id and s.task = task_progress.task and m.released = 1
  order by s.version desc limit 1`;

/** Formerly `attempts`. */
async function createRateLimitHits(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('rate_limit_hits')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('at', ddl.number, (c) => c.notNull())
    .execute();
  await sql`insert into rate_limit_hits (kind, subject, at) select kind, subject, at from attempts order by id`.execute(
    db,
  );
  await db.schema
    .createIndex('rate_limit_hits_of_subject')
    .on('rate_limit_hits')
    .columns(['kind', 'subject', 'at'])
    .execute();
  await db.schema.createIndex('rate_limit_hits_by_time').on('rate_limit_hits').column('at').execute();
}

/** Formerly `submission_claims`. */
async function createIdempotencyLocks(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('idempotency_locks')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('expires_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_locks_key', ['account_id', 'task', 'idempotency_key'])
    .execute();
  await sql`insert into idempotency_locks (account_id, task, idempotency_key, expires_at)
    select account_id, task, idempotency_key, expires_at from submission_claims`.execute(db);
}

/**
 * Formerly `standings`, now with the newest version's number. Made from the submissions and marks themselves: the old
 * rows followed the order of insertion, so that they were wrong where a lower version was inserted last.
 */
async function createTaskProgress(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('task_progress')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
    .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id').unique())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('is_marked', 'integer', (c) => c.notNull().check(sql`is_marked in (0, 1)`))
    .addColumn('released_id', ddl.number, (c) => c.references('submissions.id'))
    .addPrimaryKeyConstraint('task_progress_key', ['account_id', 'task'])
    .execute();
  await sql`insert into task_progress (account_id, task, batch_id, submission_id, version, is_marked)
    select s.account_id, s.task, a.batch_id, s.id, s.version,
      case when exists (select 1 from marks m where m.submission_id = s.id) then 1 else 0 end
    from submissions s join accounts a on a.id = s.account_id
    where s.version = (select max(n.version) from submissions n where n.account_id = s.account_id and n.task = s.task)`.execute(
    db,
  );
  await sql.raw(`update task_progress set released_id = (${newestReleased})`).execute(db);
  await db.schema
    .createIndex('task_progress_of_batch')
    .on('task_progress')
    .columns(['batch_id', 'submission_id', 'is_marked'])
    .execute();
}

/** Formerly `forums`. */
async function createDiscussionVersions(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('discussion_versions')
    .addColumn('batch_id', ddl.number, (c) => c.primaryKey().references('batches.id'))
    .addColumn('version', ddl.number, (c) => c.notNull())
    .execute();
  await sql`insert into discussion_versions (batch_id, version) select batch_id, version from forums`.execute(
    db,
  );
}

function taskProgressTriggers(ddl: EngineDdl) {
  // The first statement locks the row even when the mark is an older version's: of two marks released at the same time,
  // the second then sees the first when it looks for the newest released one.
  const marked = `update task_progress set is_marked = case when submission_id = new.submission_id then 1 else is_marked end
    where (account_id, task) = (select account_id, task from submissions where id = new.submission_id);
    update task_progress set released_id = (${newestReleased})
    where (account_id, task) = (select account_id, task from submissions where id = new.submission_id)`;
  return [
    // The account is locked, so that a change of batch meanwhile cannot leave the progress in the former batch.
    ...ddl.after(
      'submissions',
      'insert',
      `insert into task_progress (account_id, task, batch_id, submission_id, version, is_marked)
       values (new.account_id, new.task, (select batch_id from accounts where id = new.account_id${ddl.forShare}), new.id, new.version, 0)
       on conflict (account_id, task) do update
       set submission_id = excluded.submission_id, version = excluded.version, is_marked = 0
       where excluded.version > task_progress.version`,
    ),
    ...ddl.after(
      'accounts',
      'update of batch_id',
      'update task_progress set batch_id = new.batch_id where account_id = new.id',
    ),
    ...ddl.after('marks', 'insert', marked),
    ...ddl.after('marks', 'update', marked),
  ];
}

function discussionVersionTriggers(ddl: EngineDdl) {
  const count = (batches: string): string =>
    `insert into discussion_versions (batch_id, version) ${batches}
     on conflict (batch_id) do update set version = discussion_versions.version + 1`;
  const ofQuestion = count('select batch_id, 1 from questions where id = new.question_id');
  return [
    ...ddl.after('questions', 'insert', count('values (new.batch_id, 1)')),
    // Views do not count, or reading a discussion would invalidate its cache; nor does a row that is only locked.
    ...ddl.after(
      'questions',
      'update',
      count(`select new.batch_id, 1 where new.text <> old.text
       or new.edited_at is distinct from old.edited_at or new.deleted_at is distinct from old.deleted_at`),
    ),
    ...ddl.after('comments', 'insert', ofQuestion),
    ...ddl.after('comments', 'update', ofQuestion),
  ];
}

/**
 * Gives the portal's inner tables their standard names: new tables beside the old ones, the rows, the triggers, and then
 * the old tables go, because SQLite cannot rename constraints and indexes.
 *
 * Two triggers change with their tables: the newest submission is the one of the highest version, in whatever order
 * versions are inserted, and views do not count as changes of a discussion.
 */
export function useStandardNames(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const [table, change] of [
        ['submissions', 'insert'],
        ['accounts', 'update of batch_id'],
        ['marks', 'insert'],
        ['marks', 'update'],
        ['questions', 'insert'],
        ['questions', 'update'],
        ['comments', 'insert'],
        ['comments', 'update'],
      ] as const) {
        for (const statement of ddl.dropAfter(table, change)) await statement.execute(db);
      }
      await createRateLimitHits(db, ddl);
      await createIdempotencyLocks(db, ddl);
      await createTaskProgress(db, ddl);
      await createDiscussionVersions(db, ddl);
      for (const former of ['attempts', 'submission_claims', 'standings', 'forums']) {
        await db.schema.dropTable(former).execute();
      }
      for (const trigger of [...taskProgressTriggers(ddl), ...discussionVersionTriggers(ddl)]) {
        await trigger.execute(db);
      }
    },
  };
}
