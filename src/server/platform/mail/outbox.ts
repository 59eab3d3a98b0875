import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import type { Reader } from '../database/database.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** A mail that is somebody's to send for as long as the lease runs. */
export type ClaimedMail = {
  id: number;
  event: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** How often it has been tried, this time included. */
  attempts: number;
};

/** Longer than any attempt to send can take; whoever died meanwhile is followed by somebody else. */
const leaseMs = 5 * minuteMs;
const second = 1_000;
const longestPauseMs = hourMs;

/** How long to wait after a failed attempt, in milliseconds: 15 s, 30 s, 1 min… up to an hour, for ever. */
export function pauseAfter(attempts: number): number {
  return Math.min(15 * second * 2 ** (Math.min(attempts, 30) - 1), longestPauseMs);
}

function dueIds(database: Reader, now: number, limit: number) {
  return database
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .select('id')
    .execute();
}

/**
 * Claims mails that are due, across all processes: each is one sender's until it is settled or its lease has run out.
 * When none is due, nothing is written.
 */
export async function claimDue({ database, clock }: Context, limit: number): Promise<ClaimedMail[]> {
  const now = clock.now();
  const ids = (await dueIds(database.reader, now, limit)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return database.nonDurableTransaction((writer) =>
    writer
      .updateTable('outbox')
      .set((of) => ({ due_at: now + leaseMs, attempts: of('attempts', '+', 1) }))
      .where('id', 'in', ids)
      // Asked again where the row is locked: another sender may have been quicker.
      .where('due_at', '<=', now)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .returning(['id', 'event', 'recipient', 'subject', 'text', 'html', 'attempts'])
      .execute(),
  );
}

/** What became of an attempt; `reason` is the mail server's or the network's word for it. */
export type Outcome = { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string };

/** Writes down what became of a claimed mail. What failed is due again after a pause that grows. */
export async function settleMail(
  { database, clock }: Context,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now();
  const changes = {
    sent: () => ({ sent_at: now, last_error: null }),
    refused: (reason: string) => ({ refused_at: now, last_error: reason }),
    failed: (reason: string) => ({ due_at: now + pauseAfter(attempts), last_error: reason }),
  };
  const values = outcome.kind === 'sent' ? changes.sent() : changes[outcome.kind](outcome.reason);
  await database.transaction(async (writer) => {
    await writer
      .updateTable('outbox')
      .set(values)
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();
    if (outcome.kind === 'failed') return;
    await writer
      .updateTable('outbox')
      .set({ text: '', html: '' })
      .where('id', '=', id)
      .where('is_secret', '=', 1)
      .execute();
  });
}
