import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** How the text of a question or comment is meant: Markdown, or, as all that stood there before, plain. */
export function addPostFormats(_ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['questions', 'comments'])
        await db.schema.alterTable(table).addColumn('format', 'text').execute();
    },
  };
}
