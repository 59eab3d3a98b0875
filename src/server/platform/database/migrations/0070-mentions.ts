import type { Kysely } from 'kysely';
import type { SchemaStep } from '../schema-step.ts';

/** Whom a post mentions, as they stand in its text: a JSON list; null for nobody, as in posts of before this step. */
export function addMentions(): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['questions', 'comments'])
        await db.schema.alterTable(table).addColumn('mentions', 'text').execute();
    },
  };
}
