import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Of a queue, what is marked and held back, and what a second look is asked for: each filter looks at no row that it does not give. */
export function addReleaseIndexes(ddl: EngineDdl): SchemaStep {
  // One expression: of several the planner would take an index that has one as a column, and look at all that is marked.
  const heldBack =
    '(case when is_marked = 1 and released_id is distinct from submission_id then 1 else 0 end) = 1';
  const openLook = 'has_open_look = 1';
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const [name, condition] of [
        ['held_back', heldBack],
        ['open_look', openLook],
      ] as const) {
        for (const [suffix, columns] of [
          ['', 'batch_id, submission_id'],
          ['_of_task', 'batch_id, task, submission_id'],
          // As in the step fair-order.
          ['_fair', 'batch_id, task, ((account_id * 2654435761) % 4294967296)'],
        ] as const) {
          const on = `${columns}) where (${condition}`;
          for (const statement of ddl.addIndex(`task_progress_${name}${suffix}`, 'task_progress', on))
            await statement.execute(db);
        }
      }
    },
  };
}
