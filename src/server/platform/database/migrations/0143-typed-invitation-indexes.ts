import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Strangers may ask for both. */
export function indexTypedInvitations(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(db, [
        ...ddl.addIndex('invitations_of_code_token', 'invitations', 'code_token_hash'),
        ...ddl.addIndex('imported_people_by_phone', 'imported_people', 'phone'),
      ]),
  };
}
