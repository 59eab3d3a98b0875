import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/**
 * What examiners give in a viva. It is in none of the tables of marks until all who gave have confirmed the outcome, so
 * no version of the portal can show it before.
 */
export function addVivaHours(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_rules')
        .addColumn('batch_id', ddl.number, (c) => c.primaryKey().references('batches.id'))
        .addColumn('how', 'text', (c) => c.notNull().check(sql`how in ('mean', 'agreed')`))
        .addColumn('apart', 'integer', (c) => c.notNull().check(sql`apart between 0 and 100`))
        .addColumn('shows_weeks', 'integer', (c) => c.notNull().check(sql`shows_weeks in (0, 1)`))
        .addColumn('changed_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('viva_hours')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('choice', ddl.number, (c) => c.notNull())
        .addColumn('number', 'integer', (c) => c.notNull().check(sql`number > 0`))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('opened_at', ddl.number)
        .addColumn('closed_at', ddl.number)
        .addColumn('closed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('closed_reason', 'text')
        .addColumn('outcome', ddl.real)
        .addColumn('outcome_reason', 'text')
        .addColumn('outcome_comments', 'text')
        .addColumn('proposed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('proposed_at', ddl.number)
        .addColumn('held_at', ddl.number)
        .addColumn('held_minutes', 'integer')
        .addColumn('confirmed_at', ddl.number)
        .addUniqueConstraint('viva_hours_of_student', ['account_id', 'choice', 'number'])
        .addCheckConstraint(
          'viva_hours_closed_whole',
          sql`(closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_reason is null)`,
        )
        .addCheckConstraint(
          'viva_hours_confirmed_outcome',
          sql`confirmed_at is null or (outcome is not null and opened_at is not null)`,
        )
        .execute();
      const ofExaminer = (table: string) =>
        db.schema
          .createTable(table)
          .addColumn('hour_id', ddl.number, (c) => c.notNull().references('viva_hours.id'))
          .addColumn('examiner_id', ddl.number, (c) => c.notNull().references('accounts.id'))
          .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'));
      await ofExaminer('viva_marks')
        .addColumn('given_at', ddl.number)
        .addColumn('marks', ddl.real)
        .addColumn('points', 'text', (c) => c.notNull())
        .addColumn('words', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', ddl.number)
        .addPrimaryKeyConstraint('viva_marks_key', ['hour_id', 'examiner_id'])
        .addCheckConstraint('viva_marks_given_whole', sql`(given_at is null) = (marks is null)`)
        .execute();
      await ofExaminer('viva_asked')
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('step', 'text')
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('answered', 'text', (c) =>
          c.notNull().check(sql`answered in ('fully', 'right', 'with-help', 'partly', 'not')`),
        )
        .addPrimaryKeyConstraint('viva_asked_key', ['hour_id', 'examiner_id', 'place'])
        .execute();
      await ofExaminer('viva_incidents')
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('noted_at', ddl.number)
        .addColumn('text', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('viva_incidents_key', ['hour_id', 'examiner_id', 'place'])
        .execute();
      await addIndexes(db, [
        'index viva_hours_of_batch on viva_hours (batch_id, account_id)',
        'index viva_marks_of_student on viva_marks (account_id)',
        'index viva_marks_by_examiner on viva_marks (examiner_id)',
        'index viva_asked_of_student on viva_asked (account_id)',
        'index viva_incidents_of_student on viva_incidents (account_id)',
      ]);
    },
  };
}
