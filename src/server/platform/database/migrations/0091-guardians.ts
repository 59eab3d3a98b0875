import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Guardians of students under 18, where the office asks for them; the rule has one row or none. */
export function addGuardians(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('guardian_rule')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('asked_since', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('guardians')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('name', 'text')
        .addColumn('contact', 'text')
        .addColumn('noted_at', ddl.number, (c) => c.notNull())
        .addColumn('confirmed_at', ddl.number)
        .addColumn('confirmed_by', ddl.number, (c) => c.references('accounts.id'))
        .addCheckConstraint(
          'guardians_confirmed_whole',
          sql`confirmed_at is null or (name is not null and contact is not null)`,
        )
        .execute();
    },
  };
}
