import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { HttpError } from '../http/http-errors.ts';
import { counter, countsBy, type Metric, type MetricRegistry, type Sample } from './metric-registry.ts';
import { jobMetrics, outboxMetrics } from './queue-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { makeBoundedProbe } from '../bounded-probe.ts';

/** Buckets' upper bounds, in seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

type Series = { method: string; route: string; status: number; buckets: Uint32Array; sum: number };

type HistogramValue = { metricName: string; labels: Record<string, string | number>; value: number };

const name = 'capstone_http_request_duration_seconds';

/**
 * By route pattern, method and status: addresses name people and are endless. prom-client's histogram costs 1
 * to 3 µs, more than a query.
 */
class RequestDurations {
  readonly name = name;
  readonly help = 'How long answers took, from the request to the last byte, by route, method and status';
  readonly type = 'histogram';
  readonly #byRoute = new Map<string, Map<number, Series>>();
  readonly #series: Series[] = [];

  #make(method: string, route: string, status: number): Series {
    const buckets = new Uint32Array(durationBounds.length + 1);
    const series = { method, route, status, buckets, sum: 0 };
    this.#series.push(series);
    return series;
  }

  observe(method: string, route: string, status: number, ms: number): void {
    const key = method + route;
    let byStatus = this.#byRoute.get(key);
    if (byStatus === undefined) this.#byRoute.set(key, (byStatus = new Map()));
    let series = byStatus.get(status);
    if (series === undefined) byStatus.set(status, (series = this.#make(method, route, status)));
    const seconds = ms / 1_000;
    series.sum += seconds;
    let i = 0;
    while (i < durationBounds.length && seconds > (durationBounds[i] as number)) i += 1;
    series.buckets[i] = (series.buckets[i] as number) + 1;
  }

  /** Cumulative buckets, as prom-client writes them. */
  async get() {
    const values: HistogramValue[] = [];
    for (const { method, route, status, buckets, sum } of this.#series) {
      const labels = { method, route, status };
      let count = 0;
      for (const [i, inBucket] of buckets.entries()) {
        count += inBucket;
        values.push({
          metricName: `${name}_bucket`,
          labels: { le: durationBounds[i] ?? '+Inf', ...labels },
          value: count,
        });
      }
      values.push({ metricName: `${name}_sum`, labels, value: sum });
      values.push({ metricName: `${name}_count`, labels, value: count });
    }
    return { name, help: this.help, type: this.type, values };
  }
}

/** Milliseconds per metric. */
const timeoutMs = 1_000;

function toCollected({ name, help, type, read, keptMs = 0 }: Metric) {
  const ask = makeBoundedProbe(() => read(), { timeoutMs, keptMs });
  return {
    name,
    help,
    type,
    async get() {
      const found = await ask();
      const value = 'value' in found ? found.value : null;
      const samples: readonly Sample[] = typeof value === 'number' ? [{ value }] : (value ?? []);
      return { name, help, type, values: samples.map((sample) => ({ labels: {}, ...sample })) };
    },
  };
}

type Exposition = { contentType: string; text(): Promise<string> };

function makeExposition(metrics: MetricRegistry, durations: RequestDurations): Exposition {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // It uses only name and values.
  const register = (metric: object) => registry.registerMetric(metric as never);
  for (const metric of metrics.all()) register(toCollected(metric));
  register(durations);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

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
