import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/**
 * Makes a portal's database refuse every write and serve every read: on SQLite as a file that may only be read, on
 * PostgreSQL as a server whose disk is full.
 * @returns what ends it
 */
export async function refuseWrites({ engine }: Pick<TestApp, 'engine'>): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  if (engine.name === 'sqlite') {
    await run('pragma query_only = 1');
    return async () => void (await run('pragma query_only = 0'));
  }
  const tables = (await engine.writer.introspection.getTables()).map(({ name }) => name);
  await run(
    `create function refuse_writes() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  for (const table of tables) {
    await run(
      `create trigger refuse_writes before insert or update or delete on ${table} execute function refuse_writes()`,
    );
  }
  return async () => void (await run('drop function refuse_writes cascade'));
}
