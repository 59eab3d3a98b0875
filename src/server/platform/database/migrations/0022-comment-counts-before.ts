import { sql, type Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Counts the comments of before they were counted. It locks nothing of theirs: within one statement the comments and those
 * counted so far are of the same moment, so that their difference is what is missing, whatever is written meanwhile.
 */
export function countCommentsOfBefore(): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use': 'It only reads the comments, and writes a short row for each question.',
    },
    async up(db: Kysely<unknown>) {
      await sql`insert into comment_counts (question_id, comments)
        select c.question_id,
          count(*) - coalesce((select k.comments from comment_counts k where k.question_id = c.question_id), 0)
        from comments c
        where true
        group by c.question_id
        on conflict (question_id) do update set comments = comment_counts.comments + excluded.comments`.execute(
        db,
      );
    },
  };
}
