import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** The history of a mark is read by its receipt's number. */
export function indexAuditOfSubject(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const statement of ddl.addIndex('audit_log_of_subject', 'audit_log', 'subject, id')) {
        await statement.execute(db);
      }
    },
  };
}
