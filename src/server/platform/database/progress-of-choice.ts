import { dayMs } from '#contract/durations';

// Part of the step `former-selections`: like that it does not change once it is released. Before it, `student-progress-row.ts` holds.

/** In place of the instant from which a student is behind, for one who has handed everything in: after all others. */
const never = String(Number.MAX_SAFE_INTEGER);

/** A student's newest versions that were made for the standing choice: `p` and `v`. */
const handedIn = `select 1 from task_progress p join submissions v on v.id = p.submission_id
  where p.account_id = a.id and v.submitted_at >= coalesce(s.chosen_at, s.started_at)`;
const lacks = (task: string): string => `not exists (${handedIn} and p.task = '${task}')`;
const opens = (days: number): string => `s.started_at + ${days * dayMs}`;

/** Since when a student could have done what comes next: when the first task without a hand-in opened, or the signup. */
const behindFrom = `case when s.started_at is null then a.created_at
  ${[1, 2, 3, 4].map((week) => `when ${lacks(`week-${week}`)} then ${opens(7 * week)}`).join(' ')}
  when ${lacks('final')} or ${lacks('viva')} then ${opens(28)} else ${never} end`;

/** Late as the dates stand now: the newest extension may have come after the hand-in. */
const isLate = `case when exists (${handedIn} and v.late = 1 and not exists (
  select 1 from extensions e where e.account_id = a.id and e.task = p.task and e.due_at >= v.submitted_at
  and e.id = (select max(id) from extensions n where n.account_id = a.id and n.task = p.task)))
  then 1 else 0 end`;

/** Whether the batch is another one than was typed at signup, or none. */
const isWaiting = `case when a.batch_id is null
  or (a.typed_batch is not null and lower(replace(a.typed_batch, ' ', '')) <> b.name_key) then 1 else 0 end`;

/** What of a student follows from other rows, in the order of the columns. */
const columns: [name: string, value: string][] = [
  ['batch_id', 'coalesce(a.batch_id, 0)'],
  ['name_key', 'lower(a.name)'],
  ['search_text', `lower(a.name) || ' ' || a.email`],
  ['project_id', 's.project_id'],
  ['behind_from', behindFrom],
  ['has_submitted', `case when exists (${handedIn}) then 1 else 0 end`],
  ['is_late', isLate],
  ['is_waiting', isWaiting],
];
export const studentProgressColumns = columns.map(([name]) => name);

/** Adds rows for students; `which` says for whom. */
export const insertStudentProgress = (which: string): string =>
  `insert into student_progress (account_id, seen_at, is_silent, ${studentProgressColumns.join(', ')})
   select a.id, coalesce(a.seen_at, a.created_at), 0, ${columns.map(([, value]) => value).join(', ')}
   from accounts a left join selections s on s.account_id = a.id left join batches b on b.id = a.batch_id
   where a.role = 'student' and ${which}`;
