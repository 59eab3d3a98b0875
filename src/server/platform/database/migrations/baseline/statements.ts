import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { EngineDdl } from '../../engine.ts';

export async function run(db: Kysely<unknown>, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** @param indexes such as `index a_of_b on a (b)` */
export async function addIndexes(db: Kysely<unknown>, indexes: readonly string[]): Promise<void> {
  for (const index of indexes) await sql.raw(`create ${index}`).execute(db);
}

export const isTask = sql`task in ('week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva')`;

/** A condition for triggers of updates. */
export const unchanged = (...columns: string[]): string =>
  columns.map((column) => `new.${column} is not distinct from old.${column}`).join(' and ');

/** True only inside the erasing transaction. */
export const isErasing = (account: string): string =>
  `exists (select 1 from anonymisations n where n.account_id = ${account} and n.is_running = 1)`;

/** Where an erased text must not be empty. */
export const erasedText = "'Removed on request.'";

/** Of a changed text; a job renders it again. */
export const dropHtml = (ddl: EngineDdl, table: string, key: string, text: string): RawBuilder<unknown>[] =>
  ddl.after(
    table,
    `update of ${text}`,
    `update ${table} set html = null
     where ${key} = new.${key} and new.${text} <> old.${text} and html = old.html`,
    `${table}_html`,
  );
