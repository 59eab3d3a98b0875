import { sql, type RawBuilder } from 'kysely';
import type { EngineName, TextIndex } from './engine.ts';

/** The column as the terms that it holds, each as it is: what the configuration `simple` would make of words in small letters. */
export const termsExpression = (column: string): string =>
  `array_to_tsvector(string_to_array(${column}, ' '))`;

/**
 * A query for the rows that have each of some terms: `term`, its place in the list, and `id`, of each term the highest `limit`.
 * @param terms letters, marks, figures and private signs alone; at least one
 */
export function rowsOfTerms(
  engine: EngineName,
  { name, table, key, column }: TextIndex,
  terms: readonly string[],
  limit: number,
): RawBuilder<{ term: number; id: number }> {
  if (engine === 'sqlite') {
    const parts = terms.map(
      (term, index) =>
        sql`select ${sql.lit(index)} as term, id from (
          select rowid as id from ${sql.table(name)} where ${sql.ref(name)} match ${`"${term}"`}
          order by rowid desc limit ${sql.lit(limit)})`,
    );
    return sql`${sql.join(parts, sql` union all `)}`;
  }
  // By key + 0: along the key's own index each row would be read until so many have the term.
  return sql`select t.place - 1 as term, h.id from unnest(${terms}::text[]) with ordinality as t (term, place)
    cross join lateral (
      select ${sql.ref(key)} as id from ${sql.table(table)}
      where ${sql.raw(termsExpression(column))} @@ ('''' || t.term || '''')::tsquery
      order by ${sql.ref(key)} + 0 desc limit ${sql.lit(limit)}) h`;
}
