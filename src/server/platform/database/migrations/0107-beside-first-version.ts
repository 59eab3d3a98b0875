import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { erasedText, isErasing, run, unchanged } from './baseline/statements.ts';

const kept = ['id', 'account_id', 'task', 'version', 'number', 'submitted_at', 'late', 'due_at'];
const keptOfFile = ['file_id', 'file_bytes', 'file_sha256'];

/**
 * What version 1.0.0 needs beside and after later ones. It ends at a text in another language, so these have a table of
 * their own. It erases a person without `ai_text` and without later tables: `program` says which program erased last.
 */
export function standBesideFirstVersion(ddl: EngineDdl): SchemaStep {
  return {
    allow: { 'rows-of-a-table-in-use': 'A row is a text of the operator in one language: a handful.' },
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('anonymisations').addColumn('program', 'integer').execute();
      await db.schema
        .createTable('translated_texts')
        .addColumn('page', 'text', (c) => c.primaryKey())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
      await run(db, [
        sql.raw(`insert into translated_texts (page, text, sha256, changed_at)
          select page, text, sha256, changed_at from operator_texts where page not in ('/terms', '/privacy')`),
        sql.raw(`delete from operator_texts where page not in ('/terms', '/privacy')`),
        ...ddl.forbidUnless(
          'submissions',
          'update',
          `${isErasing('old.account_id')} and ${unchanged(...kept, ...keptOfFile, 'declared', 'ai_use')}
           and new.links = '' and new.comments = ${erasedText} and new.idempotency_key is null and new.upload_id is null
           and new.file_name is not distinct from (case when old.file_name is null then null else 'removed' end)
           and (new.ai_text is not distinct from old.ai_text or (old.ai_text is not null and new.ai_text = ${erasedText}))
           and new.erased_at is not null`,
        ),
      ]);
    },
  };
}
