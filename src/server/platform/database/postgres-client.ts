import pg from 'pg';

/** The most statements that each connection keeps prepared. */
const maxStatements = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined) {
    // A connection never forgets a name: statements whose text varies without end stay unnamed.
    if (names.size >= maxStatements) return undefined;
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Counts and instants are 64-bit in PostgreSQL and safe integers here. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * A connection to PostgreSQL. It names each statement, so that PostgreSQL parses and plans it once a connection. One that
 * is lost fails the query that runs and every later one, and never ends the process, whoever holds it at that moment.
 */
export class PostgresClient extends pg.Client {
  /** Why the connection was lost. */
  #lostBy: Error | undefined;

  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, types });
    // Without a listener an error of a connection in use would be thrown into the process.
    this.on('error', (error) => {
      this.#lostBy ??= error;
    });
  }

  override query(...parameters: unknown[]): never {
    // The driver would only say that the connection is not queryable. A caller with a callback hears that.
    if (this.#lostBy !== undefined && typeof parameters.at(-1) !== 'function') {
      const error = new Error('The connection to the database was lost', { cause: this.#lostBy });
      return Promise.reject(Object.assign(error, { code: connectionFailure })) as never;
    }
    const [text, values, ...rest] = parameters;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: nameOf(text), text, values } as never, ...(rest as [])) as never;
    }
    return super.query(...(parameters as [never])) as never;
  }
}

/** PostgreSQL's own code for a connection that failed. */
const connectionFailure = '08006';
