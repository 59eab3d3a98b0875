import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** An import writes two rows for each of 50,000 people, which all name one actor and a few batches. */
export function checkReferencesByStatement(ddl: EngineDdl): SchemaStep {
  return {
    allow: {
      'takes-away': 'Triggers refuse the same from the same transaction on, with the same code of the error.',
    },
    async up(db: Kysely<unknown>) {
      for (const statement of [
        ...ddl.checkByStatement('audit_log', 'actor_id', 'accounts'),
        ...ddl.checkByStatement('imported_people', 'batch_id', 'batches'),
      ]) {
        await statement.execute(db);
      }
    },
  };
}
