import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, isErasing, refuseFrozen, run, unchanged } from './baseline/statements.ts';

const ofMark = (row: 'old' | 'new') =>
  `(select s.account_id from submissions s where s.id = ${row}.submission_id)`;

const isChanged = (...columns: string[]) => `not (${unchanged(...columns)})`;
const ofDecision = ['marks', 'comments', 'released', 'rubric', 'overrule_reason'];

/**
 * Results as they were when the office froze them. Nothing of a frozen student that results are made of changes, by
 * any version of the portal.
 */
export function addFrozenResults(ddl: EngineDdl): SchemaStep {
  const frozen = (table: string, change: string, account: string, condition?: string) =>
    refuseFrozen(ddl, table, change, account, condition);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('result_freezes')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('number', 'integer', (c) => c.notNull().check(sql`number > 0`))
        .addColumn('rule_version', 'integer', (c) => c.notNull())
        .addColumn('rule', 'text', (c) => c.notNull())
        .addColumn('reason', 'text')
        .addColumn('frozen_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('frozen_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('result_freezes_of_batch', ['batch_id', 'number'])
        .execute();
      await db.schema
        .createTable('frozen_results')
        .addColumn('freeze_id', ddl.number, (c) => c.notNull().references('result_freezes.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('frozen_results_key', ['freeze_id', 'account_id'])
        .execute();
      await db.schema
        .createTable('frozen_students')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('freeze_id', ddl.number, (c) => c.notNull().references('result_freezes.id'))
        .addColumn('opened_at', ddl.number)
        .addColumn('opened_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('reason', 'text')
        .addCheckConstraint(
          'frozen_students_opened_whole',
          sql`(opened_at is null) = (opened_by is null) and (opened_at is null) = (reason is null)`,
        )
        .execute();
      await addIndexes(db, [
        'index frozen_results_of_student on frozen_results (account_id, freeze_id)',
        'index frozen_students_of_freeze on frozen_students (freeze_id, account_id)',
      ]);
      await run(db, [
        ...ddl.forbid('result_freezes', ['update', 'delete']),
        ...ddl.forbid('frozen_results', ['update', 'delete']),
        ...ddl.forbidUnless(
          'frozen_results',
          'update',
          `${isErasing('old.account_id')} and ${unchanged('freeze_id', 'account_id', 'content')}`,
        ),
        ...ddl.forbid('frozen_students', ['delete']),
        ...frozen('marks', 'insert', ofMark('new')),
        ...frozen(
          'marks',
          `update of submission_id, marked_by, ${ofDecision.join(', ')}`,
          ofMark('old'),
          isChanged('submission_id', 'marked_by', ...ofDecision),
        ),
        ...frozen('marks', 'delete', ofMark('old')),
        ...frozen('recorded_marks', 'insert', 'new.account_id'),
        ...frozen(
          'recorded_marks',
          `update of status, submission_id, recorded_by, ${ofDecision.join(', ')}`,
          'old.account_id',
          isChanged('status', 'submission_id', 'recorded_by', ...ofDecision),
        ),
        ...frozen('recorded_marks', 'delete', 'old.account_id'),
        ...frozen('accounts', 'update of name', 'new.id', isChanged('name')),
        ...frozen('selections', 'insert', 'new.account_id'),
        ...frozen('selections', 'delete', 'old.account_id'),
        ...frozen('extensions', 'insert', 'new.account_id'),
      ]);
    },
  };
}
