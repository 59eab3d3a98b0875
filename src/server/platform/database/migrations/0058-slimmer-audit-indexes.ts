import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * Indexes of the audit log without the lines that nobody looks for in them, those about no account, and those of accounts among
 * the operator's: an import of 50,000 people writes a line for each, into every index that takes it. Lines about somebody are
 * found by what was done, too.
 */
export function slimAuditIndexes(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const [name, on] of [
        ['audit_log_about', 'about_id, at, id) where (about_id is not null'],
        ['audit_log_about_of_act', 'about_id, act, at, id) where (about_id is not null'],
        // The operator's commands: what nobody signed in has done has a network. As an expression, or the planner would take
        // the index of actors, and pass by all that has one.
        ['audit_log_of_operator', 'at, id) where (network is null and coalesce(actor_id, 0) = 0'],
      ] as const) {
        for (const statement of ddl.addIndex(name, 'audit_log', on)) await statement.execute(db);
      }
    },
  };
}
