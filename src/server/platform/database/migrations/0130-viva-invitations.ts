import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/** A mail's calendar entry, which 1.0.0 leaves out; what examiners were told; whom the office has written by WhatsApp. */
export function addVivaInvitations(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('calendar', 'text').execute();
      await db.schema.alterTable('notices').addColumn('appointment', 'text').execute();
      await db.schema.alterTable('notices').addColumn('mailed_at', ddl.number).execute();
      await db.schema
        .createTable('viva_examiner_times')
        .addColumn('student_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('examiner_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull())
        .addColumn('minutes', 'integer', (c) => c.notNull())
        .addColumn('room', 'text', (c) => c.notNull())
        .addColumn('link', 'text')
        .addPrimaryKeyConstraint('viva_examiner_times_key', ['student_id', 'examiner_id'])
        .execute();
      await db.schema
        .createTable('viva_messages')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('viva', 'talk')`))
        .addColumn('told', 'integer', (c) => c.notNull())
        .addColumn('sent_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('sent_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_messages_key', ['account_id', 'purpose'])
        .execute();
      await addIndexes(db, [
        'index viva_examiner_times_of_batch on viva_examiner_times (batch_id, examiner_id)',
        'index viva_examiner_times_of_examiner on viva_examiner_times (examiner_id, starts_at)',
      ]);
    },
  };
}
