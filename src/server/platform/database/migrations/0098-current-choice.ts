import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Of a choice that was undone; a version is of the choice that it was submitted under. */
const isEarlier = (account: string, submittedAt: string): string =>
  `(exists (select 1 from former_selections f where f.account_id = ${account}
    and f.ended_as = 'undone' and f.chosen_at <= ${submittedAt})
   and not exists (select 1 from selections c where c.account_id = ${account}
    and coalesce(c.chosen_at, c.started_at) <= ${submittedAt}))`;

const newestReleased = `(select m.submission_id from submissions s join marks m on m.submission_id = s.id
  where s.account_id = task_progress.account_id and s.task = task_progress.task and m.released = 1
  and not ${isEarlier('s.account_id', 's.submitted_at')}
  order by s.version desc limit 1)`;

const hasOpenReview = `(case when exists (select 1 from second_looks l join submissions s on s.id = l.submission_id
  where l.account_id = task_progress.account_id and l.task = task_progress.task
  and not exists (select 1 from second_look_answers a where a.submission_id = l.submission_id)
  and not ${isEarlier('s.account_id', 's.submitted_at')}) then 1 else 0 end)`;

const isNewestEarlier = isEarlier(
  'task_progress.account_id',
  '(select v.submitted_at from submissions v where v.id = task_progress.submission_id)',
);

/** Nothing to do for students whose choice was never undone. */
const recompute = (accounts: string, batchOf: string): string =>
  `update task_progress set is_current = case when ${isNewestEarlier} then 0 else 1 end,
    batch_id = case when ${isNewestEarlier} then null else ${batchOf} end,
    released_id = ${newestReleased}, has_open_look = ${hasOpenReview}
   where account_id in (select u.account_id from former_selections u where u.ended_as = 'undone'${accounts})`;

/**
 * Which row of `task_progress` is of the student's current choice: only those are in their batch, and only
 * its marks count as released. Triggers keep it, so that no reader decides by itself.
 */
export function addCurrentChoice(ddl: EngineDdl): SchemaStep {
  const batchOf = (account: string) => `(select batch_id from accounts where id = ${account}${ddl.forShare})`;
  const submitted = isEarlier('new.account_id', 'new.submitted_at');
  const ofMark = `(account_id, task) = (select account_id, task from submissions where id = new.submission_id)`;
  const marked = `update task_progress set is_marked = case when submission_id = new.submission_id then 1 else is_marked end
    where ${ofMark};
    update task_progress set released_id = ${newestReleased} where ${ofMark}`;
  const changed = (row: string) =>
    recompute(` and u.account_id = ${row}.account_id`, batchOf(`${row}.account_id`));
  return {
    allow: {
      'rows-of-a-table-in-use': 'Only rows of students whose choice was undone: a few in each batch.',
    },
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('task_progress')
        .addColumn('is_current', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await run(db, [
        // Locks the account, so that a change of batch cannot leave progress behind.
        ...ddl.replaceAfter(
          'submissions',
          'insert',
          `insert into task_progress (account_id, task, batch_id, submission_id, version, is_marked, is_current)
           values (new.account_id, new.task, case when ${submitted} then null else ${batchOf('new.account_id')} end,
             new.id, new.version, 0, case when ${submitted} then 0 else 1 end)
           on conflict (account_id, task) do update
           set submission_id = excluded.submission_id, version = excluded.version, is_marked = 0,
             is_current = excluded.is_current, batch_id = excluded.batch_id
           where excluded.version > task_progress.version`,
        ),
        ...ddl.replaceAfter(
          'accounts',
          'update of batch_id',
          'update task_progress set batch_id = new.batch_id where account_id = new.id and is_current = 1',
        ),
        ...ddl.replaceAfter('marks', 'insert', marked),
        ...ddl.replaceAfter('marks', 'update', marked),
        ...ddl.replaceAfter(
          'second_looks',
          'insert',
          `update task_progress set has_open_look = ${hasOpenReview}
           where account_id = new.account_id and task = new.task`,
        ),
        ...ddl.replaceAfter(
          'second_look_answers',
          'insert',
          `update task_progress set has_open_look = ${hasOpenReview}
           where (account_id, task) = (select account_id, task from second_looks where submission_id = new.submission_id)`,
        ),
        ...ddl.after('selections', 'insert', changed('new'), 'selections_choice_insert'),
        ...ddl.after('selections', 'delete', changed('old'), 'selections_choice_delete'),
        sql.raw(recompute('', '(select a.batch_id from accounts a where a.id = task_progress.account_id)')),
      ]);
    },
  };
}
