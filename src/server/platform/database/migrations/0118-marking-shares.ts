import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/** Which mentor of the batch marks a student. A mentor who is taken off the batch frees theirs, by whatever program. */
export function addMarkingShares(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('marking_shares')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('batch_id', ddl.number, (c) => c.notNull())
        .addColumn('mentor_id', ddl.number, (c) => c.notNull())
        .addForeignKeyConstraint(
          'marking_shares_of_mentor_fk',
          ['batch_id', 'mentor_id'],
          'batch_mentors',
          ['batch_id', 'account_id'],
          (c) => c.onDelete('cascade'),
        )
        .execute();
      await addIndexes(db, [
        'index marking_shares_of_batch on marking_shares (batch_id, account_id)',
        'index marking_shares_of_mentor on marking_shares (mentor_id, batch_id)',
      ]);
    },
  };
}
