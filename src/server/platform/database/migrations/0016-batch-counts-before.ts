import { sql, type Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Counts what was there before changes were counted. It locks nothing: within one statement the rows and the changes
 * counted so far are of the same moment, so that their difference is what is missing, whatever is written meanwhile.
 */
export function countBatchesOfBefore(): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use':
        'It only reads the tables in use, and writes a row for each batch, of which there are few.',
    },
    async up(db: Kysely<unknown>) {
      await sql`insert into batch_counts (batch_id, students, with_project, submissions, unmarked)
        select b.id,
          (select count(*) from accounts a where a.batch_id = b.id and a.role = 'student')
            - coalesce((select sum(students) from batch_counts where batch_id = b.id), 0),
          (select count(*) from accounts a join selections s on s.account_id = a.id where a.batch_id = b.id)
            - coalesce((select sum(with_project) from batch_counts where batch_id = b.id), 0),
          (select count(*) from task_progress p where p.batch_id = b.id)
            - coalesce((select sum(submissions) from batch_counts where batch_id = b.id), 0),
          (select count(*) from task_progress p where p.batch_id = b.id and p.is_marked = 0)
            - coalesce((select sum(unmarked) from batch_counts where batch_id = b.id), 0)
        from batches b`.execute(db);
    },
  };
}
