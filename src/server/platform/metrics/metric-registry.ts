/** A value of a metric, with a label's value for each of its labels. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** A figure that is read when somebody asks for the metrics, and costs nothing before. */
export type Metric = {
  /** In Prometheus' manner: `capstone_` first, base units, `_total` at the end of a counter. */
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /**
   * Reads the present value; null where there is none. What is read from the database must be bounded by an index. One that
   * fails or takes longer than a second is left out.
   */
  read(): number | null | readonly Sample[] | Promise<number | null | readonly Sample[]>;
  /** How long a value is kept, in milliseconds: several scrapers ask at the same time. */
  keptMs?: number;
};

export type MetricRegistry = {
  /** Adds metrics, each in place of one of the same name. */
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

/** Samples of counts kept by a label's value. */
export function countsBy(label: string, counts: ReadonlyMap<string, number>): Sample[] {
  return [...counts].map(([name, value]) => ({ labels: { [label]: name }, value }));
}
