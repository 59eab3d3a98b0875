import { collectDefaultMetrics, Registry } from 'prom-client';
import { makeBoundedProbe } from '../bounded-probe.ts';
import type { Metric, MetricRegistry, Sample } from './metric-registry.ts';
import type { RequestDurations } from './request-durations.ts';

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

export type Exposition = { contentType: string; text(): Promise<string> };

export function makeExposition(metrics: MetricRegistry, durations: RequestDurations): Exposition {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // It uses only name and values.
  const register = (metric: object) => registry.registerMetric(metric as never);
  for (const metric of metrics.all()) register(toCollected(metric));
  register(durations);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
