import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { refreshWith, studentTriggers, submitted } from './baseline/progress.ts';
import { run } from './baseline/statements.ts';

const recorded = `select 1 from recorded_marks r
  where r.account_id = a.id and r.choice = coalesce(s.chosen_at, s.started_at)`;

/** Neither submitted nor recorded. */
const lacks = (task: string): string =>
  `(not exists (${submitted} and p.task = '${task}') and not exists (${recorded} and r.task = '${task}'))`;

/** Nobody is behind with a task that was marked without a file, or excused. */
export function addDecidedTasks(ddl: EngineDdl): SchemaStep {
  const refresh = refreshWith(lacks);
  return {
    async up(db: Kysely<unknown>) {
      await run(db, [
        ...studentTriggers(ddl.replaceAfter, refresh),
        ...ddl.after('recorded_marks', 'insert', refresh('new.account_id'), 'recorded_marks_progress'),
        ...ddl.after('recorded_marks', 'delete', refresh('old.account_id'), 'recorded_marks_progress_delete'),
      ]);
    },
  };
}
