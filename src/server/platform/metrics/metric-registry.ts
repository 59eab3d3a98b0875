export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

export type Metric = {
  /** Prometheus': `capstone_`, base units, `_total` for a counter. */
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /** Null without a value. Indexed reads only; left out on failure or after a second. */
  read(): number | null | readonly Sample[] | Promise<number | null | readonly Sample[]>;
  /** Milliseconds, for several scrapers. */
  keptMs?: number;
};

export function countsBy(label: string, counts: ReadonlyMap<string, number>): Sample[] {
  return [...counts].map(([name, value]) => ({ labels: { [label]: name }, value }));
}

export function gauge(name: string, help: string, read: Metric['read'], keptMs = 0): Metric {
  return { name, help, type: 'gauge', read, keptMs };
}

export function counter(name: string, help: string, read: Metric['read']): Metric {
  return { name, help, type: 'counter', read };
}
