import { Agent } from 'node:http';
import { CallError, offlineError, toCallError } from '#web/lib/call-error';
import { retryDelayMs } from '#web/lib/retry-delay';
import type { Student } from '../../students.ts';
import { exchange, type Call, type Exchange } from '../../exchange.ts';
import { Journal, type Kind } from './journal.ts';
import { Ledger } from './ledger.ts';

/** Longer than anything may take. */
const timeoutMs = 60_000;
/** After what a browser does not repeat by itself, somebody presses once more. */
const pressAgainMs = 1_500;
/** Codes of refusals that a repetition may turn: the upload is sent anew. */
const repeatable = new Set(['no_upload']);

/** A refusal that no repetition helps against. */
class RefusedForGood extends Error {}

/** An act that is on its way: when it began, by `performance.now()`, and how its last attempt failed. */
type Pending = { kind: Kind; at: number; last: string };

/** Where a class works: one address for all, a journal of every request, and a ledger of what was acknowledged. */
export class Classroom {
  readonly journal = new Journal();
  readonly ledger = new Ledger();
  /** The newest questions that somebody has seen. */
  readonly questions: string[] = [];
  isOpen = true;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sleepers = new Set<() => void>();
  readonly #begun = new Set<Pending>();

  constructor(port: number) {
    this.#port = port;
  }

  /** The acts that are on their way, in words. */
  get pending(): string[] {
    return [...this.#begun].map(
      ({ kind, at, last }) =>
        `${kind}, begun ${((performance.now() - at) / 1_000).toFixed(0)} s ago, ${last}`,
    );
  }

  /** When the oldest act that is on its way began; Infinity when there is none. */
  oldestPending(): number {
    return Math.min(...[...this.#begun].map(({ at }) => at));
  }

  /** One request of a signed-in person; null when no answer came. */
  send(kind: Kind, { cookie }: Student, call: Call): Promise<Exchange | null> {
    const headers = { cookie, ...call.headers };
    return this.journal.record(kind, () =>
      exchange(this.#agent, this.#port, { ...call, headers }, timeoutMs),
    );
  }

  /** @returns whether the time passed; false when somebody woke the sleepers */
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

  /** Whoever waits to send something again does it now: the pauses of the browser's client are not this run's matter. */
  wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  /**
   * Sends an act as the browser's client does, the same again after every failure that passes, until it is acknowledged.
   * @param tryOnce null for success
   * @returns whether it was acknowledged
   */
  async persist(kind: Kind, tryOnce: () => Promise<CallError | null>): Promise<boolean> {
    const begun: Pending = { kind, at: performance.now(), last: 'no answer yet' };
    this.#begun.add(begun);
    try {
      for (let attempt = 0; ;) {
        const failure = await tryOnce();
        if (failure === null) return true;
        const delay = retryDelayMs(failure, attempt);
        const { status, code, message } = failure;
        begun.last = `last ${status} ${code} ${message}`;
        if (delay === null) {
          const isFinal = status >= 400 && status < 500 && status !== 409 && status !== 429;
          if (isFinal && !repeatable.has(code)) throw new RefusedForGood(`${kind}: ${status} ${message}`);
          this.journal.pressedAgain.push({ kind, why: `${status} ${code}`, at: performance.now() });
          attempt = 0;
        }
        if (await this.pause(delay ?? pressAgainMs)) attempt += 1;
        else await this.pause(1_000 * (failure.retryAfter ?? 0.2));
      }
    } catch (error) {
      if (!(error instanceof RefusedForGood)) throw error;
      this.ledger.refusedForGood.push(error.message);
      return false;
    } finally {
      this.#begun.delete(begun);
    }
  }

  /** Ends the class: nothing new begins, and what is on its way may take this long. */
  async close(maxMs: number): Promise<void> {
    this.isOpen = false;
    const giveUpAt = performance.now() + maxMs;
    while (this.#begun.size > 0 && performance.now() < giveUpAt) {
      this.wake();
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    this.#agent.destroy();
  }
}

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
