import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** Who may examine is found without reading every student. */
export function indexStaffAccounts(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(db, ddl.addIndex('accounts_of_staff', 'accounts', `role, id) where (role <> 'student'`)),
  };
}
