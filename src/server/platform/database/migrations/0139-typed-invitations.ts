import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** A printed code that opens an invitation, and the link that it opened; the zone that the office chose. */
export function addTypedInvitations(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('invitations').addColumn('code_hash', 'text').execute();
      await db.schema.alterTable('invitations').addColumn('code_token_hash', 'text').execute();
      await db.schema.alterTable('academy_face').addColumn('zone', 'text').execute();
    },
  };
}
