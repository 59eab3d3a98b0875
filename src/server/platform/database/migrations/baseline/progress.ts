import type { Kysely } from 'kysely';
import { dayMs } from '#contract/durations';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, run } from './statements.ts';

/** A batch's students, those with a project, newest versions, unmarked and unreleased ones. */
const counts = ['students', 'with_project', 'submissions', 'unmarked', 'held_back'];

/** @param amounts in the order of the columns */
const add = (batch: string, amounts: string, rest: string): string =>
  `insert into batch_counts (batch_id, students, with_project, submissions, unmarked) select ${batch}, ${amounts} ${rest}`;

function countTriggers(ddl: EngineDdl) {
  const isStudent = (row: string) => `case when ${row}.role = 'student' then 1 else 0 end`;
  const projects = '(select count(*) from selections where account_id = new.id)';
  const isMoved = '(old.batch_id is distinct from new.batch_id or old.role <> new.role)';
  return [
    ...ddl.after(
      'accounts',
      'insert',
      add('new.batch_id', `${isStudent('new')}, 0, 0, 0`, 'where new.batch_id is not null'),
    ),
    // Submissions follow with the student's progress.
    ...ddl.after(
      'accounts',
      'update of batch_id, role',
      `${add('old.batch_id', `-(${isStudent('old')}), -${projects}, 0, 0`, `where old.batch_id is not null and ${isMoved}`)};
       ${add('new.batch_id', `${isStudent('new')}, ${projects}, 0, 0`, `where new.batch_id is not null and ${isMoved}`)}`,
      'accounts_count_moves',
    ),
    ...ddl.after(
      'accounts',
      'delete',
      add('old.batch_id', `-(${isStudent('old')}), 0, 0, 0`, 'where old.batch_id is not null'),
    ),
    // Locks the account, so that a change of batch cannot count in the former one.
    ...ddl.after(
      'selections',
      'insert',
      add(
        'batch_id',
        '0, 1, 0, 0',
        `from accounts where id = new.account_id and batch_id is not null${ddl.forShare}`,
      ),
    ),
    ...ddl.after(
      'selections',
      'delete',
      add(
        'batch_id',
        '0, -1, 0, 0',
        `from accounts where id = old.account_id and batch_id is not null${ddl.forShare}`,
      ),
    ),
    ...ddl.after(
      'task_progress',
      'insert',
      add('new.batch_id', '0, 0, 1, 1 - new.is_marked', 'where new.batch_id is not null'),
    ),
    ...ddl.after(
      'task_progress',
      'update of batch_id, is_marked',
      `${add('new.batch_id', '0, 0, 0, old.is_marked - new.is_marked', 'where new.batch_id = old.batch_id and new.is_marked <> old.is_marked')};
       ${add('old.batch_id', '0, 0, -1, old.is_marked - 1', 'where old.batch_id is not null and old.batch_id is distinct from new.batch_id')};
       ${add('new.batch_id', '0, 0, 1, 1 - new.is_marked', 'where new.batch_id is not null and old.batch_id is distinct from new.batch_id')}`,
      'task_progress_count_changes',
    ),
    ...ddl.after(
      'task_progress',
      'delete',
      add('old.batch_id', '0, 0, -1, old.is_marked - 1', 'where old.batch_id is not null'),
    ),
    ...ddl.addUp('batch_counts', 'batch_id', counts),
  ];
}

const isUnreleased = (row: string) =>
  `case when ${row}.is_marked = 1 and ${row}.released_id is distinct from ${row}.submission_id then 1 else 0 end`;

function unreleasedTriggers(ddl: EngineDdl) {
  const addUnreleased = (batch: string, amount: string, when: string): string =>
    `insert into batch_counts (batch_id, students, with_project, submissions, unmarked, held_back)
     select ${batch}, 0, 0, 0, 0, ${amount} where ${batch} is not null and (${amount}) <> 0 and ${when}`;
  const isSame = 'old.batch_id is not distinct from new.batch_id';
  return [
    ...ddl.after(
      'task_progress',
      'insert',
      addUnreleased('new.batch_id', isUnreleased('new'), 'true'),
      'task_progress_held_insert',
    ),
    ...ddl.after(
      'task_progress',
      'update of batch_id, submission_id, is_marked, released_id',
      `${addUnreleased('new.batch_id', `${isUnreleased('new')} - ${isUnreleased('old')}`, isSame)};
       ${addUnreleased('old.batch_id', `-(${isUnreleased('old')})`, `not (${isSame})`)};
       ${addUnreleased('new.batch_id', isUnreleased('new'), `not (${isSame})`)}`,
      'task_progress_held_update',
    ),
    ...ddl.after(
      'task_progress',
      'delete',
      addUnreleased('old.batch_id', `-(${isUnreleased('old')})`, 'true'),
      'task_progress_held_delete',
    ),
  ];
}

/** Sorts students who have submitted everything last. */
const never = String(Number.MAX_SAFE_INTEGER);

/** A student's newest versions (`p`, `v`) for the current choice. */
export const submitted = `select 1 from task_progress p join submissions v on v.id = p.submission_id
  where p.account_id = a.id and v.submitted_at >= coalesce(s.chosen_at, s.started_at)`;
const isUnsubmitted = (task: string): string => `not exists (${submitted} and p.task = '${task}')`;
const opens = (days: number): string => `s.started_at + ${days * dayMs}`;

/** Since the first missing task opened, or the signup. */
const behindFrom = (
  lacks: (task: string) => string,
): string => `case when s.started_at is null then a.created_at
  ${[1, 2, 3, 4].map((week) => `when ${lacks(`week-${week}`)} then ${opens(7 * week)}`).join(' ')}
  when ${lacks('final')} or ${lacks('viva')} then ${opens(28)} else ${never} end`;

/** By current dates: the newest extension may be later than the submission. */
const isLate = `case when exists (${submitted} and v.late = 1 and not exists (
  select 1 from extensions e where e.account_id = a.id and e.task = p.task and e.due_at >= v.submitted_at
  and e.id = (select max(id) from extensions n where n.account_id = a.id and n.task = p.task)))
  then 1 else 0 end`;

/** The batch differs from the one typed at signup, or is missing. */
const isWaiting = `case when a.batch_id is null
  or (a.typed_batch is not null and lower(replace(a.typed_batch, ' ', '')) <> b.name_key) then 1 else 0 end`;

/** From other tables, in the order of the columns. */
const derivedBy = (lacks: (task: string) => string): [column: string, value: string][] => [
  ['batch_id', 'coalesce(a.batch_id, 0)'],
  ['name_key', 'lower(a.name)'],
  ['search_text', `lower(a.name) || ' ' || a.email`],
  ['project_id', 's.project_id'],
  ['behind_from', behindFrom(lacks)],
  ['has_submitted', `case when exists (${submitted}) then 1 else 0 end`],
  ['is_late', isLate],
  ['is_waiting', isWaiting],
];

/** The first statement locks the row, so that the later of two changes sees the first. */
function refresh(derived: ReturnType<typeof derivedBy>, accountId: string, when = 'true'): string {
  const columns = derived.map(([column]) => column);
  return `update student_progress set is_late = is_late where account_id = ${accountId} and ${when};
   insert into student_progress (account_id, seen_at, is_silent, ${columns.join(', ')})
   select a.id, coalesce(a.seen_at, a.created_at), 0, ${derived.map(([, value]) => value).join(', ')}
   from accounts a left join selections s on s.account_id = a.id left join batches b on b.id = a.batch_id
   where a.role = 'student' and a.id = ${accountId} and ${when}
   on conflict (account_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** @param lacks whether a task is missing: a condition over the account `a` and its selection `s` */
export const refreshWith =
  (lacks: (task: string) => string) =>
  (accountId: string, when?: string): string =>
    refresh(derivedBy(lacks), accountId, when);

/** @param after makes a trigger, or replaces it */
export function studentTriggers(after: EngineDdl['after'], refresh = refreshWith(isUnsubmitted)) {
  const sources = ['batch_id', 'role', 'name', 'email', 'typed_batch'];
  const isChanged = sources.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  const late = (row: string) => `(select late from submissions where id = ${row}.submission_id)`;
  // Then any submission may change the row.
  const isSpecial = ['former_selections', 'extensions']
    .map((table) => `exists (select 1 from ${table} where account_id = new.account_id)`)
    .join(' or ');
  return [
    ...after('accounts', 'insert', refresh('new.id'), 'accounts_progress_insert'),
    ...after(
      'accounts',
      `update of ${sources.join(', ')}`,
      `delete from student_progress where account_id = new.id and new.role <> 'student';
       ${refresh('new.id', `(${isChanged})`)}`,
      'accounts_progress_update',
    ),
    ...after(
      'accounts',
      'update of seen_at',
      `update student_progress set seen_at = new.seen_at, is_silent = 0
       where account_id = new.id and new.seen_at is not null`,
      'accounts_progress_seen',
    ),
    ...after('selections', 'insert', refresh('new.account_id'), 'selections_progress'),
    ...after('selections', 'delete', refresh('old.account_id'), 'selections_progress_delete'),
    ...after('task_progress', 'insert', refresh('new.account_id'), 'task_progress_student_insert'),
    ...after(
      'task_progress',
      'update of submission_id',
      refresh('new.account_id', `(${late('old')} <> ${late('new')} or ${isSpecial})`),
      'task_progress_student_update',
    ),
    ...after('task_progress', 'delete', refresh('old.account_id'), 'task_progress_student_delete'),
    ...after('extensions', 'insert', refresh('new.account_id'), 'extensions_progress'),
  ];
}

/** One per order and filter, so that no other rows are read. */
function studentIndexes(): string[] {
  const filters = {
    unsubmitted: 'has_submitted = 0',
    silent: 'is_silent = 1',
    late: 'is_late = 1',
    waiting: 'is_waiting = 1',
  };
  const sorts = { name: 'name_key', behind: 'behind_from', seen: 'seen_at' };
  return Object.entries(sorts).flatMap(([sort, key]) => [
    `index student_progress_by_${sort} on student_progress (batch_id, ${key}, account_id)`,
    `index student_progress_of_project_by_${sort} on student_progress (batch_id, project_id, ${key}, account_id)`,
    ...Object.entries(filters).map(
      ([filter, condition]) =>
        `index student_progress_${filter}_by_${sort} on student_progress (batch_id, ${key}, account_id) where ${condition}`,
    ),
  ]);
}

/**
 * Counts per batch, and a row per student to sort and filter by: lists cost the same at any size. Triggers
 * keep both.
 */
export async function createProgress(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('batch_counts')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('students', 'integer', (c) => c.notNull())
    .addColumn('with_project', 'integer', (c) => c.notNull())
    .addColumn('submissions', 'integer', (c) => c.notNull())
    .addColumn('unmarked', 'integer', (c) => c.notNull())
    .addColumn('held_back', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // 0 without a batch, since indexes keep order only for equal values, not for null.
  await db.schema
    .createTable('student_progress')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
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
  await db.schema
    .createTable('staff_notes')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .execute();
  await addIndexes(db, [
    'index batch_counts_of_batch on batch_counts (batch_id)',
    ...studentIndexes(),
    // For the job that notes silence.
    'index student_progress_not_silent on student_progress (seen_at) where is_silent = 0',
    'index staff_notes_of_student on staff_notes (account_id, id)',
  ]);
  await run(db, [...countTriggers(ddl), ...unreleasedTriggers(ddl), ...studentTriggers(ddl.after)]);
}
