import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { erasedText, isErasing, run, unchanged } from './baseline/statements.ts';

const ofReview = ['account_id', 'task', 'asked_at', 'marks', 'marked_by', 'opened_by'];
const ofRecordReview = ['record_id', ...ofReview];

/** How long reviews can be requested, since when a student sees a mark's number, and reviews that the office opens. */
export function addReviewDays(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('batches').addColumn('review_days', 'integer').execute();
      for (const table of ['marks', 'recorded_marks'])
        await db.schema.alterTable(table).addColumn('number_since', ddl.number).execute();
      for (const table of ['second_looks', 'recorded_mark_reviews'])
        await db.schema.alterTable(table).addColumn('opened_by', ddl.number).execute();
      await run(
        db,
        ddl.forbidUnless(
          'second_looks',
          'update',
          `${isErasing('old.account_id')} and new.reason = ${erasedText}
           and ${unchanged('submission_id', ...ofReview)}`,
        ),
      );
      await run(
        db,
        ddl.forbidUnless(
          'recorded_mark_reviews',
          'update',
          `(old.answer is null and new.answer is not null and new.answered_by is not null
            and new.answered_at is not null and ${unchanged('reason', ...ofRecordReview)})
           or (${isErasing('old.account_id')} and new.reason = ${erasedText}
            and new.answer is not distinct from (case when old.answer is null then null else ${erasedText} end)
            and ${unchanged('answered_by', 'answered_at', ...ofRecordReview)})`,
        ),
      );
    },
  };
}
