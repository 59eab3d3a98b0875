import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, isErasing, isTask, run, unchanged } from './baseline/statements.ts';

/** Students' requests for extensions: one open per task, answered once; one per student without anybody. */
export function addExtensionRequests(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('batches').addColumn('extension_days', ddl.number).execute();
      await db.schema
        .createTable('extension_requests')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull().check(isTask))
        .addColumn('wanted_until', ddl.number, (c) => c.notNull())
        .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
        .addColumn('asked_at', ddl.number, (c) => c.notNull())
        .addColumn('answered_at', ddl.number)
        .addColumn('answered_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('granted_until', ddl.number)
        .addColumn('words', 'text')
        .addCheckConstraint(
          'extension_requests_answer_whole',
          sql`(answered_at is not null or (answered_by is null and granted_until is null and words is null)) and (answered_at is null or answered_by is not null or granted_until is not null)`,
        )
        .execute();
      await addIndexes(db, [
        'unique index extension_requests_open on extension_requests (account_id, task) where (answered_at is null)',
        'index extension_requests_unanswered on extension_requests (id) where (answered_at is null)',
        'unique index extension_requests_automatic on extension_requests (account_id) where (answered_at is not null and answered_by is null)',
        'index extension_requests_of_student on extension_requests (account_id, id)',
      ]);
      await run(db, [
        ...ddl.forbid('extension_requests', ['update', 'delete']),
        ...ddl.forbidUnless(
          'extension_requests',
          'update',
          `old.answered_at is null and new.answered_at is not null
           and ${unchanged('id', 'account_id', 'task', 'wanted_until', 'reason', 'asked_at')}`,
        ),
        ...ddl.forbidUnless('extension_requests', 'delete', isErasing('old.account_id')),
      ]);
    },
  };
}
