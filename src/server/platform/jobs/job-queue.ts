import type { AppContext } from '../context.ts';
import { leaseMs, makeClockWatch, PermanentFailure, type AnyJob } from './job.ts';
import {
  claimDueJobs,
  ensureRecurring,
  renewClaim,
  settleJob,
  type ClaimedJob,
  type JobOutcome,
} from './job-rows.ts';
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

/** Leaves other versions' kinds alone. */
export function jobQueue(context: AppContext, jobs: readonly AnyJob[]): Queue {
  const byKind = new Map(jobs.map((job) => [job.kind, job]));
  const kinds = [...byKind.keys()];
  const running = new Map<number, ClaimedJob>();
  const watchClock = makeClockWatch(context, (seconds) =>
    context.log.warn({ seconds }, 'the clock was set back: work with a wrong due time runs now'),
  );

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
