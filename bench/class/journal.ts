import { NoAnswer, type Exchange } from '#support/exchange';
import { balancerHeader } from '#support/balancer';

/** What a class does. */
export const kinds = ['page', 'call', 'forum', 'ask', 'submit', 'mark', 'login'] as const;
export type Kind = (typeof kinds)[number];

/** How a request ended: `served`, `refused` (503 or 409 with Retry-After), or what went wrong, in words. */
export type Outcome = 'served' | 'refused' | (string & {});

/** One request; times by `performance.now()`. */
export type Entry = { kind: Kind; email: string; outcome: Outcome; startedAt: number; endedAt: number };

/** Judges an answer as a browser would. */
function outcomeOf({ status, headers, body }: Exchange): Outcome {
  if (status >= 200 && status < 300) return 'served';
  if (balancerHeader in headers) return `${status} by the balancer (${body.toString()})`;
  const retryAfter = headers['retry-after'];
  if (status !== 503 && status !== 409) return String(status);
  return retryAfter !== undefined && /^\d+$/.test(retryAfter) ? 'refused' : `${status} without Retry-After`;
}

/** Every request of the class with its outcome, in the order of their ends. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Requests that a browser would not have repeated: the user had to submit again. */
  readonly manualRetries: { kind: Kind; why: string }[] = [];

  /** Runs one request and records it; null when no answer came. */
  async record(kind: Kind, email: string, send: () => Promise<Exchange>): Promise<Exchange | null> {
    const startedAt = performance.now();
    const write = (outcome: Outcome) =>
      void this.entries.push({ kind, email, outcome, startedAt, endedAt: performance.now() });
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
