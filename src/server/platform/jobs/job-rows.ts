import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import type { Reader, Writer } from '../database/database.ts';
import { backoffAfter, leaseMs, type Job } from './job.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * In the change's transaction. With a key: an existing job gets the payload and the earlier time; a running
 * one runs again.
 * @param options.dueAt in milliseconds since 1970 UTC; by default now
 */
export async function enqueueJob<Payload>(
  writer: Writer,
  { kind }: Pick<Job<Payload>, 'kind'>,
  payload: Payload,
  { now, key = null, dueAt = now }: { now: number; key?: string | null; dueAt?: number },
): Promise<void> {
  await writer
    .insertInto('jobs')
    .values({
      kind,
      key,
      payload: JSON.stringify(payload),
      created_at: now,
      wanted_at: dueAt,
      due_at: dueAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({
        payload: (of) => of.ref('excluded.payload'),
        wanted_again_at: sql`case when jobs.is_running = 0 then null
          when jobs.wanted_again_at < excluded.due_at then jobs.wanted_again_at else excluded.due_at end`,
        wanted_at: sql`case when jobs.failed_at is null and jobs.wanted_at < excluded.wanted_at
          then jobs.wanted_at else excluded.wanted_at end`,
        // A job in backoff keeps waiting.
        due_at: sql`case when jobs.failed_at is null and (jobs.attempts > 0 or jobs.due_at < excluded.due_at)
          then jobs.due_at else excluded.due_at end`,
        attempts: sql`case when jobs.failed_at is null then jobs.attempts else 0 end`,
        failed_at: null,
      }),
    )
    .execute();
  if (dueAt <= now) announce(writer, 'jobs');
}

export async function hasJob(database: Reader, kind: string): Promise<boolean> {
  const job = database.selectFrom('jobs').where('kind', '=', kind).select('id').limit(1);
  return (await job.executeTakeFirst()) !== undefined;
}

/** All but recurring ones, whose key is empty. */
export async function removeQueuedJobs(writer: Writer): Promise<void> {
  await writer
    .deleteFrom('jobs')
    .where((of) => of.or([of('key', 'is', null), of('key', '<>', '')]))
    .execute();
}

function dueIds(database: Pick<Writer, 'selectFrom'>, kinds: readonly string[], now: number, limit: number) {
  return database
    .selectFrom('jobs')
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .limit(limit)
    .select('id');
}

/** Exclusive across processes. Writes nothing if none is due. */
export async function claimDueJobs({ database, clock }: Context, kinds: readonly string[], limit: number) {
  const now = clock.now();
  if ((await dueIds(database.reader, kinds, now, 1).execute()).length === 0) return [];
  return database.nonDurableTransaction(async (writer) => {
    const due = dueIds(writer, kinds, now, limit);
    // SQLite has one writer anyway.
    const rows = await (database.engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return writer
      .updateTable('jobs')
      .set((of) => ({ due_at: now + leaseMs, is_running: 1 as const, attempts: of('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returning(['id', 'kind', 'key', 'payload', 'attempts', 'due_at as claimedUntil'])
      .execute();
  });
}

/** `claimedUntil` also identifies the claim. */
export type ClaimedJob = Awaited<ReturnType<typeof claimDueJobs>>[number];

/** @returns its new end; null if another process has the job */
export async function renewClaim(
  { database, clock }: Context,
  { id, claimedUntil }: Pick<ClaimedJob, 'id' | 'claimedUntil'>,
): Promise<number | null> {
  const due_at = Math.max(clock.now() + leaseMs, claimedUntil + 1);
  const row = await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('jobs')
      .set({ due_at })
      .where('id', '=', id)
      .where('due_at', '=', claimedUntil)
      .where('is_running', '=', 1)
      .returning('id')
      .executeTakeFirst(),
  );
  return row === undefined ? null : due_at;
}

export type JobOutcome = { kind: 'done' } | { kind: 'failed' | 'refused'; reason: string };

/** Only for the claim's holder. Deletes a done job, unless recurring or requested again. */
export async function settleJob(
  { database, clock }: Context,
  { id, attempts, claimedUntil }: ClaimedJob,
  outcome: JobOutcome,
  everyMs: number | undefined,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (writer) => {
    const row = await writer
      .selectFrom('jobs')
      .where('id', '=', id)
      .where('due_at', '=', claimedUntil)
      .where('is_running', '=', 1)
      .select('wanted_again_at')
      .executeTakeFirst();
    if (row === undefined) return;
    const isWantedAgain = row.wanted_again_at !== null;
    const next = row.wanted_again_at ?? (everyMs === undefined ? null : now + everyMs);
    if (outcome.kind === 'done' && next === null) {
      await writer.deleteFrom('jobs').where('id', '=', id).execute();
      return;
    }
    // Recurring jobs never die; a repeated request has a new payload.
    const isGivenUp = outcome.kind === 'refused' && next === null;
    const isOver = outcome.kind === 'done' || (outcome.kind === 'refused' && isWantedAgain);
    const dueAt = isOver ? (next ?? now) : now + backoffAfter(attempts);
    await writer
      .updateTable('jobs')
      .set({
        due_at: dueAt,
        is_running: 0,
        wanted_again_at: null,
        last_error: outcome.kind === 'done' ? null : outcome.reason.slice(0, 500),
        failed_at: isGivenUp ? now : null,
        ...(isOver && { wanted_at: dueAt, attempts: 0 }),
      })
      .where('id', '=', id)
      .execute();
    if (dueAt <= now) announce(writer, 'jobs');
  });
}
