import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import { finalMarksRefusal } from '../final-marks-refusal.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, run } from './baseline/statements.ts';

/** The batch wants two markers, and those of this version have not confirmed its mark. */
const isOpen = (account: string) => `exists (
    select 1 from accounts a join viva_rules r on r.batch_id = a.batch_id
    where a.id = ${account} and r.two_mark_final = 1)
  and not exists (
    select 1 from final_outcomes o where o.submission_id = new.submission_id and o.confirmed_at is not null)`;

const isFinal = `exists (select 1 from submissions s where s.id = new.submission_id and s.task = 'final')`;
const ofVersion = '(select s.account_id from submissions s where s.id = new.submission_id)';

/**
 * What two mentors give for a final project, each alone. As for a viva it is in no table of marks until both have
 * confirmed the outcome, and until then no desk, list, import or earlier version of the portal gives a mark.
 */
export function addFinalMarks(ddl: EngineDdl): SchemaStep {
  const guard = (table: string, change: string, condition: string) =>
    ddl.after(
      table,
      change,
      ddl.refuseWhere(finalMarksRefusal, condition),
      `${table}_final_marks_${change.split(' ')[0] ?? change}`,
    );
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('viva_rules').addColumn('two_mark_final', 'integer').execute();
      await db.schema
        .createTable('final_outcomes')
        .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('submissions.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('opened_at', ddl.number)
        .addColumn('closed_at', ddl.number)
        .addColumn('closed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('closed_reason', 'text')
        .addColumn('outcome', ddl.real)
        .addColumn('outcome_reason', 'text')
        .addColumn('outcome_comments', 'text')
        .addColumn('proposed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('proposed_at', ddl.number)
        .addColumn('confirmed_at', ddl.number)
        .addCheckConstraint(
          'final_outcomes_closed_whole',
          sql`(closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_reason is null)`,
        )
        .addCheckConstraint(
          'final_outcomes_confirmed_outcome',
          sql`confirmed_at is null or (outcome is not null and opened_at is not null)`,
        )
        .execute();
      await db.schema
        .createTable('final_marks')
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('final_outcomes.submission_id'))
        .addColumn('marker_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('given_at', ddl.number, (c) => c.notNull())
        .addColumn('marks', ddl.real, (c) => c.notNull())
        .addColumn('points', 'text', (c) => c.notNull())
        .addColumn('words', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', ddl.number)
        .addPrimaryKeyConstraint('final_marks_key', ['submission_id', 'marker_id'])
        .execute();
      await addIndexes(db, [
        'index final_outcomes_of_student on final_outcomes (account_id)',
        'index final_marks_of_student on final_marks (account_id)',
        'index final_marks_by_marker on final_marks (marker_id)',
      ]);
      await run(db, [
        ...guard('marks', 'insert', `${isFinal} and ${isOpen(ofVersion)}`),
        ...guard(
          'marks',
          'update of marks',
          `old.released = 0 and new.marks <> old.marks and ${isFinal} and ${isOpen(ofVersion)}`,
        ),
        ...guard(
          'recorded_marks',
          'insert',
          `new.task = 'final' and new.status = 'marked' and ${isOpen('new.account_id')}`,
        ),
        ...guard(
          'recorded_marks',
          'update of status, marks',
          `old.released = 0 and new.task = 'final' and new.status = 'marked'
            and (old.status <> 'marked' or new.marks <> old.marks) and ${isOpen('new.account_id')}`,
        ),
      ]);
    },
  };
}
