import { sql, type Kysely } from 'kysely';
import { foldedColumns } from '#contract/fold-text';
import { batchKey } from '#contract/limits';
import type { EngineDdl } from '../engine.ts';
import { wordRows } from '../people-rows.ts';
import type { SchemaStep } from '../schema-step.ts';

const rowsAtOnce = 1_000;

type Before = {
  accounts: { id: number; name: string; folded_name: string | null; folded_from: string | null };
  batches: { id: number; name: string; name_key: string };
};

/** The words by which people are found, of their names as they are folded; a version before leaves the name alone. */
function wordTriggers(ddl: EngineDdl) {
  const texts = ['name', 'email', 'phone', 'folded_name', 'folded_from'];
  const isChanged = texts.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  const name = 'case when new.folded_from = new.name then new.folded_name else new.name end';
  const source = `(select new.id as id, ${name} as name, new.email as email, new.phone as phone)`;
  const add = (when: string) =>
    wordRows({ ddl, source, longest: `length(${name}) + length(new.email)`, when });
  return [
    ...ddl.replaceAfter('accounts', 'insert', add('true'), 'accounts_words_insert'),
    // It listens to more columns than before.
    ...ddl.dropAfter('accounts', 'update', 'accounts_words_update'),
    ...ddl.after(
      'accounts',
      `update of ${texts.join(', ')}`,
      `delete from person_words where account_id = new.id and (${isChanged});
       ${add(`(${isChanged})`)}`,
      'accounts_words_update',
    ),
  ];
}

/**
 * People's names as they are compared, where that is more than A to Z in small letters, and the name that it was made of: a version
 * before changes that one alone. Batches get the keys of today's rule; of two that are alike by it the newer keeps its key, and the
 * doctor tells of both.
 */
export function addFoldedNames(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('folded_name', 'text').execute();
      await db.schema.alterTable('accounts').addColumn('folded_from', 'text').execute();
      for (const trigger of wordTriggers(ddl)) await trigger.execute(db);
      const tables = db as Kysely<Before>;
      for (let after = 0; ;) {
        const rows = await tables
          .selectFrom('accounts')
          .where('id', '>', after)
          .orderBy('id')
          .limit(rowsAtOnce)
          .select(['id', 'name'])
          .execute();
        const last = rows.at(-1);
        if (last === undefined) break;
        for (const { id, name } of rows) {
          const folded = foldedColumns(name);
          if (folded.folded_name !== null)
            await tables.updateTable('accounts').set(folded).where('id', '=', id).execute();
        }
        after = Number(last.id);
      }
      const batches = await tables
        .selectFrom('batches')
        .orderBy('id')
        .select(['id', 'name', 'name_key'])
        .execute();
      const taken = new Set(batches.map(({ name_key }) => name_key));
      for (const { id, name, name_key } of batches) {
        const key = batchKey(name);
        if (taken.has(key)) continue;
        taken.add(key);
        taken.delete(name_key);
        await sql`update batches set name_key = ${key} where id = ${id}`.execute(db);
      }
    },
  };
}
