import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { isErasing, run, unchanged } from './baseline/statements.ts';

const issued = ['id', 'number', 'kind', 'account_id', 'batch_id', 'freeze_id', 'layout', 'logo'] as const;

/**
 * The academy's picture behind certificates: the one that new papers get, and by hash what each issued paper has, which
 * never changes.
 */
export function addCertificateBackgrounds(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificate_backgrounds')
        .addColumn('kind', 'text', (c) => c.primaryKey().check(sql`kind in ('certificate', 'statement')`))
        .addColumn('sha256', 'text')
        .addColumn('type', 'text')
        .addColumn('bytes', ddl.bytes)
        .addColumn('changed_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .addCheckConstraint(
          'certificate_backgrounds_whole',
          sql`(sha256 is null) = (bytes is null) and (sha256 is null) = (type is null)`,
        )
        .execute();
      // A row of `certificate_pictures`, which nothing removes.
      await db.schema.alterTable('certificates').addColumn('background', 'text').execute();
      const same = unchanged(...issued, 'background', 'issued_at', 'issued_by');
      await run(
        db,
        ddl.forbidUnless(
          'certificates',
          'update',
          `${same} and (
             (old.revoked_at is null and new.revoked_at is not null and ${unchanged('document', 'erased_at')})
             or (${isErasing('old.account_id')} and new.erased_at is not null
               and ${unchanged('revoked_at', 'revoked_by', 'revocation')}))`,
        ),
      );
    },
  };
}
