import { collectDefaultMetrics, Registry } from 'prom-client';
import { makeBoundedProbe } from '../bounded-probe.ts';
import type { Metric, Sample } from './metric-registry.ts';
import type { RequestDurations } from './request-durations.ts';

/** Milliseconds that one metric may take. */
const timeoutMs = 1_000;

function toPromMetric({ name, help, type, read, keptMs = 0 }: Metric) {
  const probe = makeBoundedProbe(() => read(), { timeoutMs, keptMs });
  return {
    name,
    help,
    type,
    async get() {
      const found = await probe();
      const value = 'value' in found ? found.value : null;
      const samples: readonly Sample[] = typeof value === 'number' ? [{ value }] : (value ?? []);
      return { name, help, type, values: samples.map((sample) => ({ labels: {}, ...sample })) };
    },
  };
}

export type Exposition = { contentType: string; text(): Promise<string> };

export function makeExposition(metrics: readonly Metric[], durations: RequestDurations): Exposition {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The registry uses only a metric's name and values, and its type asks for a whole class.
  const register = (metric: object) => registry.registerMetric(metric as never);
  for (const metric of metrics) register(toPromMetric(metric));
  register(durations);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
