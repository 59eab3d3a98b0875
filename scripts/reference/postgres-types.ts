import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import { postgresDdl } from '#server/platform/database/ddl';
import { steps } from '#server/platform/database/migrate';
import { atComma, splitOutside } from './format-sql.ts';

/** The statements of all migrations as PostgreSQL would get them; no server is needed. */
async function collectStatements(): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const database = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query),
  });
  for (const step of Object.values(steps)) await step(postgresDdl).up(database);
  return statements;
}

/** @returns each column's type in PostgreSQL, by `table.column` */
export async function readPostgresTypes(): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const { sql } of await collectStatements()) {
    const created = /^create table "(\w+)" \((.*)\)$/s.exec(sql);
    const added = /^alter table "(\w+)" add column (.*)$/s.exec(sql);
    const [, table = '', columns = ''] = created ?? added ?? [];
    for (const column of splitOutside(columns, atComma)) {
      const [, name, type] = /^"(\w+)" (double precision|\w+)/.exec(column) ?? [];
      if (name !== undefined && type !== undefined) types.set(`${table}.${name}`, type);
    }
  }
  return types;
}
