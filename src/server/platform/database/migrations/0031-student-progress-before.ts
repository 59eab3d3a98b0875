import { sql, type Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';
import { insertStudentProgress } from '../student-progress-row.ts';

/**
 * Adds the rows of students who were there before, and counts the marks that were held back. It locks nothing of theirs: a row
 * that a change has added meanwhile is newer and stays, and within one statement the rows and the changes counted so far are
 * of the same moment, so that their difference is what is missing.
 */
export function fillStudentProgress(): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use':
        'It only reads the tables in use, and writes a short row for each student and each batch, which nobody reads yet.',
    },
    async up(db: Kysely<unknown>) {
      await sql.raw(`${insertStudentProgress('true')} on conflict (account_id) do nothing`).execute(db);
      await sql`insert into batch_counts (batch_id, students, with_project, submissions, unmarked, held_back)
        select b.id, 0, 0, 0, 0,
          (select count(*) from task_progress p where p.batch_id = b.id and p.is_marked = 1
            and p.released_id is distinct from p.submission_id)
          - coalesce((select sum(held_back) from batch_counts where batch_id = b.id), 0)
        from batches b`.execute(db);
    },
  };
}
