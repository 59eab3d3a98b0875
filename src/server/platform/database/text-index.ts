import { sql, type RawBuilder } from 'kysely';
import type { EngineName, TextIndex } from './engine.ts';

/** As `simple` does for lower case. */
export const termsExpression = (column: string): string =>
  `array_to_tsvector(string_to_array(${column}, ' '))`;

/**
 * @returns `term` as index, the highest `id`s up to `limit` for each
 * @param terms letters, marks, figures and private signs; at least one
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
  // Avoids the key's own index, which would scan until enough match.
  return sql`select t.place - 1 as term, h.id from unnest(${terms}::text[]) with ordinality as t (term, place)
    cross join lateral (
      select ${sql.ref(key)} as id from ${sql.table(table)}
      where ${sql.raw(termsExpression(column))} @@ ('''' || t.term || '''')::tsquery
      order by ${sql.ref(key)} + 0 desc limit ${sql.lit(limit)}) h`;
}
