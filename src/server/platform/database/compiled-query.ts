import type { CompiledQuery, Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** Stands for a parameter's value while a query is compiled. */
export class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query compiled once for each engine. */
export type CompiledQueryRunner<P, O> = {
  /** Runs the query; the rows as the database returns them. */
  (database: Kysely<Tables>, parameters: P): Promise<O[]>;
  /** The SQL for an engine, without running it; a parameter that is a `Placeholder` is filled in by its name. */
  compile(database: Kysely<Tables>): CompiledQuery<O>;
};

/**
 * A query that is built and compiled once for each engine, then run with fresh parameters: Kysely takes longer to build
 * a query than SQLite to run it (readTimeline with it 89 µs of processor time, without it 250).
 * @param build makes the query from named parameters; each is a `Placeholder` at that time, so it may be passed on to
 *   Kysely as a value and never be looked at
 */
export function compiledQuery<P extends Record<string, string | number | null>, O>(
  build: (database: Kysely<Tables>, parameters: P) => SelectQueryBuilder<Tables, never, O>,
): CompiledQueryRunner<P, O> {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery<O>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as P;

  function compile(database: Kysely<Tables>): CompiledQuery<O> {
    let query = compiled.get(database);
    if (query === undefined) {
      query = build(database, placeholders).compile() as CompiledQuery<O>;
      compiled.set(database, query);
    }
    return query;
  }

  async function run(database: Kysely<Tables>, parameters: P): Promise<O[]> {
    const query = compile(database);
    const values = query.parameters.map((value) =>
      value instanceof Placeholder ? parameters[value.name] : value,
    );
    return (await database.executeQuery<O>({ ...query, parameters: values })).rows;
  }

  return Object.assign(run, { compile });
}

/**
 * Queries that differ by more than their parameters, each compiled once it is asked for.
 * @param build makes the query of a kind, as `compiledQuery` has it; a kind is plain data, and there are few
 */
export function compiledQueryByKind<Kind, P extends Record<string, string | number | null>, O>(
  build: (kind: Kind, database: Kysely<Tables>, parameters: P) => SelectQueryBuilder<Tables, never, O>,
): (kind: Kind) => CompiledQueryRunner<P, O> {
  const queries = new Map<string, CompiledQueryRunner<P, O>>();
  return (kind) => {
    const key = JSON.stringify(kind);
    let query = queries.get(key);
    if (query === undefined)
      queries.set(
        key,
        (query = compiledQuery<P, O>((database, parameters) => build(kind, database, parameters))),
      );
    return query;
  };
}
