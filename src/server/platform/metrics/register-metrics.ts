import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { HttpError } from '../http/http-errors.ts';
import { jobMetrics } from '../jobs/job-metrics.ts';
import { outboxMetrics } from '../mail/outbox-metrics.ts';
import { countsBy } from './metric-registry.ts';
import { processMetrics } from './process-metrics.ts';
import type { Exposition } from './prometheus.ts';
import { RequestDurations } from './request-durations.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Without a token there is no such route and no measuring. Call it before registering routes to measure. */
export async function registerMetrics(server: FastifyInstance, context: AppContext): Promise<void> {
  const { metrics, settings } = context;
  if (settings.metricsToken === null) return;
  metrics.add(...processMetrics(context), ...outboxMetrics(context), ...jobMetrics(context), {
    name: 'capstone_failures_total',
    help: 'Requests and calls of pages that failed on our side, by cause',
    type: 'counter',
    read: () => countsBy('cause', server.failures),
  });
  metrics.add({
    name: 'capstone_security_events_total',
    help: 'Security events, by event',
    type: 'counter',
    read: () => countsBy('event', server.securityEvents),
  });

  const durations = new RequestDurations();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    // A stream lasts as long as its reader.
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
    // All metrics are added by now.
    exposition ??= makeExposition(metrics, durations);
    return reply.type(exposition.contentType).send(await exposition.text());
  });
}
