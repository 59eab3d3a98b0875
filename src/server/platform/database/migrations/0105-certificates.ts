import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, isErasing, run, unchanged } from './baseline/statements.ts';

const issued = ['id', 'number', 'kind', 'account_id', 'batch_id', 'freeze_id', 'layout', 'logo'] as const;

/**
 * Certificates and statements of marks: what is issued never changes, but for one revocation. Erasing a person removes
 * texts and salts from the document.
 */
export function addCertificates(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificate_pictures')
        .addColumn('sha256', 'text', (c) => c.primaryKey())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('bytes', ddl.bytes, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('certificate_wordings')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('certificate', 'statement')`))
        .addColumn('wording', 'text', (c) => c.notNull())
        .addColumn('made_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('certificate_wishes')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('keeps', 'integer', (c) => c.notNull().check(sql`keeps in (0, 1)`))
        .execute();
      await db.schema
        .createTable('certificates')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('number', 'text', (c) => c.notNull().unique())
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('certificate', 'statement')`))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('freeze_id', ddl.number, (c) => c.notNull().references('result_freezes.id'))
        .addColumn('layout', 'integer', (c) => c.notNull())
        .addColumn('logo', 'text', (c) => c.references('certificate_pictures.sha256'))
        .addColumn('document', 'text', (c) => c.notNull())
        .addColumn('issued_at', ddl.number, (c) => c.notNull())
        .addColumn('issued_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('revoked_at', ddl.number)
        .addColumn('revoked_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('revocation', 'text', (c) =>
          c.check(sql`revocation in ('replaced', 'wrong_entry', 'withdrawn', 'holder')`),
        )
        .addColumn('note', 'text')
        .addColumn('erased_at', ddl.number)
        .addCheckConstraint(
          'certificates_revoked_whole',
          sql`(revoked_at is null) = (revocation is null) and (revoked_at is null) = (revoked_by is null)`,
        )
        .execute();
      await addIndexes(db, [
        'index certificate_wordings_of_kind on certificate_wordings (kind, id)',
        'index certificates_of_account on certificates (account_id, id)',
        'index certificates_of_batch on certificates (batch_id, id)',
        'unique index certificates_valid on certificates (account_id, batch_id) where revoked_at is null',
      ]);
      // An instant after which signatures of a stolen key count only with their row; once, and never back.
      await db.schema.alterTable('receipt_keys').addColumn('stolen_at', ddl.number).execute();
      const same = unchanged(...issued, 'issued_at', 'issued_by');
      await run(db, [
        ...ddl.forbid('certificate_pictures', ['update', 'delete']),
        ...ddl.forbid('certificate_wordings', ['update', 'delete']),
        ...ddl.forbid('certificates', ['update', 'delete']),
        ...ddl.forbidUnless(
          'certificates',
          'update',
          `${same} and (
             (old.revoked_at is null and new.revoked_at is not null and ${unchanged('document', 'erased_at')})
             or (${isErasing('old.account_id')} and new.erased_at is not null
               and ${unchanged('revoked_at', 'revoked_by', 'revocation')}))`,
        ),
        ...ddl.forbidUnless(
          'receipt_keys',
          'update',
          `old.stolen_at is null and new.stolen_at is not null and ${unchanged('id', 'public_key', 'made_at')}`,
        ),
      ]);
    },
  };
}
