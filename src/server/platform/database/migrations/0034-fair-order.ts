import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Where a student stands on a ring that mentors' fair orders begin at different places of. */
const key = '((account_id * 2654435761) % 4294967296)';

/** Indexes by which a mentor's queue is read in a fair order, a task's whole or of one state; no row is looked at for its place. */
export function addFairOrder(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of [
        ...ddl.addIndex(
          'task_progress_fair',
          'task_progress',
          `batch_id, task, ${key}, account_id, submission_id`,
        ),
        ...ddl.addIndex(
          'task_progress_fair_of_state',
          'task_progress',
          `batch_id, task, is_marked, ${key}, account_id, submission_id`,
        ),
      ]) {
        await statement.execute(db);
      }
    },
  };
}
