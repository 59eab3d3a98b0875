import type { AppContext } from '../context.ts';
import type { Metric } from '../metrics/metric-registry.ts';
import { withdrawnNote } from './enqueue-mail.ts';
import { isNotHeld } from './held-mail.ts';

/** Higher counts would not change what to do. */
const maxRows = 10_000;
const keptMs = 5_000;

/** They first show that the mail server or all workers are down. */
export function outboxMetrics({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Metric[] {
  const read = async () => {
    const waiting = database.reader
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      // Held mail waits for an operator, not for the mail server.
      .where(isNotHeld(clock.now()))
      .orderBy('due_at')
      .limit(maxRows)
      .select('created_at')
      .as('waiting');
    return database.reader
      .selectFrom(waiting)
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
  };
  return [
    {
      name: 'capstone_mail_waiting',
      help: `Unsent mails; at most ${maxRows} are counted`,
      type: 'gauge',
      keptMs,
      read: async () => Number((await read()).count),
    },
    {
      name: 'capstone_mail_oldest_seconds',
      help: 'Age of the oldest unsent mail; 0 without any',
      type: 'gauge',
      keptMs,
      read: async () => {
        const { oldest } = await read();
        return oldest === null ? 0 : Math.max(0, clock.now() - Number(oldest)) / 1_000;
      },
    },
    {
      name: 'capstone_mail_dead',
      help: `Mails that the mail server refused permanently; at most ${maxRows} are counted`,
      type: 'gauge',
      keptMs,
      read: async () => {
        const refused = database.reader
          .selectFrom('outbox')
          .where('refused_at', 'is not', null)
          .where((of) => of.or([of('last_error', 'is', null), of('last_error', '<>', withdrawnNote)]))
          .limit(maxRows)
          .select('id')
          .as('refused');
        const { count } = await database.reader
          .selectFrom(refused)
          .select((of) => of.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
    },
  ];
}
