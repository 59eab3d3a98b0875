import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Versions of a batch's result rule, which never change. A batch without one has the portal's own rule. */
export function addResultRules(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('result_rules')
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('version', ddl.number, (c) => c.notNull())
        .addColumn('rule', 'text', (c) => c.notNull())
        .addColumn('reason', 'text')
        .addColumn('made_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('result_rules_key', ['batch_id', 'version'])
        .execute();
      await run(db, ddl.forbid('result_rules', ['update', 'delete']));
    },
  };
}
