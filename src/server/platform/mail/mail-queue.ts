import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { leaseMs } from '../jobs/backoff.ts';
import { makeClockWatch } from '../jobs/clock-watch.ts';
import { CannotOpen } from '../settings/sealing.ts';
import type { Queue } from '../jobs/worker.ts';
import { makeMailBreaker } from './mail-breaker.ts';
import { claimDue, mendDueMail, recordDelivery, type ClaimedMail, type Outcome } from './outbox.ts';
import { openMail } from './enqueue-mail.ts';
import type { Sender } from './smtp-sender.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'log' | 'secrets'>;

const concurrency = 5;
/** In milliseconds: later the lease is over, and others may send. */
const recordingMs = leaseMs / 2;
const maxPauseMs = 5_000;

/** Retries during database outages: a sent mail without a record would be sent twice. */
async function record(
  context: Context,
  mail: ClaimedMail,
  outcome: Outcome,
  stopping: AbortSignal,
): Promise<void> {
  const giveUpAt = performance.now() + recordingMs;
  for (let pause = 100; ; pause = Math.min(2 * pause, maxPauseMs)) {
    try {
      return await recordDelivery(context, mail, outcome);
    } catch (error) {
      if (stopping.aborted || performance.now() + pause > giveUpAt) throw error;
    }
    await sleep(pause, null, { signal: stopping, ref: false }).catch(() => {});
  }
}

/** A retry would not help to decrypt it, and the user can request a new link. */
async function sendOpened({ secrets }: Context, mail: ClaimedMail, send: Sender): Promise<Outcome> {
  try {
    const { sealed: _, ...rest } = mail;
    return await send({ ...rest, ...openMail(secrets, mail) });
  } catch (error) {
    if (error instanceof CannotOpen) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

async function deliver(
  context: Context,
  mail: ClaimedMail,
  { send, breaker }: { send: Sender; breaker: ReturnType<typeof makeMailBreaker> },
  stopping: AbortSignal,
): Promise<void> {
  let outcome = await sendOpened(context, mail, send);
  if (outcome.kind === 'unreachable') {
    const { reason } = outcome;
    const pauseMs = breaker.noteUnreachable(mail.id, reason);
    outcome = pauseMs === null ? { kind: 'failed', reason } : { ...outcome, pauseMs };
  } else breaker.noteAnswer(mail.id);
  if (outcome.kind === 'refused' || outcome.kind === 'failed') {
    context.log.warn(
      { mail: mail.id, attempts: mail.attempts, reason: outcome.reason },
      `mail ${outcome.kind}`,
    );
  }
  await record(context, mail, outcome, stopping);
}

export function mailQueue(context: Context, send: Sender): Queue {
  const running = new Set<number>();
  const breaker = makeMailBreaker(context);
  const watchClock = makeClockWatch(context);
  return {
    name: 'mail',
    topic: 'mail',
    concurrency,
    async claim(limit, stopping) {
      if (watchClock()) await mendDueMail(context);
      // During a pause, wait for the one mail that tries.
      const allowed = breaker.allows(limit);
      if (allowed === 0 || (allowed < limit && running.size > 0)) return [];
      const mails = await claimDue(context, allowed);
      // After the clock was set forward, mails being sent are claimed again.
      const fresh = mails.filter(({ id }) => !running.has(id));
      return fresh.map((mail) => {
        running.add(mail.id);
        return () =>
          deliver(context, mail, { send, breaker }, stopping).finally(() => running.delete(mail.id));
      });
    },
  };
}
