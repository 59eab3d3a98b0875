import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What somebody wrote in forums is found without reading everybody's: a record is made of it. */
export function indexWritings(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['questions', 'comments']) {
        await db.schema.createIndex(`${table}_of_author`).on(table).columns(['author_id', 'id']).execute();
      }
    },
  };
}
