import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, isErasing, run } from './baseline/statements.ts';

/** The line of the name that certificates show; rows never change, a student's newest counts. */
export function addCertificateNames(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificate_names')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('line', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', ddl.number, (c) => c.notNull())
        .addColumn('confirmed_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('guardian', 'text')
        .addColumn('guardian_how', 'text')
        .addColumn('guardian_on', 'text')
        .addCheckConstraint(
          'certificate_names_guardian_whole',
          sql`(guardian is null and guardian_how is null and guardian_on is null)
            or (guardian is not null and guardian_how is not null and guardian_on is not null and confirmed_by is not null)`,
        )
        .execute();
      await addIndexes(db, ['index certificate_names_of_account on certificate_names (account_id, id)']);
      await run(db, [
        ...ddl.forbid('certificate_names', ['update', 'delete']),
        ...ddl.forbidUnless('certificate_names', 'delete', isErasing('old.account_id')),
      ]);
    },
  };
}
