import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { erasedText, isErasing, run, unchanged } from './baseline/statements.ts';

/** What a batch asks students to declare with each submission, and what they declared. */
export function addDeclarations(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('declarations')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('statement', 'text', (c) => c.notNull())
        .addColumn('ai_use', 'text', (c) => c.notNull())
        .execute();
      await db.schema.alterTable('batches').addColumn('declaration_id', 'text').execute();
      for (const name of ['declared', 'ai_use', 'ai_text'])
        await db.schema.alterTable('submissions').addColumn(name, 'text').execute();
      await run(db, [
        ...ddl.forbid('declarations', ['update', 'delete']),
        ...ddl.forbidUnless(
          'submissions',
          'update',
          `${isErasing('old.account_id')} and ${unchanged('id', 'account_id', 'task', 'version', 'number', 'submitted_at', 'late', 'file_id', 'file_bytes', 'file_sha256', 'due_at', 'declared', 'ai_use')}
           and new.links = '' and new.comments = ${erasedText} and new.idempotency_key is null and new.upload_id is null
           and new.file_name is not distinct from (case when old.file_name is null then null else 'removed' end)
           and new.ai_text is not distinct from (case when old.ai_text is null then null else ${erasedText} end) and new.erased_at is not null`,
        ),
      ]);
    },
  };
}
