import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Each filter of the audit log reads along an index that has its lines in their order, the newest last. */
export function indexAuditLines(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      for (const [name, on] of [
        ['audit_log_in_time', 'at, id'],
        ['audit_log_of_act', 'act, at, id'],
        ['audit_log_of_actor', 'actor_id, at, id'],
        ['audit_log_of_actor_and_act', 'actor_id, act, at, id'],
        ['audit_log_about', 'about_id, at, id'],
        // The operator's commands among them: what nobody signed in has done has a network. As an expression, or the planner
        // would take the index of actors, and pass by all that has one.
        ['audit_log_of_operator', 'coalesce(actor_id, 0), at, id) where (network is null'],
      ] as const) {
        for (const statement of ddl.addIndex(name, 'audit_log', on)) await statement.execute(db);
      }
    },
  };
}
