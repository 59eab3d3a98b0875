import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/**
 * What the portal has rendered of a Markdown, beside its text; null until a job has read what stood there before. It goes with its
 * text, whichever version of the portal writes or erases that.
 */
export function addPostHtml(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const [table, key, text] of [
        ['questions', 'id', 'text'],
        ['comments', 'id', 'text'],
        ['former_texts', 'id', 'text'],
        ['marks', 'submission_id', 'comments'],
      ] as const) {
        await db.schema.alterTable(table).addColumn('html', 'text').execute();
        for (const statement of ddl.after(
          table,
          `update of ${text}`,
          `update ${table} set html = null
           where ${key} = new.${key} and new.${text} <> old.${text} and html = old.html`,
          `${table}_html`,
        ))
          await statement.execute(db);
      }
    },
  };
}
