import { sql } from 'kysely';
import { openingDay, tasks, type Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { activeStudentsAs } from '../accounts/queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { chosenAtOf, selectionsAs } from '../selections/queries.ts';

export type CountedState = 'unsubmitted' | 'unmarked' | 'unreleased' | 'released';

const opens = sql<{ task: Task; after: number }>`(${sql.join(
  tasks.map((task) => sql`select ${sql.lit(task)} as task, ${sql.lit(openingDay(task) * dayMs)} as after`),
  sql` union all `,
)})`;

/** As a line of the batch's list decides it: by a record without a later version, else by the newest version. */
const stateAt = (now: number) => sql<CountedState | null>`case
  when record.id is not null and coalesce(progress.submission_id, 0) <= coalesce(record.submission_id, 0)
    then case when record.released = 1 then 'released' else 'unreleased' end
  when progress.submission_id is null
    then case when choice.started_at + opens.after <= ${now} then 'unsubmitted' end
  when progress.is_marked = 0 then 'unmarked'
  when progress.released_id = progress.submission_id then 'released'
  else 'unreleased' end`;

/** How many students with a project have a task in a state; null where it has not opened for them. */
export function taskStatesOf(reader: Reader, { batchId, now }: { batchId: number; now: number }) {
  const each = reader
    .selectFrom(activeStudentsAs('of'))
    .innerJoin(selectionsAs('choice'), 'choice.account_id', 'of.id')
    .innerJoin(opens.as<'opens'>('opens'), (on) => on.onTrue())
    .leftJoin('task_progress as progress', (on) =>
      on
        .onRef('progress.account_id', '=', 'of.id')
        .onRef('progress.task', '=', 'opens.task')
        .on('progress.is_current', '=', 1),
    )
    .leftJoin('recorded_marks as record', (on) =>
      on
        .onRef('record.account_id', '=', 'of.id')
        .onRef('record.task', '=', 'opens.task')
        .on('record.choice', '=', chosenAtOf('choice')),
    )
    .where('of.batch_id', '=', batchId)
    .select(['opens.task', stateAt(now).as('state')]);
  return reader
    .selectFrom(each.as('each'))
    .groupBy(['each.task', 'each.state'])
    .select(['each.task', 'each.state'])
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .execute();
}
