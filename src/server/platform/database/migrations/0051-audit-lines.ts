import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** 180 days in milliseconds: no line goes sooner, whatever the setting says. */
const shortestLife = 15_552_000_000;

/** What stays of a line whose person is anonymised, whatever else is taken from it. */
const kept = ['id', 'at', 'actor_id', 'act', 'network']
  .map((column) => `new.${column} is not distinct from old.${column}`)
  .join(' and ');

/**
 * Lines of the audit log say whom they are about, and, for what nobody signed in has done, from which network it came. They
 * are changed for one reason alone, that a person is anonymised, and removed for one alone, that their time is over; each
 * reason is a row that stays.
 */
export function widenAuditLog(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('audit_log').addColumn('about_id', ddl.number).execute();
      await db.schema.alterTable('audit_log').addColumn('network', 'text').execute();
      await db.schema
        .createTable('audit_removals')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('lines_before', ddl.number, (c) => c.notNull())
        .addColumn('removed_at', ddl.number, (c) =>
          c.notNull().check(sql`removed_at - lines_before >= ${sql.lit(shortestLife)}`),
        )
        .execute();
      await db.schema
        .createTable('audit_erasures')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('audit_erasures_of_account')
        .on('audit_erasures')
        .column('account_id')
        .execute();
      for (const trigger of [
        ...ddl.forbid('audit_removals', ['update', 'delete']),
        ...ddl.forbid('audit_erasures', ['update', 'delete']),
        ...ddl.forbidUnless(
          'audit_log',
          'delete',
          'exists (select 1 from audit_removals r where r.lines_before > old.at)',
        ),
        ...ddl.forbidUnless(
          'audit_log',
          'update',
          `${kept} and (old.about_id is null or new.about_id is not distinct from old.about_id)
           and exists (select 1 from audit_erasures e where e.account_id in (new.about_id, old.actor_id))`,
        ),
      ]) {
        await trigger.execute(db);
      }
    },
  };
}
