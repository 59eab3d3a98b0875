import { sql, type ExpressionBuilder } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Writer } from '../database/database.ts';
import type { Tables } from '../database/schema.ts';
import { isNotHeld } from './held-mail.ts';
import { backoffAfter, leaseMs, maxBackoffMs } from '../jobs/job.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

function dueIds(database: Pick<Writer, 'selectFrom'>, now: number, limit: number) {
  return database
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('due_at', '<=', now)
    .where(isNotHeld(now))
    .orderBy('due_at')
    .limit(limit)
    .select('id');
}

/** Expires within an hour; equals the index's condition. */
const isLink = sql<boolean>`is_secret = 1`;

/** Exclusive across processes. Writes nothing if none is due. */
export async function claimDue({ database, clock }: Context, limit: number) {
  const now = clock.now();
  if ((await dueIds(database.reader, now, 1).execute()).length === 0) return [];
  return database.nonDurableTransaction(async (writer) => {
    // SQLite has one writer anyway.
    const take = (due: ReturnType<typeof dueIds>) =>
      (database.engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    const rows = await take(dueIds(writer, now, limit).where(isLink));
    if (rows.length < limit)
      rows.push(...(await take(dueIds(writer, now, limit - rows.length).where(sql<boolean>`is_secret = 0`))));
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return writer
      .updateTable('outbox')
      .set((of) => ({ due_at: now + leaseMs, attempts: of('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returning(['id', 'event', 'recipient', 'subject', 'text', 'html', 'sealed', 'attempts'])
      .returning(['turn_off_url as turnOffUrl', 'calendar'])
      .execute();
  });
}

export type ClaimedMail = Awaited<ReturnType<typeof claimDue>>[number];
export type OpenedMail = Omit<ClaimedMail, 'sealed'>;

/** A temporary refusal; from several mails in a row it is about the server. */
export type LaterAnswer = { code: number; isOfRecipient: boolean };

/** `reason`: the server's or network's error. `unreachable` counts as no attempt. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string; answer?: LaterAnswer }
  | { kind: 'unreachable'; reason: string; isReply?: boolean; pauseMs?: number };

/** Failed: due after the backoff. Secrets sent or refused are erased. */
export async function recordDelivery(
  { database, clock }: Context,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now();
  const changes = {
    sent: () => ({ sent_at: now, last_error: null }),
    refused: (reason: string) => ({ refused_at: now, last_error: reason }),
    failed: (reason: string) => ({ due_at: now + backoffAfter(attempts), last_error: reason }),
  };
  const values =
    outcome.kind === 'sent'
      ? changes.sent()
      : outcome.kind === 'unreachable'
        ? { due_at: now + (outcome.pauseMs ?? 0), attempts: attempts - 1, last_error: outcome.reason }
        : changes[outcome.kind](outcome.reason);
  await database.transaction(async (writer) => {
    await writer
      .updateTable('outbox')
      .set(values)
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();
    if (outcome.kind === 'failed' || outcome.kind === 'unreachable') return;
    await writer
      .updateTable('outbox')
      .set({ text: '', html: '', sealed: null })
      .where('id', '=', id)
      .where('is_secret', '=', 1)
      .execute();
  });
}

export async function resetFarMail({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  const isTooFar = (of: ExpressionBuilder<Tables, 'outbox'>) =>
    of.and([
      of('sent_at', 'is', null),
      of('refused_at', 'is', null),
      of('due_at', '>', now + maxBackoffMs + leaseMs),
    ]);
  const found = await database.reader.selectFrom('outbox').where(isTooFar).select('id').limit(1).execute();
  if (found.length === 0) return;
  await database.transaction((writer) =>
    writer.updateTable('outbox').set({ due_at: now }).where(isTooFar).execute(),
  );
}
