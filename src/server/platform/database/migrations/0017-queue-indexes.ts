import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * An index for each filter of a mentor's queue and for the batches that a signup may name, so that neither looks along
 * what it does not show.
 */
export function addQueueIndexes(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of [
        ...ddl.addIndex('task_progress_of_task', 'task_progress', 'batch_id, task, submission_id'),
        ...ddl.addIndex('task_progress_of_state', 'task_progress', 'batch_id, is_marked, submission_id'),
        ...ddl.addIndex(
          'task_progress_of_task_and_state',
          'task_progress',
          'batch_id, task, is_marked, submission_id',
        ),
        ...ddl.addIndex('batches_open', 'batches', 'name) where (is_open = 1'),
      ]) {
        await statement.execute(db);
      }
    },
  };
}
