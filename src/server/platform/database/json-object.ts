import { sql, type RawBuilder } from 'kysely';
import type { EngineName } from './engine.ts';

/** A JSON object as text, made by the database from expressions by name. */
export function jsonObject(
  engine: EngineName,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> {
  const parts = sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
  return engine === 'sqlite' ? sql`json_object(${parts})` : sql`json_build_object(${parts})::text`;
}
