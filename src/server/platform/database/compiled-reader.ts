import {
  Kysely,
  type AbortableQueryOptions,
  type Compilable,
  type CompiledQuery,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type { Tables } from './schema.ts';
import { observing, type ObserveStatement } from './slow-queries.ts';

type Read = (sql: string, parameters: readonly unknown[]) => unknown[] | Promise<unknown[]>;

/** Bypasses Kysely's mutex, connection and result, which cost 8 to 12 µs of a request's 90 on SQLite. */
export class CompiledReader extends Kysely<Tables> {
  readonly #read: Read;
  readonly #observe: ObserveStatement;

  constructor(dialect: Dialect, read: Read, observe: ObserveStatement) {
    super({ dialect, log: observing(observe) });
    this.#read = read;
    this.#observe = observe;
  }

  override async executeQuery<R>(
    query: CompiledQuery<R> | Compilable<R>,
    options?: AbortableQueryOptions,
  ): Promise<QueryResult<R>> {
    if ('compile' in query || options !== undefined) return super.executeQuery(query, options);
    const startedAt = performance.now();
    let failure: unknown;
    try {
      const rows = this.#read(query.sql, query.parameters);
      return { rows: (Array.isArray(rows) ? rows : await rows) as R[] };
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#observe(query.sql, startedAt, failure);
    }
  }
}
