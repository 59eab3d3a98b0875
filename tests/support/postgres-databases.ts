import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { Engine, PoolFigures } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres';
import { isFresh, type TakenDatabase } from './taken-database.ts';

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

/** A migrated database that can be put back to how it was made. */
type Reusable = {
  url: string;
  /** With connections that stay open from one test to the next. */
  engine: Engine;
  /** False when it cannot be put back: a test has changed its schema, or still holds a lock. */
  reset(): Promise<boolean>;
  drop(): Promise<void>;
};

type Table = { name: string; rows: string | null };

/** Whatever a test may change of a schema: tables, columns, keys, indexes, triggers and functions. */
const schemaFingerprint = `
  select concat_ws(' ',
    (select count(*) || ' ' || coalesce(sum(relnatts), 0) from pg_class where relnamespace = 'public'::regnamespace),
    (select count(*) || ' ' || sum(hashtext(tgname || tgenabled::text)) from pg_trigger),
    (select count(*) from pg_constraint),
    (select sum(hashtext(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace)) as fingerprint`;

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const tables: Table[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ rows: string | null }>(
      `select jsonb_agg(t)::text as rows from ${name} t`,
    );
    tables.push({ name, rows: found[0]?.rows ?? null });
  }
  return tables;
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

async function makeReusable(): Promise<Reusable> {
  const { url, drop } = await createPostgres(template);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const tables = await readTables(client);
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]));
  const { rows: made } = await client.query<{ fingerprint: string }>(schemaFingerprint);
  // Triggers and foreign keys are passed over; a lock that a test left is not waited for.
  await client.query(`set session_replication_role = replica; set lock_timeout = '2s'`);
  const changed = {
    name: 'changed-tables',
    text: tables
      .map(({ name, rows }) =>
        rows === null
          ? `select '${name}' as name where exists (select from ${name})`
          : `select '${name}' as name where (select jsonb_agg(t)::text from ${name} t) is distinct from ${client.escapeLiteral(rows)}`,
      )
      .join(' union all '),
  };
  const restartIds = {
    name: 'restart-ids',
    text: `select setval(c.oid::regclass, 1, false) from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
  };
  const engine = openPostgres(url);
  return {
    url,
    engine,
    async reset() {
      try {
        await whenIdle(engine);
        const { rows } = await client.query<{ name: string }>(changed);
        const statements = rows.flatMap(({ name }) => {
          const seeded = rowsOf.get(name) ?? null;
          const insert = `insert into ${name} overriding system value
            select * from jsonb_populate_recordset(null::${name}, ${client.escapeLiteral(seeded ?? '')})`;
          return seeded === null ? [`delete from ${name}`] : [`delete from ${name}`, insert];
        });
        if (statements.length > 0) await client.query(statements.join(';'));
        await client.query(restartIds);
        const { rows: now } = await client.query<{ fingerprint: string }>(schemaFingerprint);
        return now[0]?.fingerprint === made[0]?.fingerprint;
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

/** Databases that no test uses; they go with the server, after the last test. */
const idle: Reusable[] = [];

/**
 * Creating and dropping a database costs more than most tests, so a worker's tests use the same one in turn, and the same
 * connections: it is emptied between them.
 */
export async function takePostgres(): Promise<TakenDatabase> {
  const taken = idle.pop() ?? (await makeReusable());
  const { url, engine } = taken;
  return {
    location: url,
    engine,
    async release(isReusable) {
      if (isReusable && !isFresh && (await taken.reset())) idle.push(taken);
      else await taken.drop();
    },
  };
}
