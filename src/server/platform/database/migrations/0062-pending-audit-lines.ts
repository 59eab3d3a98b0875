import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * An import writes a line for each of 50,000 people: on PostgreSQL into a table without indexes, from which a job moves them.
 * Until all processes have this version, a backup of the version before is refused: it asks each table for its primary key.
 */
export function createPendingAuditLines(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const mayGo = 'exists (select 1 from audit_removals r where r.lines_before > old.at)';
      for (const statement of ddl.addPending('audit_log', mayGo)) await statement.execute(db);
    },
  };
}
