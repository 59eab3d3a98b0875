export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** A metric that is read only when `/metrics` is requested. */
export type Metric = {
  /** By Prometheus' conventions: prefix `capstone_`, base units, `_total` for a counter. */
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /**
   * The current value; null without one. Database reads must be bounded by an index. Left out when it fails
   * or takes longer than a second.
   */
  read(): number | null | readonly Sample[] | Promise<number | null | readonly Sample[]>;
  /** How long a value is cached, in milliseconds, for several scrapers. */
  keptMs?: number;
};

export type MetricRegistry = {
  /** Adds metrics, replacing those of the same name. */
  add(...metrics: Metric[]): void;
  all(): Iterable<Metric>;
};

export function makeMetricRegistry(): MetricRegistry {
  const byName = new Map<string, Metric>();
  return {
    add(...metrics) {
      for (const metric of metrics) byName.set(metric.name, metric);
    },
    all: () => byName.values(),
  };
}

/** Samples of counts by a label's value. */
export function countsBy(label: string, counts: ReadonlyMap<string, number>): Sample[] {
  return [...counts].map(([name, value]) => ({ labels: { [label]: name }, value }));
}
