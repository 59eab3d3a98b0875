import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { insertStudentProgress, studentProgressColumns } from '../student-progress-row.ts';

/**
 * Writes a student's row anew. The first statement locks it: of two changes at the same time the second then sees what the
 * first has written.
 */
const refresh = (accountId: string, when = 'true'): string =>
  `update student_progress set is_late = is_late where account_id = ${accountId} and ${when};
   ${insertStudentProgress(`a.id = ${accountId} and ${when}`)}
   on conflict (account_id) do update set ${studentProgressColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

function studentProgressTriggers(ddl: EngineDdl) {
  const changes = ['batch_id', 'role', 'name', 'email', 'typed_batch'];
  const isChanged = changes.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  const late = (row: string) => `(select late from submissions where id = ${row}.submission_id)`;
  return [
    ...ddl.after('accounts', 'insert', refresh('new.id'), 'accounts_progress_insert'),
    ...ddl.after(
      'accounts',
      `update of ${changes.join(', ')}`,
      `delete from student_progress where account_id = new.id and new.role <> 'student';
       ${refresh('new.id', `(${isChanged})`)}`,
      'accounts_progress_update',
    ),
    ...ddl.after(
      'accounts',
      'update of seen_at',
      `update student_progress set seen_at = new.seen_at, is_silent = 0
       where account_id = new.id and new.seen_at is not null`,
      'accounts_progress_seen',
    ),
    ...ddl.after('selections', 'insert', refresh('new.account_id'), 'selections_progress'),
    ...ddl.after('task_progress', 'insert', refresh('new.account_id'), 'task_progress_student_insert'),
    ...ddl.after(
      'task_progress',
      'update of submission_id',
      refresh('new.account_id', `${late('old')} <> ${late('new')}`),
      'task_progress_student_update',
    ),
    ...ddl.after('task_progress', 'delete', refresh('old.account_id'), 'task_progress_student_delete'),
  ];
}

/** Which students a mentor may ask for, as conditions that an index holds alone: a filter reads no row that it does not show. */
const filters = {
  unsubmitted: 'has_submitted = 0',
  silent: 'is_silent = 1',
  late: 'is_late = 1',
  waiting: 'is_waiting = 1',
};
const sorts = { name: 'name_key', behind: 'behind_from', seen: 'seen_at' };

function studentProgressIndexes(): string[] {
  return Object.entries(sorts).flatMap(([sort, key]) => [
    `create index student_progress_by_${sort} on student_progress (batch_id, ${key}, account_id)`,
    `create index student_progress_of_project_by_${sort} on student_progress (batch_id, project_id, ${key}, account_id)`,
    ...Object.entries(filters).map(
      ([filter, condition]) =>
        `create index student_progress_${filter}_by_${sort} on student_progress (batch_id, ${key}, account_id) where ${condition}`,
    ),
  ]);
}

const counts = ['students', 'with_project', 'submissions', 'unmarked', 'held_back'] as const;
/** Marked, and the mark of the newest version is not released. */
const isHeldBack = (row: string) =>
  `case when ${row}.is_marked = 1 and ${row}.released_id is distinct from ${row}.submission_id then 1 else 0 end`;

function heldBackTriggers(ddl: EngineDdl) {
  const add = (batch: string, amount: string, when: string): string =>
    `insert into batch_counts (batch_id, students, with_project, submissions, unmarked, held_back)
     select ${batch}, 0, 0, 0, 0, ${amount} where ${batch} is not null and (${amount}) <> 0 and ${when}`;
  const isSame = 'old.batch_id is not distinct from new.batch_id';
  return [
    ...ddl.after(
      'task_progress',
      'insert',
      add('new.batch_id', isHeldBack('new'), 'true'),
      'task_progress_held_insert',
    ),
    ...ddl.after(
      'task_progress',
      'update of batch_id, submission_id, is_marked, released_id',
      `${add('new.batch_id', `${isHeldBack('new')} - ${isHeldBack('old')}`, isSame)};
       ${add('old.batch_id', `-(${isHeldBack('old')})`, `not (${isSame})`)};
       ${add('new.batch_id', isHeldBack('new'), `not (${isSame})`)}`,
      'task_progress_held_update',
    ),
    ...ddl.after(
      'task_progress',
      'delete',
      add('old.batch_id', `-(${isHeldBack('old')})`, 'true'),
      'task_progress_held_delete',
    ),
    // The sums had one column less.
    ...ddl.dropAfter('batch_counts', 'insert', 'batch_counts_add_up'),
    ...ddl.addUp('batch_counts', 'batch_id', counts),
  ];
}

/**
 * A row for each student, by which a batch is sorted and filtered, and how many marks of a batch are held back. The database
 * keeps both by itself, whoever writes; the step `student-progress-before` fills them with what was there.
 */
export function createStudentProgress(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('student_progress')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        // 0 without a batch: an index gives what equals a value in its order, and not what is null.
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('name_key', 'text', (c) => c.notNull())
        .addColumn('search_text', 'text', (c) => c.notNull())
        .addColumn('project_id', 'text', (c) => c.references('projects.id'))
        .addColumn('behind_from', ddl.number, (c) => c.notNull())
        .addColumn('seen_at', ddl.number, (c) => c.notNull())
        .addColumn('has_submitted', 'integer', (c) => c.notNull())
        .addColumn('is_late', 'integer', (c) => c.notNull())
        .addColumn('is_waiting', 'integer', (c) => c.notNull())
        .addColumn('is_silent', 'integer', (c) => c.notNull())
        .execute();
      for (const statement of studentProgressIndexes()) await sql.raw(statement).execute(db);
      // The job that notes who is silent finds them here.
      await sql`create index student_progress_not_silent on student_progress (seen_at) where is_silent = 0`.execute(
        db,
      );
      await db.schema
        .alterTable('batch_counts')
        .addColumn('held_back', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      for (const trigger of [...studentProgressTriggers(ddl), ...heldBackTriggers(ddl)]) {
        await trigger.execute(db);
      }
    },
  };
}
