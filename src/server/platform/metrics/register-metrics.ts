import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { HttpError } from '../http/http-errors.ts';
import { counter, countsBy } from './metric-registry.ts';
import { jobMetrics, outboxMetrics } from './queue-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import type { Exposition } from './prometheus.ts';
import { RequestDurations } from './request-durations.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Only with a token. Call before the routes to measure. */
export async function registerMetrics(server: FastifyInstance, context: AppContext): Promise<void> {
  const { metrics, settings } = context;
  if (settings.metricsToken === null) return;
  metrics.add(
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

  const durations = new RequestDurations();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    // Lasts as long as its reader.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      durations.observe(request.method, route, reply.statusCode, reply.elapsedTime);
    done();
  });

  const { makeExposition } = await import('./prometheus.ts');
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
