import type { AppContext } from '../context.ts';
import { maxBackoffMs } from './due-times.ts';
import type { Metric } from '../metrics/metric-registry.ts';

/** Higher counts would not change what to do. */
const maxRows = 10_000;
const keptMs = 5_000;

export function jobMetrics({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Metric[] {
  const readDue = async () => {
    const now = clock.now();
    const due = database.reader
      .selectFrom('jobs')
      .where('failed_at', 'is', null)
      // A job in backoff has been due since `wanted_at`.
      .where('due_at', '<=', now + maxBackoffMs)
      .where('wanted_at', '<=', now)
      .where((of) => of.or([of('is_running', '=', 0), of('due_at', '<=', now)]))
      .orderBy('due_at')
      .limit(maxRows)
      .select('wanted_at')
      .as('due');
    return database.reader
      .selectFrom(due)
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('wanted_at').as('oldest')])
      .executeTakeFirstOrThrow();
  };
  return [
    {
      name: 'capstone_jobs_due',
      help: `Overdue jobs, including those waiting for a retry; at most ${maxRows} are counted`,
      type: 'gauge',
      keptMs,
      read: async () => Number((await readDue()).count),
    },
    {
      name: 'capstone_jobs_oldest_seconds',
      help: 'Age of the oldest overdue job; 0 without any',
      type: 'gauge',
      keptMs,
      read: async () => {
        const { oldest } = await readDue();
        return oldest === null ? 0 : Math.max(0, clock.now() - Number(oldest)) / 1_000;
      },
    },
    {
      name: 'capstone_jobs_dead',
      help: `Dead jobs; at most ${maxRows} are counted`,
      type: 'gauge',
      keptMs,
      async read() {
        const dead = database.reader
          .selectFrom('jobs')
          .where('failed_at', 'is not', null)
          .limit(maxRows)
          .select('id')
          .as('dead');
        const row = await database.reader
          .selectFrom(dead)
          .select((of) => of.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(row.count);
      },
    },
  ];
}
