import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { HttpError } from '../http/http-errors.ts';
import { counter, countsBy, gauge, type Metric } from './metric-registry.ts';
import { jobMetrics, outboxMetrics } from './queue-metrics.ts';
import type { Exposition } from './prometheus.ts';
import { RequestDurations } from './request-durations.ts';
import { statfs } from 'node:fs/promises';
import type { PoolFigures } from '../database/engine.ts';

const diskKeptMs = 5_000;

type Context = Pick<AppContext, 'database' | 'files' | 'uploadLimiter' | 'passwords' | 'settings'>;

function connections(pool: PoolFigures | null) {
  if (pool === null) return [];
  return [
    { labels: { state: 'in use' }, value: pool.size - pool.idle },
    { labels: { state: 'idle' }, value: pool.idle },
  ];
}

function processMetrics({ database, files, uploadLimiter, passwords, settings }: Context): Metric[] {
  const disk = () => statfs(settings.dataDir);
  const isWritable = (one: typeof database.writes) => (one.health().ok ? 1 : 0);
  return [
    gauge('capstone_database_connections', 'Connections to PostgreSQL by state; none with SQLite', () =>
      connections(database.pool()),
    ),
    gauge(
      'capstone_database_waiting',
      'Queries that wait for a connection',
      () => database.pool()?.waiting ?? null,
    ),
    gauge('capstone_writable', 'Whether a store is writable, 1 or 0', () => [
      { labels: { store: 'database' }, value: isWritable(database.writes) },
      { labels: { store: 'files' }, value: isWritable(files.writes) },
    ]),
    gauge(
      'capstone_database_damaged',
      'Whether damage was found in the database files, 1 or 0; lasts until the process ends',
      () => (database.damage.found() === null ? 0 : 1),
    ),
    gauge('capstone_uploads_running', 'Uploads that are running', () => uploadLimiter.running()),
    gauge('capstone_uploads_places', 'Most concurrent uploads', () => uploadLimiter.places),
    gauge('capstone_uploads_waiting', 'Uploads that wait for a slot', () => uploadLimiter.queued()),
    gauge('capstone_passwords_running', 'Passwords being hashed', () => passwords.figures().running),
    gauge(
      'capstone_passwords_waiting',
      'Passwords that wait for a thread',
      () => passwords.figures().waiting,
    ),
    counter(
      'capstone_passwords_begun_total',
      'Passwords whose hashing has begun',
      () => passwords.figures().begun,
    ),
    counter(
      'capstone_passwords_wait_seconds_total',
      'Total time that passwords waited for a thread',
      () => passwords.figures().waitedMs / 1_000,
    ),
    gauge(
      'capstone_disk_free_bytes',
      'Free space on the disk of DATA_DIR',
      async () => {
        const { bavail, bsize } = await disk();
        return bavail * bsize;
      },
      diskKeptMs,
    ),
    gauge(
      'capstone_disk_size_bytes',
      'Size of the disk of DATA_DIR',
      async () => {
        const { blocks, bsize } = await disk();
        return blocks * bsize;
      },
      diskKeptMs,
    ),
  ];
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Only with a token. Call before the routes to measure. */
export async function registerMetrics(server: FastifyInstance, context: AppContext): Promise<void> {
  const { metrics, settings } = context;
  if (settings.metricsToken === null) return;
  metrics.push(
    ...processMetrics(context),
    ...outboxMetrics(context),
    ...jobMetrics(context),
    counter('capstone_failures_total', 'Requests and calls of pages that failed on our side, by cause', () =>
      countsBy('cause', server.failures),
    ),
    counter('capstone_security_events_total', 'Security events, by event', () =>
      countsBy('event', server.securityEvents),
    ),
  );

  const { makeExposition } = await import('./prometheus.ts');
  const durations = new RequestDurations();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    // Lasts as long as its reader.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      durations.observe(request.method, route, reply.statusCode, reply.elapsedTime);
    done();
  });

  let exposition: Exposition | undefined;
  const expected = digest(`Bearer ${settings.metricsToken}`);
  server.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      reply.header('WWW-Authenticate', 'Bearer');
      throw new HttpError(401, 'signed_out', 'Send the token of METRICS_TOKEN as Authorization: Bearer.');
    }
    // All are added by now.
    exposition ??= makeExposition(metrics, durations);
    return reply.type(exposition.contentType).send(await exposition.text());
  });
}
