import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/operations/calls';
import type { AppContext } from '../context.ts';
import { writesCheck, type ReadinessCheck } from '../readiness.ts';
import { HttpError, problemOf } from './http-errors.ts';
import { registerPublicEndpoint } from './register-endpoint.ts';
import type { Database } from '../database/database.ts';
import { steps } from '../database/migrate.ts';
import { readStepsDone, requireSchemaInRange, SchemaOutOfRange } from '../database/schema-step.ts';

const known = Object.keys(steps);

function databaseCheck({
  engine,
  reader,
  damage,
}: Pick<Database, 'engine' | 'reader' | 'damage'>): ReadinessCheck {
  return {
    name: 'database',
    // SQLite is local; with a newer schema, newer versions can serve.
    isOwnFault: (error) => engine === 'sqlite' || error instanceof SchemaOutOfRange,
    async check() {
      const found = damage.found();
      if (found !== null) throw new Error(`The database is damaged: ${found.cause}`);
      await requireSchemaInRange(reader, known, await readStepsDone(reader));
    },
  };
}

const retrySeconds = 5;

/** Only failures of probes are logged. */
export function registerHealth(server: FastifyInstance, context: AppContext): void {
  const { readiness, database, files } = context;
  const checks = [
    databaseCheck(database),
    // On PostgreSQL's shared disk all would stop, and none serve reads.
    writesCheck('database writes', database.writes, { isOwnFault: database.engine === 'sqlite' }),
    ...files.readiness,
  ];
  for (const check of checks) readiness.add(check);

  const options = { logLevel: 'warn' } as const;
  const alive = { status: 'ok' } as const;
  registerPublicEndpoint(server, context, calls.readHealth, async () => alive, options);

  registerPublicEndpoint(
    server,
    context,
    calls.readReadiness,
    async ({ request, reply }) => {
      const { status, checks } = await readiness.read();
      if (status !== 'unavailable') return { status: 200, body: { status, checks } } as const;
      reply.header('Retry-After', String(retrySeconds));
      const problem = new HttpError(503, 'not_ready', 'This machine is not accepting requests.');
      return { status: 503, body: { ...problemOf(problem, request.id), status, checks } } as const;
    },
    options,
  );
}
