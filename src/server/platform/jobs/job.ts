import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { hourMs, minuteMs } from '#contract/durations';

/** Idempotent: may run twice, as when a process dies. Errors but `PermanentFailure` are retried forever. */
export type Job<Payload> = {
  /** Such as `sweep-uploads`; a new payload needs a new kind. */
  kind: string;
  payload: z.ZodType<Payload>;
  /** Milliseconds from its end to the next run. */
  everyMs?: number;
  /** @param signal aborts when the server stops or the claim is lost */
  run(context: AppContext, payload: Payload, signal: AbortSignal): Promise<void>;
};

// eslint-disable-next-line typescript/no-explicit-any -- `run` takes what the job's own schema gives
export type AnyJob = Job<any>;

/** @param everyMs milliseconds from its end to the next run */
export const periodicJob = (
  kind: string,
  everyMs: number,
  run: (context: AppContext, signal: AbortSignal) => Promise<unknown>,
): Job<null> => ({
  kind,
  payload: z.null(),
  everyMs,
  run: async (context, _, signal) => void (await run(context, signal)),
});

/** Leaves a dead letter for an operator. */
export class PermanentFailure extends Error {}

/** Milliseconds; exceeds any difference of machines' clocks. */
export const leaseMs = 5 * minuteMs;
const firstBackoffMs = 15_000;
export const maxBackoffMs = hourMs;

/** Milliseconds: 15 s, 30 s, 1 min… up to an hour. */
export function backoffAfter(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (Math.min(attempts, 30) - 1), maxBackoffMs);
}

const setBackMs = minuteMs;

/**
 * @returns whether a wrong clock may have set due times too late: at first, after it was set back, and hourly
 * for other machines
 */
export function makeClockWatch(
  { clock }: Pick<AppContext, 'clock'>,
  onSetBack: (seconds: number) => void = () => {},
): () => boolean {
  let lastAt: number | null = null;
  let dueAt = -Infinity;
  return () => {
    const now = clock.now();
    const backMs = lastAt === null ? 0 : lastAt - now;
    lastAt = now;
    const isSetBack = backMs > setBackMs;
    if (isSetBack) onSetBack(Math.round(backMs / 1000));
    if (!isSetBack && now < dueAt) return false;
    dueAt = now + hourMs;
    return true;
  };
}
