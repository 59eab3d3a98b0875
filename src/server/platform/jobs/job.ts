import type { z } from 'zod';
import type { AppContext } from '../context.ts';

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

/** A dead letter, for an operator. */
export class PermanentFailure extends Error {}
