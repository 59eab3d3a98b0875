import type { CompiledQuery, Kysely, SelectQueryBuilder } from 'kysely';
import { prepareRead } from './engine.ts';
import type { Tables } from './schema.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Run = (values: unknown[]) => unknown[] | Promise<unknown[]>;

/**
 * A query that is built and compiled once an engine, then run with fresh parameters: building costs more than running.
 * @param build makes the query from named parameters; it must not look at their values
 */
export function compiledQuery<P extends Record<string, string | number | null>, O>(
  build: (database: Kysely<Tables>, parameters: P) => SelectQueryBuilder<Tables, never, O>,
): (database: Kysely<Tables>, parameters: P) => Promise<O[]> {
  const compiled = new WeakMap<Kysely<Tables>, { parameters: readonly unknown[]; run: Run }>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as P;

  function compile(database: Kysely<Tables>) {
    const query = build(database, placeholders).compile() as CompiledQuery<O>;
    const run: Run =
      prepareRead(database, query.sql) ??
      (async (parameters) => (await database.executeQuery<O>({ ...query, parameters })).rows);
    return { parameters: query.parameters, run };
  }

  return async (database, parameters) => {
    let query = compiled.get(database);
    if (query === undefined) {
      query = compile(database);
      compiled.set(database, query);
    }
    const values = query.parameters.map((value) =>
      value instanceof Placeholder ? parameters[value.name] : value,
    );
    return (await query.run(values)) as O[];
  };
}
