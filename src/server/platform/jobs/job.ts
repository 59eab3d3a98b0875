import type { z } from 'zod';
import type { AppContext } from '../context.ts';

/**
 * Must be idempotent: it may run twice, as when a process dies. Errors are retried with backoff forever,
 * except a `PermanentFailure`.
 */
export type Job<Payload> = {
  /** A verb and a noun, such as `sweep-uploads`; another payload needs another kind. */
  kind: string;
  payload: z.ZodType<Payload>;
  /** Recurring: due again this many milliseconds after it ended. */
  everyMs?: number;
  /**
   * @param signal aborts when the server stops or another process has claimed the job; long work ends at its
   *   next step
   */
  run(context: AppContext, payload: Payload, signal: AbortSignal): Promise<void>;
};

// eslint-disable-next-line typescript/no-explicit-any -- `run` takes what the job's own schema gives
export type AnyJob = Job<any>;

/** Makes the job a dead letter for an operator. */
export class PermanentFailure extends Error {}
