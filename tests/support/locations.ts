import { openPostgres, openSqlite, type Engine } from '#server/platform/database/engine';

/** Opens a location (a file's path, or `postgres://…`) as any process would, without touching its schema. */
export function openLocation(location: string): Engine {
  return location.startsWith('postgres') ? openPostgres(location) : openSqlite(location);
}
