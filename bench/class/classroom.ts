import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { offlineError, toCallError, type CallError } from '#web/lib/calls/call-error';
import { retryDelayMs } from '#web/lib/calls/retry-delay';
import { exchange, type Call, type Exchange } from '#support/exchange';
import type { Student } from '../students.ts';
import { Journal, type Kind } from './journal.ts';
import { Ledger } from './ledger.ts';

/** Longer than anything may take. */
const timeoutMs = 60_000;
/** After a failure that the browser does not retry, the user submits again. */
const userRetryMs = 1_500;

class RefusedForGood extends Error {}

/** A request under way, with its retries: when it began, and how its last attempt failed. */
type Pending = { kind: Kind; at: number; last: string };

/** Where a class works: one address for all, a journal of every request, a ledger of what was acknowledged. */
export class Classroom {
  readonly journal = new Journal();
  readonly ledger = new Ledger();
  /** The newest questions that somebody has seen. */
  readonly questions: string[];
  isOpen = true;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sleepers = new Set<() => void>();
  readonly #pending = new Set<Pending>();

  constructor(port: number, question: string) {
    this.#port = port;
    this.questions = [question];
  }

  /** The requests under way, in words. */
  get pending(): string[] {
    return [...this.#pending].map(
      ({ kind, at, last }) =>
        `${kind}, begun ${((performance.now() - at) / 1_000).toFixed(0)} s ago, ${last}`,
    );
  }

  /** When the oldest request under way began; Infinity when there is none. */
  oldestPending(): number {
    return Math.min(...[...this.#pending].map(({ at }) => at));
  }

  /** One request of a signed-in person; null when no answer came. */
  send(kind: Kind, { email, cookie }: Student, call: Call): Promise<Exchange | null> {
    const headers = { cookie, ...call.headers };
    return this.journal.record(kind, email, () =>
      exchange(this.#agent, this.#port, { ...call, headers }, timeoutMs),
    );
  }

  /** @returns false when `wake` ended the pause early */
  pause(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = (): void => end(false);
      const end = (isOver: boolean): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve(isOver);
      };
      const timer = setTimeout(() => end(true), milliseconds);
      this.#sleepers.add(wake);
    });
  }

  /** Everybody who waits to retry does so now. */
  wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  /**
   * Sends as the browser's client does: the same again after each passing failure, until it is acknowledged.
   * @param tryOnce resolves with null for success
   * @returns whether it was acknowledged
   */
  async persist(kind: Kind, tryOnce: () => Promise<CallError | null>): Promise<boolean> {
    const pending: Pending = { kind, at: performance.now(), last: 'no answer yet' };
    this.#pending.add(pending);
    try {
      for (let attempt = 0; ;) {
        const failure = await tryOnce();
        if (failure === null) return true;
        const delay = retryDelayMs(failure, attempt);
        const { status, code, message } = failure;
        pending.last = `last ${status} ${code} ${message}`;
        if (delay === null) {
          const isFinal = status >= 400 && status < 500 && status !== 409 && status !== 429;
          if (isFinal) throw new RefusedForGood(`${kind}: ${status} ${message}`);
          this.journal.manualRetries.push({ kind, why: `${status} ${code}` });
          attempt = 0;
        }
        if (await this.pause(delay ?? userRetryMs)) attempt += 1;
        else await this.pause(1_000 * (failure.retryAfter ?? 0.2));
      }
    } catch (error) {
      if (!(error instanceof RefusedForGood)) throw error;
      this.ledger.refusals.push(error.message);
      return false;
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Ends the class: nothing new begins, and what is under way may take this long. */
  async close(maxMs: number): Promise<void> {
    this.isOpen = false;
    const giveUpAt = performance.now() + maxMs;
    while (this.#pending.size > 0 && performance.now() < giveUpAt) {
      this.wake();
      await sleep(250);
    }
    this.#agent.destroy();
  }
}

export const isServed = (answer: Exchange | null): answer is Exchange =>
  answer !== null && answer.status >= 200 && answer.status < 300;

/** What a browser makes of an answer that is no success. */
export function failureOf(answer: Exchange | null): CallError {
  if (answer === null) return offlineError();
  let body: unknown;
  try {
    body = JSON.parse(answer.body.toString());
  } catch {
    body = undefined;
  }
  return toCallError(answer.status, body, answer.headers['retry-after'] ?? null);
}
