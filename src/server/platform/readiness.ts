import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { makeBoundedProbe, type Probed } from './bounded-probe.ts';
import type { AppContext, Lifecycle } from './context.ts';
import type { WriteMonitor } from './write-monitor.ts';
import { HttpError, problemOf } from './http/http-errors.ts';
import { registerPublicEndpoint } from './http/register-endpoint.ts';
import type { Database } from './database/database.ts';
import { steps } from './database/migrate.ts';
import { readStepsDone, requireSchemaInRange, SchemaOutOfRange } from './database/schema-step.ts';
import * as calls from '#contract/operations/calls';

export type ReadinessCheck = {
  name: string;
  /** A fault of this machine alone: a shared one only degrades, or all machines would leave at once. */
  isOwnFault: boolean | ((error: unknown) => boolean);
  /** Of a result, in milliseconds. */
  keptMs?: number;
  /** Throws or takes over half a second to fail. */
  check(): void | Promise<void>;
};

type ReadinessReport = {
  /** Degraded: serves as well as any other process. */
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, 'ok' | 'failing'>;
};

export type Readiness = {
  add(check: ReadinessCheck): void;
  /** Within half a second, even if a check hangs. */
  read(): Promise<ReadinessReport>;
};

/** Load balancers time out after a second. */
const timeoutMs = 500;
const usualKeptMs = 1_000;

type State = 'ok' | 'shared fault' | 'own fault';
type Added = ReadinessCheck & { ask: () => Promise<Probed<void>>; state: State };

export function makeReadiness(
  lifecycle: Lifecycle,
  log: () => Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Readiness {
  const added = new Map<string, Added>();

  async function stateOf(one: Added): Promise<State> {
    const { name: check, isOwnFault } = one;
    const result = await one.ask();
    const former = one.state;
    if (!('error' in result)) {
      one.state = 'ok';
      if (former !== 'ok') log().info({ check }, 'readiness check passes again');
      return 'ok';
    }
    const isOwn = typeof isOwnFault === 'function' ? isOwnFault(result.error) : isOwnFault;
    one.state = isOwn ? 'own fault' : 'shared fault';
    if (former !== one.state) {
      log().warn({ check, fault: one.state, err: result.error }, 'readiness check fails');
    }
    return one.state;
  }

  return {
    add(check) {
      const ask = makeBoundedProbe(() => check.check(), { timeoutMs, keptMs: check.keptMs ?? usualKeptMs });
      added.set(check.name, { ...check, ask, state: 'ok' });
    },
    async read() {
      const all = [...added.values()];
      const states = await Promise.all(all.map(stateOf));
      const isServing = lifecycle.state === 'ready';
      let status: ReadinessReport['status'] = states.some((state) => state !== 'ok') ? 'degraded' : 'ok';
      if (!isServing || states.includes('own fault')) status = 'unavailable';
      const word = (isOk: boolean) => (isOk ? 'ok' : 'failing');
      const checks = all.map(({ name }, i) => [name, word(states[i] === 'ok')] as const);
      return { status, checks: Object.fromEntries([['lifecycle', word(isServing)], ...checks]) };
    },
  };
}

export function writesCheck(
  name: string,
  writes: WriteMonitor,
  { isOwnFault }: Pick<ReadinessCheck, 'isOwnFault'>,
): ReadinessCheck {
  return {
    name,
    isOwnFault,
    keptMs: 0,
    check() {
      const health = writes.health();
      if (!health.ok) throw new Error(health.cause);
    },
  };
}

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
  const alive = { status: 200, body: { status: 'ok' } } as const;
  registerPublicEndpoint(server, context, calls.readHealth, async () => alive, options);

  registerPublicEndpoint(
    server,
    context,
    calls.readReadiness,
    async ({ request, reply }) => {
      const { status, checks } = await readiness.read();
      if (status !== 'unavailable') return { status: 200, body: { status, checks } };
      reply.header('Retry-After', String(retrySeconds));
      const problem = new HttpError(503, 'not_ready', 'This machine is not accepting requests.');
      return { status: 503, body: { ...problemOf(problem, request.id), status, checks } };
    },
    options,
  );
}
