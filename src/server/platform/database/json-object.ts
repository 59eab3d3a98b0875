import { sql, type RawBuilder } from 'kysely';
import type { EngineName } from './engine.ts';

export function jsonObject(
  engine: EngineName,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> {
  if (engine === 'sqlite') {
    const parts = sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
    return sql`json_object(${parts})`;
  }
  // Twice as fast as json_build_object.
  const parts = Object.entries(members).map(
    ([name, value]) =>
      sql`${sql.lit(`${JSON.stringify(name)}:`)} || coalesce(to_json(${value})::text, 'null')`,
  );
  return sql`'{' || ${sql.join(parts, sql` || ',' || `)} || '}'`;
}
