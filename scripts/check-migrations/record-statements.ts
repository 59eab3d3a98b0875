import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { SchemaStep } from '#server/platform/database/schema-step';

/** The statements of a step as PostgreSQL would get them, in order; no server is needed, and every query finds nothing. */
export async function recordStatements(step: Pick<SchemaStep, 'up'>): Promise<string[]> {
  const statements: string[] = [];
  const database = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await step.up(database);
  return statements;
}
