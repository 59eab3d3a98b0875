import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, dropHtml, erasedText, isErasing, run, unchanged } from './statements.ts';

const newestReleased = `select m.submission_id from submissions s join marks m on m.submission_id = s.id
  where s.account_id = task_progress.account_id and s.task = task_progress.task and m.released = 1
  order by s.version desc limit 1`;

const hasOpenReview = `exists (select 1 from second_looks l where l.account_id = task_progress.account_id and l.task = task_progress.task
  and not exists (select 1 from second_look_answers a where a.submission_id = l.submission_id))`;

function progressTriggers(ddl: EngineDdl) {
  // The first statement locks the row: of two marks released at once, the second sees the first as newest.
  const marked = `update task_progress set is_marked = case when submission_id = new.submission_id then 1 else is_marked end
    where (account_id, task) = (select account_id, task from submissions where id = new.submission_id);
    update task_progress set released_id = (${newestReleased})
    where (account_id, task) = (select account_id, task from submissions where id = new.submission_id)`;
  return [
    // Locks the account, so that a change of batch cannot leave progress behind.
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
    ...ddl.after(
      'second_looks',
      'insert',
      `update task_progress set has_open_look = 1 where account_id = new.account_id and task = new.task`,
    ),
    ...ddl.after(
      'second_look_answers',
      'insert',
      `update task_progress set has_open_look = case when ${hasOpenReview} then 1 else 0 end
       where (account_id, task) = (select account_id, task from second_looks where submission_id = new.submission_id)`,
    ),
  ];
}

/** One per filter and order, so that no other rows are read. */
function queueIndexes(): string[] {
  // The student's place on the ring; mentors begin at different places.
  const ring = '((account_id * 2654435761) % 4294967296)';
  const filters = {
    // One expression: of several the planner takes a wrong index and reads all marked rows.
    held_back:
      '(case when is_marked = 1 and released_id is distinct from submission_id then 1 else 0 end) = 1',
    open_look: 'has_open_look = 1',
  };
  return [
    'index task_progress_of_batch on task_progress (batch_id, submission_id, is_marked)',
    'index task_progress_of_task on task_progress (batch_id, task, submission_id)',
    'index task_progress_of_state on task_progress (batch_id, is_marked, submission_id)',
    'index task_progress_of_task_and_state on task_progress (batch_id, task, is_marked, submission_id)',
    `index task_progress_fair on task_progress (batch_id, task, ${ring}, account_id, submission_id)`,
    `index task_progress_fair_of_state on task_progress (batch_id, task, is_marked, ${ring}, account_id, submission_id)`,
    ...Object.entries(filters).flatMap(([name, condition]) => [
      `index task_progress_${name} on task_progress (batch_id, submission_id) where (${condition})`,
      `index task_progress_${name}_of_task on task_progress (batch_id, task, submission_id) where (${condition})`,
      `index task_progress_${name}_fair on task_progress (batch_id, task, ${ring}) where (${condition})`,
    ]),
  ];
}

/**
 * Marks and reviews never change. `task_progress` has each student's newest version and newest released mark
 * per task, kept by triggers.
 */
export async function createMarking(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('marks')
    .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('submissions.id'))
    .addColumn('marks', ddl.real, (c) => c.notNull().check(sql`marks >= 0 and marks <= 100`))
    .addColumn('comments', 'text', (c) => c.notNull())
    .addColumn('released', 'integer', (c) => c.notNull().check(sql`released in (0, 1)`))
    .addColumn('marked_by', ddl.number, (c) => c.references('accounts.id'))
    .addColumn('marked_at', ddl.number, (c) => c.notNull())
    .addColumn('released_at', ddl.number)
    .addColumn('read_at', ddl.number)
    .addColumn('second_look_at', ddl.number)
    .addColumn('format', 'text')
    .addColumn('rubric', 'text')
    .addColumn('overrule_reason', 'text')
    .addColumn('html', 'text')
    .execute();
  await db.schema
    .createTable('mark_rubric_lines')
    .addColumn('line_id', ddl.number, (c) => c.notNull().references('rubric_lines.id'))
    .addColumn('submission_id', ddl.number, (c) => c.notNull().references('marks.submission_id'))
    .addPrimaryKeyConstraint('mark_rubric_lines_key', ['line_id', 'submission_id'])
    .execute();
  await db.schema
    .createTable('second_looks')
    .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('marks.submission_id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('asked_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('second_look_answers')
    .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('second_looks.submission_id'))
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('answered_by', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('answered_at', ddl.number, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('open_submissions')
    .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('opened_at', ddl.number, (c) => c.notNull())
    .addColumn('seen_at', ddl.number, (c) => c.notNull())
    .addPrimaryKeyConstraint('open_submissions_key', ['submission_id', 'account_id'])
    .execute();
  await db.schema
    .createTable('staff_phrases')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addUniqueConstraint('staff_phrases_of_account', ['account_id', 'name'])
    .execute();
  await db.schema
    .createTable('task_progress')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
    .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id').unique())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('is_marked', 'integer', (c) => c.notNull().check(sql`is_marked in (0, 1)`))
    .addColumn('released_id', ddl.number, (c) => c.references('submissions.id'))
    .addColumn('has_open_look', 'integer')
    .addPrimaryKeyConstraint('task_progress_key', ['account_id', 'task'])
    .execute();
  await addIndexes(db, [
    'index mark_rubric_lines_of_mark on mark_rubric_lines (submission_id)',
    'index second_looks_of_task on second_looks (account_id, task, submission_id)',
    'index open_submissions_by_time on open_submissions (seen_at)',
    ...queueIndexes(),
  ]);
  await run(db, [
    ...ddl.forbid('second_looks', ['update', 'delete']),
    ...ddl.forbid('second_look_answers', ['update', 'delete']),
    ...ddl.forbidUnless(
      'second_looks',
      'update',
      `${isErasing('old.account_id')} and new.reason = ${erasedText}
       and ${unchanged('submission_id', 'account_id', 'task', 'asked_at')}`,
    ),
    ...ddl.forbidUnless(
      'second_look_answers',
      'update',
      `${isErasing('(select l.account_id from second_looks l where l.submission_id = old.submission_id)')}
       and new.answer = ${erasedText} and ${unchanged('submission_id', 'answered_by', 'answered_at')}`,
    ),
    ...progressTriggers(ddl),
    ...dropHtml(ddl, 'marks', 'submission_id', 'comments'),
  ]);
}
