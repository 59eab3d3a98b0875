import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { frozenRefusal } from '../../frozen-refusal.ts';

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

/**
 * Refuses a change of a row while its student's result is frozen. Waits for a freeze that is under way, and then sees it:
 * two statements, since each sees one instant.
 */
export function refuseFrozen(
  ddl: EngineDdl,
  table: string,
  change: string,
  account: string,
  condition?: string,
): RawBuilder<unknown>[] {
  const where = condition === undefined ? '' : `(${condition}) and `;
  const isKnown = `exists (select 1 from accounts a where a.id = ${account}${ddl.forShare})`;
  const isFrozen = `exists (select 1 from frozen_students f where f.account_id = ${account} and f.opened_at is null)`;
  const refusal = `${ddl.refuseWhere(frozenRefusal, `${where}not ${isKnown}`)};
      ${ddl.refuseWhere(frozenRefusal, `${where}${isFrozen} and not ${isErasing(account)}`)}`;
  return ddl.after(table, change, refusal, `${table}_frozen_${change.split(' ')[0] ?? change}`);
}
