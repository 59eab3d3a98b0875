import type { AliasableExpression } from 'kysely';
import type { AppContext } from '../context.ts';
import { maxBackoffMs } from '../jobs/job.ts';
import { withdrawnNote } from '../mail/enqueue-mail.ts';
import { isNotHeld } from '../mail/held-mail.ts';
import { gauge, type Metric } from './metric-registry.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** More would not change what to do. */
const maxRows = 10_000;
const keptMs = 5_000;

type Queue = {
  prefix: string;
  overdue: { name: string; help: string; rows(): AliasableExpression<{ since: number }> };
  oldest: string;
  dead: { help: string; rows(): AliasableExpression<{ id: number }> };
};

function queueMetrics({ database, clock }: Context, { prefix, overdue, oldest, dead }: Queue): Metric[] {
  const { reader } = database;
  const readOverdue = () =>
    reader
      .selectFrom(overdue.rows().as('overdue'))
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('since').as('oldest')])
      .executeTakeFirstOrThrow();
  const readDead = () =>
    reader
      .selectFrom(dead.rows().as('dead'))
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const readAge = async () => {
    const { oldest: since } = await readOverdue();
    return since === null ? 0 : Math.max(0, clock.now() - Number(since)) / 1_000;
  };
  const limited = (help: string) => `${help}; at most ${maxRows} are counted`;
  return [
    gauge(overdue.name, limited(overdue.help), async () => Number((await readOverdue()).count), keptMs),
    gauge(`${prefix}_oldest_seconds`, oldest, readAge, keptMs),
    gauge(`${prefix}_dead`, limited(dead.help), async () => Number((await readDead()).count), keptMs),
  ];
}

export function jobMetrics(context: Context): Metric[] {
  const { database, clock } = context;
  return queueMetrics(context, {
    prefix: 'capstone_jobs',
    overdue: {
      name: 'capstone_jobs_due',
      help: 'Overdue jobs, including those waiting for a retry',
      rows() {
        const now = clock.now();
        return (
          database.reader
            .selectFrom('jobs')
            .where('failed_at', 'is', null)
            // In backoff, due since `wanted_at`.
            .where('due_at', '<=', now + maxBackoffMs)
            .where('wanted_at', '<=', now)
            .where((of) => of.or([of('is_running', '=', 0), of('due_at', '<=', now)]))
            .orderBy('due_at')
            .limit(maxRows)
            .select('wanted_at as since')
        );
      },
    },
    oldest: 'Age of the oldest overdue job; 0 without any',
    dead: {
      help: 'Dead jobs',
      rows: () =>
        database.reader.selectFrom('jobs').where('failed_at', 'is not', null).limit(maxRows).select('id'),
    },
  });
}

/** First sign of a dead mail server or workers. */
export function outboxMetrics(context: Context): Metric[] {
  const { database, clock } = context;
  return queueMetrics(context, {
    prefix: 'capstone_mail',
    overdue: {
      name: 'capstone_mail_waiting',
      help: 'Unsent mails',
      rows: () =>
        database.reader
          .selectFrom('outbox')
          .where('sent_at', 'is', null)
          .where('refused_at', 'is', null)
          // Held mail waits for an operator.
          .where(isNotHeld(clock.now()))
          .orderBy('due_at')
          .limit(maxRows)
          .select('created_at as since'),
    },
    oldest: 'Age of the oldest unsent mail; 0 without any',
    dead: {
      help: 'Mails that the mail server refused permanently',
      rows: () =>
        database.reader
          .selectFrom('outbox')
          .where('refused_at', 'is not', null)
          .where((of) => of.or([of('last_error', 'is', null), of('last_error', '<>', withdrawnNote)]))
          .limit(maxRows)
          .select('id'),
    },
  });
}
