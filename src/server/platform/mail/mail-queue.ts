import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { leaseMs, makeClockWatch } from '../jobs/job.ts';
import { CannotOpen } from '../settings/sealing.ts';
import type { Queue } from '../jobs/worker.ts';
import {
  claimDue,
  resetFarMail,
  recordDelivery,
  type ClaimedMail,
  type LaterAnswer,
  type Outcome,
} from './outbox.ts';
import { openMail } from './enqueue-mail.ts';
import type { Sender } from './smtp-sender.ts';
import { minuteMs } from '#contract/durations';

const firstPauseMs = 5_000;
const longestPauseMs = 5 * minuteMs;
/** A server that greylists every recipient takes each mail at its second try. */
const longestOfRecipientsMs = 15_000;
const remindMs = minuteMs;
/** Mails in a row with the same 4xx reply. */
const mailsInRow = 3;

/**
 * While the server takes no mail, one mail tries, 5 seconds to 5 minutes apart. Logs begin, end, and once a
 * minute.
 */
function makeMailBreaker({ clock, log }: Pick<AppContext, 'clock' | 'log'>) {
  let pauseMs = 0;
  let pausedUntil = 0;
  let loggedAt = 0;
  const broken = new Set<number>();
  let row: { answer: LaterAnswer; mails: Set<number> } | null = null;
  // A clock set back must not lengthen the pause.
  const isOver = (): boolean => clock.now() >= pausedUntil || clock.now() < pausedUntil - longestPauseMs;
  /** By the one that tried; others were under way when the pause began. */
  function endPause(): void {
    if (pauseMs === 0 || !isOver()) return;
    log.info('the mail server takes mail again');
    pauseMs = 0;
  }
  return {
    allows(limit: number): number {
      if (pauseMs === 0) return limit;
      return isOver() ? Math.min(limit, 1) : 0;
    },
    /** @returns the pause in milliseconds; null where only this mail breaks the connection */
    noteUnreachable(
      mail: number,
      { reason, isReply = false }: { reason: string; isReply?: boolean },
      longestMs = longestPauseMs,
    ): number | null {
      const now = clock.now();
      if (pauseMs === 0 && broken.has(mail)) return null;
      // A server that throttles says it to any mail; a mail is to blame that gets it twice, and no other.
      if (isReply) broken.clear();
      broken.add(mail);
      // They were under way when the first one failed.
      if (pauseMs > 0 && now < pausedUntil) return pausedUntil - now;
      if (pauseMs === 0 || now - loggedAt >= remindMs) {
        log.warn({ reason }, 'the mail server takes no mail: mail is queued');
        loggedAt = now;
      }
      pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(2 * pauseMs, longestMs);
      pausedUntil = now + pauseMs;
      return pauseMs;
    },
    /** @returns as above; null where only this mail waits */
    noteLater(mail: number, answer: LaterAnswer, reason: string): number | null {
      if (row?.answer.code !== answer.code || row.answer.isOfRecipient !== answer.isOfRecipient)
        row = { answer, mails: new Set() };
      row.mails.add(mail);
      if (row.mails.size >= mailsInRow)
        return this.noteUnreachable(
          mail,
          { reason, isReply: true },
          answer.isOfRecipient ? longestOfRecipientsMs : undefined,
        );
      endPause();
      return null;
    },
    noteAnswer(mail: number): void {
      broken.delete(mail);
      row = null;
      endPause();
    },
  };
}

type Context = Pick<AppContext, 'database' | 'clock' | 'log' | 'secrets' | 'alarms'>;

const concurrency = 5;
/** Milliseconds: later others may send. */
const recordingMs = leaseMs / 2;
const maxPauseMs = 5_000;

/** A sent mail without a record would be sent twice, so it retries during outages. */
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

/** Retries do not help decrypting; the user can request a new link. */
async function sendOpened({ secrets, alarms }: Context, mail: ClaimedMail, send: Sender): Promise<Outcome> {
  try {
    const { sealed: _, ...rest } = mail;
    return await send({ ...rest, ...openMail(secrets, mail) });
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    await alarms.raise('unreadable-mail', [`mail ${mail.id}`]);
    return { kind: 'refused', reason: error.message };
  }
}

async function deliver(
  context: Context,
  mail: ClaimedMail,
  { send, breaker }: { send: Sender; breaker: ReturnType<typeof makeMailBreaker> },
  stopping: AbortSignal,
): Promise<void> {
  let outcome = await sendOpened(context, mail, send);
  if (outcome.kind === 'unreachable' || (outcome.kind === 'failed' && outcome.answer !== undefined)) {
    const { reason } = outcome;
    const pauseMs =
      outcome.kind === 'unreachable'
        ? breaker.noteUnreachable(mail.id, outcome)
        : breaker.noteLater(mail.id, outcome.answer as LaterAnswer, reason);
    outcome = pauseMs === null ? { kind: 'failed', reason } : { kind: 'unreachable', reason, pauseMs };
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
      if (watchClock()) await resetFarMail(context);
      // In a pause, waits for the one mail that tries.
      const allowed = breaker.allows(limit);
      if (allowed === 0 || (allowed < limit && running.size > 0)) return [];
      const mails = await claimDue(context, allowed);
      // A clock set forward claims mails being sent again.
      const fresh = mails.filter(({ id }) => !running.has(id));
      return fresh.map((mail) => {
        running.add(mail.id);
        return () =>
          deliver(context, mail, { send, breaker }, stopping).finally(() => running.delete(mail.id));
      });
    },
  };
}
