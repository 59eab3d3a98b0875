import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { erasedText, isErasing, run, unchanged } from './baseline/statements.ts';

/** How long reviews can be requested, since when a student sees a mark's number, and reviews that the office opens. */
export function addReviewDays(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('batches').addColumn('review_days', 'integer').execute();
      await db.schema.alterTable('marks').addColumn('number_since', ddl.number).execute();
      await db.schema.alterTable('second_looks').addColumn('opened_by', ddl.number).execute();
      await run(
        db,
        ddl.forbidUnless(
          'second_looks',
          'update',
          `${isErasing('old.account_id')} and new.reason = ${erasedText}
           and ${unchanged('submission_id', 'account_id', 'task', 'asked_at', 'marks', 'marked_by', 'opened_by')}`,
        ),
      );
    },
  };
}
