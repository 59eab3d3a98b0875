import { sql, type ExpressionBuilder } from 'kysely';
import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import type { Writer } from '../database/database.ts';
import type { Tables } from '../database/schema.ts';
import { backoffAfter, leaseMs, maxBackoffMs } from './backoff.ts';
import type { AnyJob, Job } from './job.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** A job that a worker holds until its claim ends. */
export type ClaimedJob = {
  id: number;
  kind: string;
  key: string | null;
  /** JSON. */
  payload: string;
  /** The number of attempts, including the one of this claim. */
  attempts: number;
  /** When the claim ends; it tells the claim from every other one of the row. */
  claimedUntil: number;
};

/**
 * Wants a job, in the same transaction as what it is wanted for. With a key it is a singleton: where there is one of the
 * kind and key already, it gets the new payload and runs at the earlier of both times; one that is running runs once more.
 * @param options.dueAt when it shall run, in milliseconds since 1970 UTC; by default now
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
        // One that waits after a failure goes on waiting.
        due_at: sql`case when jobs.failed_at is null and (jobs.attempts > 0 or jobs.due_at < excluded.due_at)
          then jobs.due_at else excluded.due_at end`,
        attempts: sql`case when jobs.failed_at is null then jobs.attempts else 0 end`,
        failed_at: null,
      }),
    )
    .execute();
  if (dueAt <= now) announce(writer, 'jobs');
}

/** Makes jobs due whose next attempt a wrong clock put too far away. */
async function mendBackoffs(database: Context['database'], now: number): Promise<void> {
  const isTooFar = (of: ExpressionBuilder<Tables, 'jobs'>) =>
    of.and([
      of('attempts', '>', 0),
      of('failed_at', 'is', null),
      of('due_at', '>', now + maxBackoffMs + leaseMs),
    ]);
  const found = await database.reader.selectFrom('jobs').where(isTooFar).select('id').limit(1).execute();
  if (found.length === 0) return;
  await database.transaction((writer) =>
    writer.updateTable('jobs').set({ due_at: now }).where(isTooFar).execute(),
  );
}

/** Makes the rows of recurring jobs that have none yet, and those due whose time a wrong clock put too far away. */
export async function ensureRecurring({ database, clock }: Context, jobs: readonly AnyJob[]): Promise<void> {
  const now = clock.now();
  await mendBackoffs(database, now);
  const recurring = jobs.filter(({ everyMs }) => everyMs !== undefined);
  const kinds = recurring.map(({ kind }) => kind);
  if (kinds.length === 0) return;
  // A lease more, since another machine's clock may be ahead.
  const latest = ({ everyMs = 0 }: AnyJob) => now + leaseMs + Math.max(everyMs, leaseMs);
  const rows = await database.reader
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .select(['kind', 'due_at'])
    .execute();
  const isFine = (job: AnyJob) => rows.some(({ kind, due_at }) => kind === job.kind && due_at <= latest(job));
  const amiss = recurring.filter((job) => !isFine(job));
  if (amiss.length === 0) return;
  await database.transaction(async (writer) => {
    for (const job of amiss) {
      const { kind } = job;
      await writer
        .insertInto('jobs')
        .values({ kind, key: '', payload: 'null', created_at: now, wanted_at: now, due_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .doUpdateSet({ due_at: now, wanted_at: now })
            // Another process may have made or mended it since.
            .where('jobs.due_at', '>', latest(job)),
        )
        .execute();
    }
  });
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

/**
 * Claims jobs that are due, exclusively across all processes, until they are settled or the claim ends. When none is due,
 * nothing is written.
 */
export async function claimDueJobs(
  { database, clock }: Context,
  kinds: readonly string[],
  limit: number,
): Promise<ClaimedJob[]> {
  const now = clock.now();
  if ((await dueIds(database.reader, kinds, now, 1).execute()).length === 0) return [];
  return database.nonDurableTransaction(async (writer) => {
    const due = dueIds(writer, kinds, now, limit);
    // Rows that another process is just claiming are its own; SQLite has one writer at a time.
    const rows = await (database.engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    if (rows.length === 0) return [];
    return writer
      .updateTable('jobs')
      .set((of) => ({ due_at: now + leaseMs, is_running: 1 as const, attempts: of('attempts', '+', 1) }))
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .returning(['id', 'kind', 'key', 'payload', 'attempts', 'due_at as claimedUntil'])
      .execute();
  });
}

/** Prolongs a claim. @returns when it ends now; null when another process has claimed the job since */
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

/** What became of an attempt: done for this time, to be tried again, or given up. */
export type JobOutcome = { kind: 'done' } | { kind: 'failed' | 'refused'; reason: string };

/**
 * Records what became of an attempt, unless another process has claimed the job since. A job that is done goes, but for a
 * recurring one and one that was wanted again meanwhile.
 */
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
    // A recurring job is never given up, and one that was wanted again has a new payload to try.
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
