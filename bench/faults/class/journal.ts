import type { Exchange } from '../../exchange.ts';
import { NoAnswer } from '../../exchange.ts';
import { balancerHeader } from '../balancer.ts';

/** What people of the class do; each kind must be served. */
export const kinds = ['page', 'call', 'forum', 'ask', 'hand-in', 'upload', 'mark'] as const;
export type Kind = (typeof kinds)[number];

/** How a request ended: `served`, `refused` (503 or 409 with Retry-After), or what went wrong, in words. */
export type Outcome = 'served' | 'refused' | (string & {});

export type Entry = {
  kind: Kind;
  outcome: Outcome;
  /** Milliseconds of `performance.now()`. */
  startedAt: number;
  endedAt: number;
};

/** Judges an answer as a browser would. */
export function outcomeOf({ status, headers, body }: Exchange): Outcome {
  if (status >= 200 && status < 300) return 'served';
  if (balancerHeader in headers) return `${status} by the balancer (${body.toString()})`;
  const retryAfter = headers['retry-after'];
  if (status !== 503 && status !== 409) return String(status);
  return retryAfter !== undefined && /^\d+$/.test(retryAfter) ? 'refused' : `${status} without Retry-After`;
}

/** Every request of the class with its outcome, in the order of their ends. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Acts that a browser would not have sent again by itself: somebody had to press once more. */
  readonly pressedAgain: { kind: Kind; why: string; at: number }[] = [];

  /** Runs one request and writes it down; null when no answer came. */
  async record(kind: Kind, send: () => Promise<Exchange>): Promise<Exchange | null> {
    const startedAt = performance.now();
    const write = (outcome: Outcome) =>
      void this.entries.push({ kind, outcome, startedAt, endedAt: performance.now() });
    try {
      const answer = await send();
      write(outcomeOf(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      write(error.kind);
      return null;
    }
  }
}
