import type { ExpressionBuilder } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tables } from '../database/schema.ts';
import { leaseMs, makeClockWatch, maxBackoffMs, PermanentFailure, type AnyJob } from './job.ts';
import { claimDueJobs, renewClaim, settleJob, type ClaimedJob, type JobOutcome } from './job-rows.ts';
import type { Queue } from './worker.ts';

/** More would slow down requests. */
const concurrency = 2;
const renewalMs = leaseMs / 3;

/** @returns aborts when the process stops or the claim is lost */
function holdClaim(context: AppContext, claimed: ClaimedJob, stopping: AbortSignal) {
  const lost = new AbortController();
  let renewal: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      const until = await renewClaim(context, claimed);
      if (until === null) lost.abort();
      else claimed.claimedUntil = until;
    } catch (error) {
      context.log.warn({ err: error, job: claimed.kind }, 'cannot renew the claim of a job yet');
    }
  };
  const timer = setInterval(() => void (renewal = renew()), renewalMs).unref();
  return {
    signal: AbortSignal.any([stopping, lost.signal]),
    async release() {
      clearInterval(timer);
      await renewal;
    },
  };
}

/** A wrong clock may have set them. */
async function resetFarBackoffs(database: AppContext['database'], now: number): Promise<void> {
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

/** Also undoes a wrong clock's late times. */
export async function ensureRecurring(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  jobs: readonly AnyJob[],
): Promise<void> {
  const now = clock.now();
  await resetFarBackoffs(database, now);
  const recurring = jobs.filter(({ everyMs }) => everyMs !== undefined);
  const kinds = recurring.map(({ kind }) => kind);
  if (kinds.length === 0) return;
  // Another clock may be ahead by a lease.
  const latest = ({ everyMs = 0 }: AnyJob) => now + leaseMs + Math.max(everyMs, leaseMs);
  const rows = await database.reader
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .select(['kind', 'due_at'])
    .execute();
  const isFine = (job: AnyJob) => rows.some(({ kind, due_at }) => kind === job.kind && due_at <= latest(job));
  const faulty = recurring.filter((job) => !isFine(job));
  if (faulty.length === 0) return;
  await database.transaction(async (writer) => {
    for (const job of faulty) {
      const { kind } = job;
      await writer
        .insertInto('jobs')
        .values({ kind, key: '', payload: 'null', created_at: now, wanted_at: now, due_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .doUpdateSet({ due_at: now, wanted_at: now })
            .where('jobs.due_at', '>', latest(job)),
        )
        .execute();
    }
  });
}

/** Leaves other versions' kinds alone. */
export function jobQueue(context: AppContext, jobs: readonly AnyJob[]): Queue {
  const byKind = new Map(jobs.map((job) => [job.kind, job]));
  const kinds = [...byKind.keys()];
  const running = new Map<number, ClaimedJob>();
  const watchClock = makeClockWatch(context, (seconds) => {
    context.log.warn({ seconds }, 'the clock was set back: work with a wrong due time runs now');
    const at = new Date(context.clock.now()).toISOString();
    void context.alarms.raise('clock-set-back', [`set back by ${seconds} seconds to ${at}`]);
  });

  async function attempt(claimed: ClaimedJob, job: AnyJob, stopping: AbortSignal): Promise<JobOutcome> {
    const { signal, release } = holdClaim(context, claimed, stopping);
    try {
      const payload = job.payload.safeParse(JSON.parse(claimed.payload));
      if (!payload.success) throw new PermanentFailure(`Invalid payload: ${payload.error.message}`);
      await job.run(context, payload.data, signal);
      return { kind: 'done' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const kind = error instanceof PermanentFailure ? 'refused' : 'failed';
      const { id, key, attempts } = claimed;
      context.log.warn({ err: error, job: job.kind, id, key, attempts }, `job ${kind}`);
      return { kind, reason };
    } finally {
      await release();
    }
  }

  async function run(claimed: ClaimedJob, stopping: AbortSignal): Promise<void> {
    const job = byKind.get(claimed.kind) as AnyJob;
    running.set(claimed.id, claimed);
    try {
      await settleJob(context, claimed, await attempt(claimed, job, stopping), job.everyMs);
    } finally {
      running.delete(claimed.id);
    }
  }

  return {
    name: 'jobs',
    topic: 'jobs',
    concurrency,
    async claim(limit, stopping) {
      if (watchClock()) await ensureRecurring(context, jobs);
      const claimed = await claimDueJobs(context, kinds, limit);
      return claimed.flatMap((row) => {
        const own = running.get(row.id);
        if (own === undefined) return [() => run(row, stopping)];
        // A clock set forward claims running jobs again.
        own.claimedUntil = row.claimedUntil;
        return [];
      });
    },
  };
}
