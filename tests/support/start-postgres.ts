import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { migrate } from '#server/platform/database/migrate';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the tests' PostgreSQL, beside the migrated and empty `capstone_template`. */
    postgresUrl: string;
    postgresSockets: string;
  }
}

/** Before the tests on PostgreSQL: one server, and one migrated database that each test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  await client.query('create database capstone_template');
  await client.end();
  const engine = openPostgres(server.urlOf('capstone_template'));
  await migrate(engine);
  await engine.close();
  project.provide('postgresUrl', server.urlOf('postgres'));
  project.provide('postgresSockets', server.sockets);
  return () => server.stop();
}
