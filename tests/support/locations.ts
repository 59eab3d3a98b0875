import type { ConnectionLimits, Engine } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';

/** Opens a location (a file's path, or `postgres://…`) as any process would, without touching its schema. */
export function openLocation(location: string, limits?: ConnectionLimits): Engine {
  return location.startsWith('postgres') ? openPostgres(location, limits) : openSqlite(location);
}
