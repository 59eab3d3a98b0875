import type { z } from 'zod';
import type { AppContext } from '../context.ts';

/**
 * A kind of work, with what does it. It may run twice, as when a process dies at its end: it must be idempotent. Whatever it
 * throws is tried again with backoff, for ever, but for a `PermanentFailure`.
 */
export type Job<Payload> = {
  /** A verb and a noun, such as `sweep-uploads`; other contents of the payload are another kind. */
  kind: string;
  payload: z.ZodType<Payload>;
  /** Makes it recurring: one row for ever, due again so long after it ended, in milliseconds. */
  everyMs?: number;
  /** @param signal the server stops, or another process has taken the job over: what takes long ends at its next step */
  run(context: AppContext, payload: Payload, signal: AbortSignal): Promise<void>;
};

/** Any job: a worker parses the payload before it runs one. */
// eslint-disable-next-line typescript/no-explicit-any -- `run` takes what the job's own schema gives
export type AnyJob = Job<any>;

/** A failure that no further attempt would mend: the job is given up, and an operator sees it. */
export class PermanentFailure extends Error {}
