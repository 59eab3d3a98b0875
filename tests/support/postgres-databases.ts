import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { Engine, PoolFigures } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { takeInTurn, type ReusableDatabase } from './taken-database.ts';

const template = 'capstone_template';

let maintenance: pg.Pool | undefined;

/** Creates and drops databases over connections that stay open: a new one each time would take as long as its statement. */
async function onPostgres(text: string): Promise<void> {
  if (maintenance === undefined) {
    maintenance = new pg.Pool({
      connectionString: inject('postgresUrl'),
      max: 2,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // They end with the server, after the last test.
    maintenance.on('error', () => {});
  }
  await maintenance.query(text);
}

const urlOf = (name: string) => inject('postgresUrl').replace(/\/postgres$/, `/${name}`);

/** @param source the template to copy, and any other options of `create database` */
export async function createPostgres(source: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Its files are copied: to write the copy to the log page by page takes more than twice as long.
  await onPostgres(`create database ${name} template ${source} strategy file_copy`);
  return { url: urlOf(name), drop: () => onPostgres(`drop database ${name} with (force)`) };
}

/** Whatever a test may change of a schema: tables, columns, keys, indexes, triggers and functions. */
const schemaFingerprint = `
  select concat_ws(' ',
    (select count(*) || ' ' || coalesce(sum(relnatts), 0) from pg_class where relnamespace = 'public'::regnamespace),
    (select count(*) || ' ' || sum(hashtext(tgname || tgenabled::text)) from pg_trigger),
    (select count(*) from pg_constraint),
    (select sum(hashtext(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace)) as fingerprint`;

/** The rows of each table, as JSON; null for an empty one. */
async function readTables(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const rowsOf = new Map<string, string | null>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select jsonb_agg(t)::text as rows from ${name} t`,
    );
    rowsOf.set(name, rows[0]?.rows ?? null);
  }
  return rowsOf;
}

/** Waits until nobody uses a connection. @throws when somebody still does after two seconds */
async function whenIdle(engine: Engine): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const { size, idle: free, waiting } = engine.pool() as PoolFigures;
    if (size === free && waiting === 0) return;
    await sleep(5);
  }
  throw new Error('A test still uses a connection after its end.');
}

/** Clones the migrated database. It cannot be put back after a test that has changed its schema, or while one still holds a lock. */
async function cloneTemplate(): Promise<ReusableDatabase> {
  const { url, drop } = await createPostgres(template);
  const local = `${url}?host=${encodeURIComponent(inject('postgresSockets'))}`;
  const client = new pg.Client({ connectionString: local });
  client.on('error', () => {});
  await client.connect();
  const rowsOf = await readTables(client);
  const readFingerprint = async () =>
    (await client.query<{ fingerprint: string }>(schemaFingerprint)).rows[0]?.fingerprint;
  const made = await readFingerprint();
  // Triggers and foreign keys are passed over; a lock that a test left is not waited for.
  await client.query(`set session_replication_role = replica; set lock_timeout = '2s'`);
  const changed = {
    name: 'changed-tables',
    text: [...rowsOf]
      .map(([name, rows]) =>
        rows === null
          ? `select '${name}' as name where exists (select from ${name})`
          : `select '${name}' as name where (select jsonb_agg(t)::text from ${name} t) is distinct from ${client.escapeLiteral(rows)}`,
      )
      .join(' union all '),
  };
  /** Statements that give a table its first rows again. */
  const restore = (name: string): string[] => {
    const rows = rowsOf.get(name) ?? null;
    const remove = `delete from ${name}`;
    if (rows === null) return [remove];
    const from = `jsonb_populate_recordset(null::${name}, ${client.escapeLiteral(rows)})`;
    return [remove, `insert into ${name} overriding system value select * from ${from}`];
  };
  const restartIds = {
    name: 'restart-ids',
    text: `select setval(c.oid::regclass, 1, false) from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
  };
  const engine = openPostgres(local);
  return {
    location: url,
    engine,
    async reset() {
      try {
        await whenIdle(engine);
        const { rows } = await client.query<{ name: string }>(changed);
        const statements = rows.flatMap(({ name }) => restore(name));
        if (statements.length > 0) await client.query(statements.join(';'));
        await client.query(restartIds);
        return (await readFingerprint()) === made;
      } catch {
        return false;
      }
    },
    async drop() {
      await engine.close();
      await client.end().catch(() => {});
      await drop();
    },
  };
}

export const takePostgres = takeInTurn(cloneTemplate);
